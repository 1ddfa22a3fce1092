import { describe, expect, it } from 'vitest'
import { seatName } from '../src/game/words'

describe('seats without names', () => {
  it('are called by where they are from mine', () => {
    expect([0, 1].map((seat) => seatName(seat, 1, 2))).toEqual(['Opponent', 'You'])
    expect([0, 1, 2].map((seat) => seatName(seat, 0, 3))).toEqual(['You', 'Left opponent', 'Right opponent'])
    expect([0, 1, 2, 3].map((seat) => seatName(seat, 3, 4))).toEqual([
      'Left opponent',
      'Partner',
      'Right opponent',
      'You',
    ])
  })

  it('have numbers where nobody looks from a seat', () => {
    expect(seatName(1, null, 3)).toBe('Seat 2')
  })
})
