// Tables of days: which of my tables wait for me, and times in words.
import { describe, expect, it } from 'vitest'
import { byDays, isMyTurn } from '../src/game/days'
import { clockText } from '../src/game/presence'
import { timeWords } from '../src/game/words'
import type { MyTable, TableInfo } from '../src/protocol/messages'

const mine = (id: string, table: Partial<TableInfo>, seat = 0): MyTable =>
  ({ table: { id, status: 'playing', clock: 86_400, awaited: [0], due: 5, ...table }, seat, changed: 0 }) as MyTable

describe('my turn', () => {
  it.each([
    [mine('decide', {}), true],
    [mine('start', { status: 'waiting', due: null }), true],
    [mine('rematch', { status: 'over', due: null }), true],
    [mine('closed', { status: 'closed' }), false],
    [mine('theirs', { awaited: [1] }), false],
    [mine('mine', { awaited: [1] }, 1), true],
    [{ table: { id: 'of an older version', status: 'playing' } as TableInfo, seat: 0, changed: 0 }, false],
  ])('%#', (table, is) => expect(isMyTurn(table)).toBe(is))
})

describe('times', () => {
  it.each([
    [9, '0:09'],
    [3599, '59:59'],
    [3600, '1 h 0 min'],
    [86_399, '23 h 59 min'],
    [86_400, '1 day 0 h'],
    [259_199, '2 days 23 h'],
  ])('%d seconds', (seconds, words) => expect(clockText(seconds)).toBe(words))
  it('for the form', () =>
    expect([86_400, 259_200, 7200, 60].map(timeWords)).toEqual(['a day', '3 days', '2 h', '1 min']))
  it('days begin at a day', () =>
    expect([null, 60, 86_400].map((clock) => byDays({ clock }))).toEqual([false, false, true]))
})
