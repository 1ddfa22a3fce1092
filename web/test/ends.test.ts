// The end of a round in words.
import { describe, expect, it } from 'vitest'
import { roundSentences } from '../src/game/ends'
import type { Names } from '../src/game/words'
import type { View } from '../src/protocol/messages'

const names: Names = { me: 0, name: (seat) => ['Ann', 'Bob', 'Cat', 'Dan'][seat]! }

/** A round of partners that ended with seats 0 and 2 out first and second. */
function ended(rules: string, slam: number | null): View {
  return {
    rules,
    seats: [0, 1, 0, 1].map((side) => ({ side })),
    results: [{ out: [0, 2], slam, shepherd: null, parts: { cards: [40, 0], out: [105, 0], bets: [0, 0] } }],
  } as unknown as View
}

describe('partners who are out first and second', () => {
  it('make a slam where the game has it (R6.5)', () => {
    expect(roundSentences(ended('neeps-4', 0), null, 0, names)).toEqual([
      'Slam! You and Cat are out first and second: 105 points.',
    ])
  })

  it('make none in neeps-4-2024', () => {
    expect(roundSentences(ended('neeps-4-2024', null), null, 0, names)).toEqual([
      'You are first out: 105 points for your side for going out.',
    ])
  })
})
