import { describe, expect, it } from 'vitest'
import { chapters, pointsOut, seen, trickPoints } from '../src/game/history'
import type { Names } from '../src/game/words'
import type { View } from '../src/protocol/messages'

const names: Names = { me: 0, name: (seat) => ['Ann', 'Bob'][seat]! }
const view = {
  rules: 'haggis-2',
  seat: 0,
  hand: '2r 3r Q',
  log: ['0 bet 15', '1 play 5b', '0 play J', '1 pass', '0 play 9y'],
  tricks: [
    {
      entries: [
        { seat: 1, play: '5b' },
        { seat: 0, play: 'J' },
        { seat: 1, play: null },
      ],
      winner: 0,
      side: 0,
    },
  ],
  trick: [{ seat: 0, play: '9y' }],
  piles: [
    { cards: 2, points: 3, bonus: 0 },
    { cards: 0, points: 0, bonus: 0 },
  ],
  seats: [{ side: 0 }, { side: 1 }],
  auction: null,
  exchange: null,
} as unknown as View

describe('the round so far', () => {
  it('is told trick by trick', () => {
    const [before, first, second] = chapters(view, names)
    expect(before!.trick).toBeNull()
    expect(before!.lines.map((line) => line.words)).toEqual(['You bet 15'])
    expect([first!.trick, first!.lines.length, first!.end?.words]).toEqual([0, 3, 'You take 2 cards'])
    expect([second!.trick, second!.lines.length, second!.end]).toEqual([1, 1, null])
  })

  it('counts the points of a trick', () => {
    expect(trickPoints(view, view.tricks[0]!.entries)).toBe(3)
  })

  it('counts the points that are still out', () => {
    // Four suits of 3 5 7 9, and J Q K twice: 16 + 20.
    expect(pointsOut(view)).toEqual({ captured: [3, 0], table: 1, out: 32, all: 36 })
    // With every card worth one point: 36 number cards and six courts.
    expect(pointsOut({ ...view, rules: { preset: 'haggis-2', points: 'flat' } } as View)?.all).toBe(42)
    expect(pointsOut({ ...view, rules: 'a-game-of-tomorrow' })).toBeNull()
  })

  it('marks the cards seen, and guesses nothing', () => {
    const { suits, courts } = seen(view)!
    expect(suits.map(({ suit }) => suit)).toEqual(['r', 'y', 'g', 'b'])
    const all = suits.flatMap(({ cards }) => cards)
    const where = (state: 'played' | 'mine' | 'out') => all.filter((one) => one[state]).map((one) => one.card)
    expect(where('played')).toEqual(['9y', '5b'])
    expect(where('mine')).toEqual(['2r', '3r'])
    expect(where('out')).toHaveLength(36 - 4)
    expect(courts.map(({ card, played, mine, out }) => [card, played, mine, out])).toEqual([
      ['J', 1, 0, 1],
      ['Q', 0, 1, 1],
      ['K', 0, 0, 2],
    ])
    const buried = { ...view, auction: { bids: [], buried: '8g' } } as unknown as View
    expect(seen(buried)!.suits[2]!.cards[6]).toEqual({ card: '8g', played: 0, mine: 0, known: 1, out: 0 })
  })
})
