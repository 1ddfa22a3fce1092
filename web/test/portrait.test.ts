// @vitest-environment jsdom
// Portraits: the same name always looks the same, names look different, and no two players of a table have one ground.
import { flushSync, mount, unmount } from 'svelte'
import { describe, expect, it } from 'vitest'
import { CHARACTERS } from '../src/protocol/facts'
import Portrait from '../src/board/Portrait.svelte'
import { BEARDS, CUTS, HATS, lookOf, tableLooks } from '../src/game/portrait'

const NAMES = Array.from({ length: 400 }, (_, i) => `Player ${i}`)

function drawn(name: string): string {
  const target = document.createElement('div')
  const shown = mount(Portrait, { target, props: { name } })
  flushSync()
  const picture = target.innerHTML
  void unmount(shown)
  return picture
}

describe('a portrait', () => {
  it('follows from the name alone', () => {
    expect(drawn('Ann')).toBe(drawn('Ann'))
    expect(lookOf('Ann')).toEqual(lookOf('Ann'))
    expect(lookOf('Zoë')).toEqual(lookOf('Zoe\u0308')) // typed in another way
    // What Ann looks like today; a change here gives every player a new face.
    expect(lookOf('Ann')).toMatchObject({ cut: 'long', hair: '#553722', glasses: true, mouth: 'grin' })
  })

  it('is of many kinds', () => {
    expect(new Set(NAMES.map((name) => JSON.stringify(lookOf(name)))).size).toBeGreaterThan(395)
    for (const [trait, all] of [
      ['cut', CUTS],
      ['hat', HATS],
      ['beard', BEARDS],
    ] as const)
      expect(new Set(NAMES.map((name) => lookOf(name)[trait]))).toEqual(new Set<string>(all))
  })

  it('has a ground of its own at every table', () => {
    for (let i = 0; i < 400; i += 4) {
      const looks = tableLooks(NAMES.slice(i, i + 4))
      expect(new Set(looks.map((look) => look.ground)).size).toBe(4)
    }
    expect(tableLooks(['Bob', 'Bob']).map((look) => look.hair)).toEqual([lookOf('Bob').hair, lookOf('Bob').hair])
  })

  it('draws every character in its own way', () => {
    const pictures = Object.values(CHARACTERS).flat().map(drawn)
    expect(new Set(pictures).size).toBe(pictures.length)
  })
})
