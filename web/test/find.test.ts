// "Find me a game": which open tables fit, and who asks for a rematch.
import { describe, expect, it } from 'vitest'
import { askers, awaitsOthers, fitting } from '../src/game/find'
import type { MyTable, SeatInfo, TableInfo } from '../src/protocol/messages'

const seat = (kind: SeatInfo['kind'], extra: Partial<SeatInfo> = {}): SeatInfo => ({
  kind,
  name: kind === 'person' ? 'Ann' : null,
  level: null,
  away: null,
  again: false,
  ready: false,
  missed: 0,
  connected: kind === 'person',
  ...extra,
})
const table = (id: string, seats: SeatInfo[], extra: Partial<TableInfo> = {}): TableInfo => ({
  id,
  title: '',
  rules: 'haggis-3',
  end: { rounds: 6 },
  clock: null,
  listed: true,
  status: 'waiting',
  match: 0,
  seats,
  watchers: 0,
  records: 0,
  bank: null,
  take_backs: true,
  host: 0,
  locked: false,
  talk: false,
  pace: 'normal',
  paused: false,
  undo: null,
  origin: null,
  daily: null,
  challenge: null,
  rated: false,
  awaited: [],
  due: null,
  ...extra,
})
const one = [seat('person'), seat('open'), seat('open')]
const two = [seat('person'), seat('person'), seat('open')]

describe('a table that fits', () => {
  const ids = (tables: TableInfo[], preset = '') => fitting(tables, preset).map(({ id }) => id)

  it('is the one that is nearest to its start', () => {
    expect(ids([table('a', one), table('b', two)])).toEqual(['b', 'a'])
  })
  it('is of the game that was asked for, house rules or not', () => {
    const own = table('c', two, { rules: { preset: 'neeps-4', points: 'printed' } })
    expect(ids([table('a', one), own], 'neeps-4')).toEqual(['c'])
  })
  it('waits, is not locked, has a free seat and somebody who is there', () => {
    const gone = [seat('person', { connected: false }), seat('open'), seat('bot')]
    const full = [seat('person'), seat('bot'), seat('bot')]
    const rest = [table('b', two, { locked: true }), table('c', two, { status: 'playing' })]
    expect(ids([table('a', full), ...rest, table('d', gone)])).toEqual([])
  })
  it('is not one where I sit', () => {
    const mine = table('a', one)
    expect(fitting([mine], '', [{ table: mine, seat: 0, changed: 0 }])).toEqual([])
  })
})

describe('a rematch', () => {
  const over = (me: boolean, others: boolean) =>
    askers({
      table: table('a', [seat('person', { again: me }), seat('person', { name: 'Bob', again: others }), seat('bot')], {
        status: 'over',
      }),
      seat: 0,
      changed: 0,
    })
  it('is asked for by others, until I have answered', () => {
    expect(over(false, true)).toEqual(['Bob'])
    expect(over(true, true)).toEqual([])
    expect(over(false, false)).toEqual([])
  })
})

describe('a table that others may change', () => {
  const waits = (seats: SeatInfo[], status: TableInfo['status']) =>
    awaitsOthers({ table: table('a', seats, { status }), seat: 0 } as MyTable)

  it('has people beside me, or room for them', () => {
    expect(waits(one, 'waiting')).toBe(true)
    expect(waits(two, 'playing')).toBe(true)
    expect(waits([seat('person'), seat('bot')], 'playing')).toBe(false)
    expect(waits(two, 'closed')).toBe(false)
  })
  it('is over, and somebody is still there', () => {
    expect(waits(two, 'over')).toBe(true)
    expect(waits([seat('person'), seat('person', { connected: false })], 'over')).toBe(false)
  })
})
