import { describe, expect, it } from 'vitest'
import { arrange, identify, move } from '../src/game/arrange'

describe('the order of the hand', () => {
  const hand = ['7b', '2r', 'K', '6b', '5b', '2g', 'Ty', '3r', '3g']

  it('by suit, by rank and by combination', () => {
    expect(arrange(hand, 'suit').join(' ')).toBe('2r 3r Ty 2g 3g 5b 6b 7b K')
    expect(arrange(hand, 'rank').join(' ')).toBe('2r 2g 3r 3g 5b 6b 7b Ty K')
    expect(arrange(hand, 'combination').join(' ')).toBe('5b 6b 7b 2r 3r 2g 3g Ty K')
  })

  it('keeps the player’s own order when cards go and come', () => {
    const mine = ['7b', 'K', '2r']
    expect(identify(['2r', '7b'], mine)).toEqual(['7b', '2r'])
    expect(identify(['2r', '7b', '9g', 'K'], mine)).toEqual(['7b', 'K', '2r', '9g'])
    expect(arrange(mine, 'free')).toEqual(mine)
    expect(move(mine, '2r', 0)).toEqual(['2r', '7b', 'K'])
  })

  it('tells the copies of a double deck apart, and takes away the one that was picked', () => {
    const ids = identify(['6b', '6b', '7b'])
    expect(ids).toEqual(['6b', "6b'", '7b'])
    expect(identify(['6b', '7b'], ids, new Set(['6b']))).toEqual(["6b'", '7b'])
    expect(identify(['6b', '6b'], ["6b'"])).toEqual(["6b'", '6b'])
  })
})
