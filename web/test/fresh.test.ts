// Cards that have just come into the own hand are marked until the first own play.
import { describe, expect, it } from 'vitest'
import { freshCards } from '../src/game/fresh'
import { Picker } from '../src/game/picker.svelte'
import type { View } from '../src/protocol/messages'

const view = (changes: Partial<View>): View =>
  ({ seat: 1, log: [], auction: null, exchange: null, hand: null, ...changes }) as View
const auction = { bids: [], buried: null, drawn: '4g 9o', draws: 2, shepherd: 1 }
const exchange = { gave: ['2r'], pick: null, picked: [], received: ['7g'], swap: 2 }

describe('fresh cards', () => {
  it('are those drawn or received', () => {
    expect(freshCards(view({ auction }))).toEqual(['4g', '9o'])
    expect(freshCards(view({ exchange }))).toEqual(['7g'])
    expect(freshCards(view({}))).toEqual([])
    expect(freshCards(view({ auction: { ...auction, drawn: null } }))).toEqual([]) // a Sheep sees none
    expect(freshCards(view({ seat: null, exchange }))).toEqual([]) // a spectator
  })

  it('are old after the first own play, not after passes or plays of others', () => {
    expect(freshCards(view({ exchange, log: ['0 play 3r', '1 pass', '2 play 4r'] }))).toEqual(['7g'])
    expect(freshCards(view({ exchange, log: ['0 play 3r', '1 play 4y'] }))).toEqual([])
  })

  it('have one mark each, where the hand holds two copies', () => {
    const picker = new Picker(() => ({ hand: '7g 7g 8b', legal: [], beat: null, fresh: ['7g', '2r'] }))
    picker.sync('7g 7g 8b')
    expect(picker.fresh.size).toBe(1)
    expect([...picker.fresh][0]!.startsWith('7g')).toBe(true)
  })
})
