import { describe, expect, it } from 'vitest'
import { readChoice } from '../src/game/plays'
import { refusal, type Beat } from '../src/game/refusal'

const lead = ['6y', '7y', '8g', '6r', '5b 6b 7b', '6y 7y J=8y', '6r 6y J=7r 7y'].map((text) =>
  readChoice(`play ${text}`)!,
)
const run: Beat = { name: 'Sequence of 3, top 8', kind: 'sequence', width: 1, length: 3 }
const follow = ['7b 8b 9b', 'J Q'].map((text) => readChoice(`play ${text}`)!)

describe('why cards are not a play', () => {
  it('is not said while something can still come of them', () => {
    expect(refusal(lead, [], null)).toBeNull()
    expect(refusal(lead, ['6y'], null)).toBeNull()
    expect(refusal(lead, ['6b', '7b'], null)).toBeNull()
  })

  it('speaks of the picked cards (every sentence of the engine: cases.test.ts)', () => {
    expect(refusal(lead, ['6y', '7y', '8g'], null)).toBe('6★ 7★ 8♣: a Sequence is in one suit; these are 2 suits')
    expect(refusal(follow, ['Tr', '9b'], run)).toBe('9◆ 10♥: a Sequence is in one suit; these are 2 suits')
    expect(refusal(follow, ['2r', '3r', '4r'], run)).toBe(
      'Sequence of 3, top 4 is not higher than Sequence of 3, top 8',
    )
  })

  it('says only what wild courts cannot mend', () => {
    expect(refusal(lead, ['2b', '5b', 'J'], null)).toBe(
      '2◆ 5◆ J: 3 and 4 are missing, and J can stand for only one of them',
    )
    expect(refusal(follow, ['2b', '3b', 'J'], run)).toBe('No play with 2◆ 3◆ J beats Sequence of 3, top 8')
  })

  it('counts the courts that are still in hand', () => {
    const far = ['7y', 'Ty']
    expect(refusal(lead, far, null, false, ['7y', 'Ty'])).toBe(
      '7★ 10★: the ranks must be consecutive; you also need 8 and 9',
    )
    expect(refusal(lead, far, null, false, ['7y', 'Ty', 'K'])).toBe(
      '7★ 10★: 8 and 9 are missing, and K can stand for only one of them',
    )
    expect(refusal(lead, ['2y', '6y'], null, false, ['2y', '6y', 'J', 'K'])).toBe(
      '2★ 6★: 3, 4 and 5 are missing, and J and K can stand for only 2 of them',
    )
    // Q and K could fill the gap, so that nothing is missing: it is the length that does not fit.
    expect(refusal(follow, far, run, false, ['7y', 'Ty', 'Q', 'K'])).toBe(
      '7★ 10★ are too far apart for a Sequence of 3',
    )
    expect(refusal(follow, ['4y', '5y', '6y', 'K'], run, false, ['4y', '5y', '6y', 'K'])).toBe(
      'Only another Sequence of 3 or a bomb can follow a Sequence of 3',
    )
    expect(refusal(follow, ['7y', 'Tg'], null, false, ['7y', 'Tg', 'Q', 'K'])).toBe(
      '7★ 10♣: a Sequence is in one suit; these are 2 suits',
    )
  })

  it('knows whether Sets are played at this table (R10)', () => {
    expect(refusal(follow, ['6y', '6g'], run, false)).toContain('cards of one rank are not a combination at this table')
    expect(refusal(follow, ['6y', '6g'], run, true)).toBe(
      'Only another Sequence of 3 or a bomb can follow a Sequence of 3',
    )
  })

  it('does not speak of combinations where cards are given or put back', () => {
    const bury = ['bury 2r 3r', 'bury 2r 4g'].map((one) => readChoice(one)!)
    expect(refusal(bury, ['2r', '3r', '4g'], null)).toBe('Pick only 2 cards')
  })

  it('says so when nothing beats the trick', () => {
    expect(refusal([], ['5r'], run)).toBe('Nothing in your hand beats Sequence of 3, top 8')
  })
})
