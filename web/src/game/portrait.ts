// What a player looks like. A portrait follows from the name alone, so that it is the same on every screen and needs no
// picture from anywhere; Portrait.svelte draws it. The players of one table get backgrounds that differ.
import { characterLook } from './characters'

const SKINS = ['#f7dcc4', '#eec6a4', '#dba57f', '#bb825b', '#925f3f', '#6c4532']
const HAIRS = ['#2b2420', '#553722', '#8a5a2c', '#c4651c', '#dcb464', '#909095', '#e9e5dc']
const DARK_HAIRS = [...HAIRS.slice(0, 3), HAIRS[5]!]
const GROUNDS = ['#8d7bb0', '#5c8bb0', '#d9b45f', '#7f9f66', '#cb8a88', '#7b8a9c', '#63a5a0', '#b58a63']
const JUMPERS = ['#3f5a4c', '#40506e', '#7a4a3a', '#6b5b84', '#8a7a4a', '#4b5560']
/** Cloth, its broad stripe and its thin one. */
const TARTANS = [
  ['#a13340', '#234a3f', '#f0dfa8'],
  ['#2f5d50', '#1d3557', '#e6c65a'],
  ['#34507d', '#14283f', '#e9e4d4'],
  ['#c99a3d', '#4a3020', '#f6ead0'],
  ['#6f5796', '#2c3a33', '#e8d9f0'],
  ['#d9cbb0', '#8c2f39', '#33414a'],
] as const

export const CUTS = ['short', 'side', 'curly', 'long', 'bun', 'braids', 'bald'] as const
export const HATS = ['none', 'tam', 'cap', 'glengarry', 'bobble'] as const
export const BEARDS = ['none', 'full', 'moustache', 'stubble'] as const
export const MOUTHS = ['smile', 'grin', 'calm'] as const

export interface Traits {
  ground: string
  skin: string
  hair: string
  cut: (typeof CUTS)[number]
  hat: (typeof HATS)[number]
  beard: (typeof BEARDS)[number]
  mouth: (typeof MOUTHS)[number]
  glasses: boolean
  jumper: string
  tartan: readonly [string, string, string]
  hatColour: string
}

/** Numbers that follow from a text: FNV-1a for the start, then mulberry32. */
function numbersOf(text: string): () => number {
  let state = 0x811c9dc5
  for (const letter of text.normalize('NFC')) state = Math.imul(state ^ letter.codePointAt(0)!, 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** How somebody of this name looks; of the bots' characters some of it is known. */
export function lookOf(name: string): Traits {
  const next = numbersOf(name)
  const one = <T>(choices: readonly T[]): T => choices[Math.floor(next() * choices.length)]!
  const cut = one(CUTS)
  // People with long hair rarely have a beard, and a hat sits on every second head.
  const beard = next() < (cut === 'short' || cut === 'side' || cut === 'bald' ? 0.6 : 0.12) ? one(BEARDS) : 'none'
  const skin = one(SKINS)
  return {
    ground: one(GROUNDS),
    skin,
    hair: one(SKINS.indexOf(skin) < 3 ? HAIRS : DARK_HAIRS),
    cut,
    beard,
    hat: next() < 0.55 ? one(HATS) : 'none',
    mouth: one(MOUTHS),
    glasses: next() < 0.22,
    jumper: one(JUMPERS),
    tartan: one(TARTANS),
    hatColour: one(JUMPERS),
    ...characterLook(name),
  }
}

/** The looks of everybody at a table: where two have the same background, the later one takes the next free one. */
export function tableLooks(names: readonly string[]): Traits[] {
  const taken: string[] = []
  return names.map((name) => {
    const look = lookOf(name)
    let at = GROUNDS.indexOf(look.ground)
    while (taken.includes(GROUNDS[at]!) && taken.length < GROUNDS.length) at = (at + 1) % GROUNDS.length
    taken.push(GROUNDS[at]!)
    return { ...look, ground: GROUNDS[at]! }
  })
}
