import { describe, expect, it } from 'vitest'
import { readChoice } from '../src/game/plays'
import { refusal } from '../src/game/refusal'

const lead = ['6y', '7y', '8g', '6r', '5b 6b 7b', '6y 7y J=8y', '6r 6y J=7r 7y'].map((text) =>
  readChoice(`play ${text}`),
)
const run = { name: 'Sequence of 3, top 8', kind: 'sequence', width: 1, length: 3 }
const follow = ['7b 8b 9b', 'J Q'].map((text) => readChoice(`play ${text}`))

describe('why cards are no play', () => {
  it('is not said while something can still come of them', () => {
    expect(refusal(lead, [], null)).toBeNull()
    expect(refusal(lead, ['6y'], null)).toBeNull()
    expect(refusal(lead, ['6b', '7b'], null)).toBeNull()
  })

  it.each([
    [['6y', '7y', '8g'], null, 'A Sequence needs three ranks in one suit; 6★ 7★ 8♣ are 2 suits (yellow and green)'],
    [['5b', '7y'], null, 'A Sequence needs three ranks in one suit; 5◆ 7★ are 2 suits (blue and yellow)'],
    [['2b', '5b', '7b'], null, 'A Sequence has no gaps; between 2◆ 5◆ 7◆ the 3, 4 and 6 are missing'],
    [
      ['6y', '6g'],
      null,
      '6★ 6♣: cards of one rank alone are no play at this table; a Stair goes over two ranks or more',
    ],
    [['6r', '7r'], null, 'A Sequence needs three ranks in one suit; 6♥ 7♥ are two'],
    [['6r', '6b', '7r', '8b'], null, 'A Stair needs the same ranks in each of its suits; 6♥ 6◆ 7♥ 8◆ do not match'],
    [['5r', '6r', '7r'], run, '5♥ 6♥ 7♥ is not higher than Sequence of 3, top 8'],
    [
      ['5r', '6r', '7r', '8r'],
      run,
      'Sequence of 4, top 8 cannot be played on Sequence of 3, top 8: it takes the same kind and size',
    ],
    [['Tr'], run, 'No play with 10♥ beats Sequence of 3, top 8'],
  ])('%j on %j', (picked, beat, words) => {
    expect(refusal(beat ? follow : lead, picked, beat)).toBe(words)
  })

  it('says so when nothing beats the trick', () => {
    expect(refusal([], ['5r'], run)).toBe('Nothing in your hand beats Sequence of 3, top 8')
  })
})
