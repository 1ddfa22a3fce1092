// The legal actions of a view, and how they narrow as cards are picked. There are no rules here: whatever the client
// knows about combinations it reads off the texts that the server has listed.
import type { Kind, Verb } from '../protocol/games'
import { t, type FormOf } from '../words'
import { readAction } from './action'
import { count, isCourt, rankOf, rankText, sign, type Cell } from './cards'

export type { Kind }

/** What a play's cells look like. */
export interface Shape {
  kind: Kind
  width: number
  length: number
  rank: number
}

/** An action that is made by picking cards: a play, a card to give, cards to bury. */
export interface Choice {
  action: string
  verb: Verb
  cells: Cell[]
  cards: string[]
  shape: Shape | null
}

export interface Legal {
  choices: Choice[]
  pass: boolean
  bets: number[]
  bids: number[]
  awards: number[]
  leads: number[]
}

/** The list `legal` of a view, sorted by what one does with it. */
export function readLegal(legal: readonly string[]): Legal {
  const numbers = (verb: Verb) => legal.map(readAction).flatMap((one) => (one.verb === verb ? [Number(one.value)] : []))
  return {
    choices: legal.flatMap((text) => readChoice(text) ?? []),
    pass: legal.includes('pass'),
    bets: numbers('bet'),
    bids: numbers('bid'),
    awards: numbers('award'),
    leads: numbers('lead'),
  }
}

/** An action that is made by picking cards; null for any other. */
export function readChoice(action: string): Choice | null {
  const { verb, cells: places } = readAction(action)
  if (!places.length) return null
  const held = places.map((cell) => cell.card)
  return { action, verb, cells: places, cards: held, shape: verb === 'play' ? shapeOf(places) : null }
}

/** The shape of a play's cells, read off the ranks that they show. */
export function shapeOf(places: readonly Cell[]): Shape {
  const ranks = places.map((cell) => rankOf(cell.as ?? cell.card))
  const low = Math.min(...ranks)
  const length = new Set(ranks).size
  const width = places.length / length
  if (places.length === 1) return { kind: 'single', width: 1, length: 1, rank: low }
  const spread = Math.max(...ranks) - low + 1
  const bare = places.every((cell) => !cell.as)
  if (bare && (length !== spread || places.every((cell) => isCourt(cell.card)))) {
    return { kind: 'bomb', width: 1, length: 0, rank: bombRank(places) }
  }
  return { kind: length === 1 ? 'set' : width === 1 ? 'sequence' : 'stair', width, length, rank: low }
}

function bombRank(places: readonly Cell[]): number {
  const text = places.map((cell) => cell.card).join(' ')
  const courts = ['J Q', 'J K', 'Q K', 'J Q K'].indexOf(text)
  if (courts >= 0) return courts + 2
  return new Set(places.map((cell) => cell.card.charAt(1))).size === 1 ? 6 : 1
}

/** `Sequence of 3, top 8`, word for word as the engine says it (test/cases.test.ts). */
export function nameOf({ kind, width, length, rank }: Shape): string {
  const bomb = kind === 'bomb' ? t('play.bomb', { is: rank as FormOf<'play.bomb'> }) : ''
  return t('play.name', { is: kind, width, length, top: rankText(rank + length - 1), bomb })
}

/** `Sequence of 3`: what a play shares with those that can follow it. */
export function shapeName({ kind, width, length }: Pick<Shape, 'kind' | 'width' | 'length'>): string {
  return t('play.shape', { is: kind, width, length })
}

/** What distinguishes plays of one shape: the top rank, or which bomb (`short`: in a few letters). */
export function topOf({ cards, shape }: Choice, short = false): string {
  if (!shape) return ''
  if (shape.kind !== 'bomb') return rankText(shape.rank + shape.length - 1)
  return short && cards.length > 3 ? t('play.anyBomb') : cards.map(sign).join(' ')
}

function holds(choice: Choice, picked: Map<string, number>): boolean {
  for (const [card, wanted] of picked) {
    let found = 0
    for (const held of choice.cards) if (held === card) found++
    if (found < wanted) return false
  }
  return true
}

/** The choices that hold all picked cards. */
export function narrow(choices: readonly Choice[], picked: readonly string[]): Choice[] {
  if (!picked.length) return [...choices]
  const counts = count(picked)
  return choices.filter((choice) => choice.cards.length >= picked.length && holds(choice, counts))
}

/** How many copies of each card can be part of a choice that holds the picked ones: the cards that light up. */
export function reach(choices: readonly Choice[], picked: readonly string[]): Map<string, number> {
  const most = new Map<string, number>()
  for (const choice of narrow(choices, picked)) {
    for (const [card, number] of count(choice.cards)) {
      if (number > (most.get(card) ?? 0)) most.set(card, number)
    }
  }
  return most
}

/** What exactly the picked cards can be read as, the best first: harder to beat, then more of them in one line. */
export function readings(choices: readonly Choice[], picked: readonly string[]): Choice[] {
  return narrow(choices, picked)
    .filter((choice) => choice.cards.length === picked.length)
    .sort((a, b) => strength(b) - strength(a))
}

function strength({ shape }: Choice): number {
  if (!shape) return 0
  const top = shape.rank + Math.max(shape.length, 1) - 1
  return (shape.kind === 'bomb' ? 10_000 : 0) + top * 100 + shape.length
}

/** Ways to complete the picked cards, one for each set of cards, the cheapest first: few courts, few cards, low. */
export function completions(choices: readonly Choice[], picked: readonly string[]): Choice[] {
  const found = new Map<string, Choice>()
  for (const choice of narrow(choices, picked)) {
    if (choice.cards.length === picked.length) continue
    const key = [...choice.cards].sort().join(' ')
    const known = found.get(key)
    if (!known || strength(choice) > strength(known)) found.set(key, choice)
  }
  return [...found.values()].sort((a, b) => cost(a) - cost(b))
}

/** What a play costs: bombs most, then courts, then cards' ranks. */
function cost(choice: Choice): number {
  const courts = choice.cards.filter(isCourt)
  const wild = courts.reduce((sum, card) => sum + rankOf(card), 0)
  const bomb = choice.shape?.kind === 'bomb' ? 1_000_000 : 0
  const rank = choice.shape ? choice.shape.rank : 0
  return bomb + courts.length * 10_000 + choice.cards.length * 500 + rank * 20 + wild / 100
}

/** The cheapest and the highest play; bombs only if nothing else is there. */
export function extremes(choices: readonly Choice[]): { smallest: Choice | null; largest: Choice | null } {
  const plays = choices.filter((choice) => choice.shape)
  const plain = plays.filter((choice) => choice.shape!.kind !== 'bomb')
  const pool = plain.length ? plain : plays
  const rank = (choice: Choice) => choice.shape!.rank
  const by = (order: (a: Choice, b: Choice) => number) => [...pool].sort(order)[0] ?? null
  return {
    smallest: by((a, b) => rank(a) - rank(b) || cost(a) - cost(b)),
    largest: by((a, b) => rank(b) - rank(a) || cost(a) - cost(b)),
  }
}
