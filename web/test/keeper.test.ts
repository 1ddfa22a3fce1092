// The score keeper's sheets, as far as the page itself changes them; the sums are Python's.
import { describe, expect, it } from 'vitest'
import type { Opened } from '../src/protocol/keeper'
import {
  bet,
  fresh,
  goOut,
  hold,
  lay,
  renewed,
  sameDeals,
  undone,
  worth,
  type Sheet,
} from '../src/features/keeper/sheet'

const sheet: Sheet = {
  haggis_sheet: 1,
  id: 'a',
  date: '2026-11-18',
  group: '',
  rules: 'haggis-3',
  end: { rounds: 6 },
  dealer: 0,
  players: ['Ann', 'Bob', 'Cat'],
  rounds: [],
}
const opened = (one: Sheet) => ({ sheet: one }) as unknown as Opened
const round = { out: [1, 0] }

describe('a round that is being entered', () => {
  it('loses what came after a player who is taken back', () => {
    const entry = hold(hold(goOut(goOut({ won: true, lost: 4 }, 1), 0), 0, 2, 7, 3), 1, 2, 5, 3)
    expect(entry).toMatchObject({
      out: [1, 0],
      held: [
        [null, null, 7],
        [null, null, 5],
      ],
    })
    expect(goOut(entry, 0)).toEqual({ out: [1], held: [[null, null, 7]], won: true })
    expect(goOut(entry, 1)).toEqual({ out: [], held: [] })
  })

  it('has bets by seat and piles by side', () => {
    expect(lay(bet({}, 2, 30, 3), 0, { K: 2 }, 2)).toEqual({ bets: [null, null, 30], piles: [{ K: 2 }, null] })
    expect(worth({ K: 2, '4': 3, '7': 1 }, { K: [3, 5], '4': [5, 0], '7': [5, 1] })).toBe(11)
  })
})

describe('a sheet', () => {
  it('can go back to what it was, and a round that was taken back can be entered again', () => {
    const more = renewed(fresh(sheet, opened(sheet)), opened({ ...sheet, rounds: [round] }))
    expect(more.past).toEqual([sheet])
    expect(undone(more, sheet)).toMatchObject({ sheet, draft: round })
    expect(undone({ ...more, draft: { out: [2] } }, sheet).draft).toEqual({ out: [2] })
  })

  it('is compared with those of the same game and the same printed deals', () => {
    const at = (deals: number | null, rules = 'haggis-3') => fresh({ ...sheet, rules, deals }, opened(sheet))
    expect(sameDeals(at(7), at(7))).toBe(true)
    expect([sameDeals(at(7), at(8)), sameDeals(at(null), at(null)), sameDeals(at(7), at(7, 'haggis-2'))]).toEqual([
      false,
      false,
      false,
    ])
  })
})
