// Words for people: a ten is 10, and the log lists things in the order in which they happened.
import { describe, expect, it } from 'vitest'
import { nameOf, readChoice, topOf } from '../src/game/plays'
import { joined, people, readLog, type Names } from '../src/game/words'
import type { View } from '../src/protocol/messages'

const names: Names = { me: 0, name: (seat) => ['Ann', 'Bob', 'Cat'][seat]! }

describe('a ten', () => {
  it.each([
    ['Sequence of 3, top T', 'Sequence of 3, top 10'],
    ['Tb is not higher than 9b', '10◆ is not higher than 9◆'],
    ['keeps K to regain the lead', 'keeps K to regain the lead'],
    ['Tatties: 3 points', 'Tatties: 3 points'],
  ])('%s', (said, read) => expect(people(said)).toBe(read))

  it('is 10 in names of plays and on the chips of the smallest and largest', () => {
    const run = readChoice('play 8b J=9b Tb')!
    expect(nameOf(run.shape!)).toBe('Sequence of 3, top 10')
    expect(topOf(run)).toBe('10')
  })
})

describe('what is read aloud', () => {
  it('puts no full stop after a question', () => {
    expect(joined(['Bob passes', 'Who gets the trick?', '', 'Bomb J Q, by you'])).toBe(
      'Bob passes. Who gets the trick? Bomb J Q, by you',
    )
    expect(joined(['', 'Your turn'])).toBe('Your turn')
  })
})

describe('the log', () => {
  it('says who got a bombed trick after it was given away', () => {
    const view = {
      seats: [0, 1, 2].map((side) => ({ side, cards: 5, courts: '', out: false, bet: null, bet_stands: false })),
      auction: null,
      log: ['0 play 8r', '1 play J Q', '2 pass', '0 pass', '1 award 2', '1 play 3b'],
      tricks: [
        {
          entries: [
            { seat: 0, play: '8r' },
            { seat: 1, play: 'J Q' },
            { seat: 2, play: null },
            { seat: 0, play: null },
          ],
          winner: 1,
          side: 2,
        },
      ],
    } as unknown as View
    expect(readLog(view, names).map((line) => line.words)).toEqual([
      'You play a Single 8',
      'Bob plays a Bomb J Q',
      'Cat passes',
      'You pass',
      'Bob gives it to Cat',
      'Bob wins; the 3 cards go to Cat',
      'Bob plays a Single 3',
    ])
  })
})
