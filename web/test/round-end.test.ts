// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Change } from '../src/source/table.svelte'
import { TableStore } from '../src/source/table.svelte'
import { timeLeft } from '../src/platform/countdown'
import type { Replay, View } from '../src/protocol/messages'
import { frames } from '../src/game/frames'

const seat = { side: 0, cards: 3, courts: 'J', out: false, bet: null, bet_stands: false }
const view = {
  round: 1,
  phase: 'play',
  seat: 0,
  hand: '7r J 9r',
  log: ['1 play 5b 5r 5g'],
  tricks: [],
  trick: [{ seat: 1, play: '5b 5r 5g' }],
  to_act: [0],
  legal: ['play 7r J=8r 9r'],
  out: [],
  results: [],
  seats: [seat, { ...seat, side: 1 }],
  winners: null,
} as unknown as View
const action = '0 play 7r J=8r 9r'
const deal = { round: 2, log: [], trick: [], hand: '2r', to_act: [1], seats: [seat, seat] }
const result = { left: ['', '2b 3b J'] }
const next = { ...deal, results: [result] } as unknown as Partial<View>

class FakeSocket {
  static last: FakeSocket
  onmessage: ((event: { data: string }) => void) | null = null
  constructor() {
    FakeSocket.last = this
  }
  send() {}
  close() {}
}

describe('the end of a round at a table', () => {
  let store: TableStore
  let changes: Change[]
  const hear = (event: object) => FakeSocket.last.onmessage!({ data: JSON.stringify(event) })
  const played = (seq: number, text: string, changed: object, clock: object | null = null) =>
    hear({ type: 'played', seat: Number(text[0]), action: text, changes: changed, seq, clock })
  const resume = (seq: number) => hear({ type: 'table', what: 'resume', table: { seats: [] }, you: 0, seq })
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('WebSocket', FakeSocket)
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    store = new TableStore('abc')
    changes = []
    store.listeners.add((change) => changes.push(change))
    hear({ type: 'state', table: { seats: [] }, seat: 0, view, chat: [], clock: null, seq: 4 })
  })
  afterEach(() => {
    store.close()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('lies on the table with its last play before the next deal is drawn', () => {
    played(5, action, next)
    expect(store.view).toMatchObject({
      round: 1,
      results: [],
      to_act: [],
      legal: [],
      phase: 'over',
      out: [0],
      hand: '',
    })
    expect(store.view!.trick.at(-1)).toEqual({ seat: 0, play: '7r J=8r 9r' })
    expect(store.view!.seats[0]).toMatchObject({ cards: 0, courts: '', out: true })
    vi.advanceTimersByTime(1100)
    expect(store.view!.round).toBe(1)
    vi.advanceTimersByTime(200)
    expect(store.view!.round).toBe(1)
    expect(store.ending).toMatchObject({ board: { round: 1 }, after: { round: 2, results: [result] } })
    store.finish()
    expect(store.ending).toBeNull()
    expect(store.view).toMatchObject({ round: 2, results: [result] })
    expect(store.finished!.log).toEqual([...view.log, action])
    expect(changes.map(({ event }) => event?.action ?? null)).toEqual([action, null])
  })

  it('lets what comes meanwhile wait, in its order, but neither the clock nor the seq', () => {
    played(5, action, next)
    played(6, '1 play 2b', { to_act: [0] }, { left: 9000, of: 15000 })
    played(7, '0 pass', { to_act: [1] }, { left: 8000, of: 15000 })
    expect(store.seq).toBe(7)
    expect(store.clock!.of).toBe(15000)
    expect(store.view!.log).toEqual([...view.log, action])
    vi.advanceTimersByTime(1300)
    expect(store.view!.log).toEqual(['1 play 2b', '0 pass'])
    expect(changes).toHaveLength(4)
  })

  it('is played to its end, but a new event or the next round ends it at once', () => {
    for (const cut of [() => played(6, '1 play 2b', { to_act: [0] }), () => resume(6)]) {
      hear({ type: 'state', table: { seats: [] }, seat: 0, view, chat: [], clock: null, seq: 4 })
      store.seq = 4
      hear({ type: 'played', seat: 0, action, changes: next, seq: 5, table: { seats: [], paused: true } })
      vi.advanceTimersByTime(1300)
      expect(store.ending).not.toBeNull()
      cut()
      expect(store.ending).toBeNull()
      expect(store.view!.round).toBe(2)
    }
    store.seq = 4
    hear({ type: 'state', table: { seats: [] }, seat: 0, view, chat: [], clock: null, seq: 4 })
    played(5, action, next)
    vi.advanceTimersByTime(8000)
    expect(store.view!.round, 'a page that does not draw does not hold the game up').toBe(2)
  })

  it('is followed by a pause with its countdown, and the news of who is ready', () => {
    const told: string[] = []
    store.news.add(({ what }) => told.push(what))
    const table = { seats: [], paused: true }
    hear({ type: 'played', seat: 0, action, changes: next, seq: 5, table, pause: { left: 9000, of: 15000 } })
    expect(store.paused).toBe(true)
    expect(store.pause!.until - performance.now()).toBeCloseTo(9000, -1)
    hear({ type: 'table', what: 'ready', table, seq: 6 })
    expect(store.pause!.of).toBe(15000)
    resume(7)
    expect(store.pause).toBeNull()
    expect(store.paused).toBe(false)
    expect(told).toEqual(['ready', 'resume'])
  })

  it('gives way at once to a whole view', () => {
    played(5, action, next)
    played(6, '1 play 2b', { to_act: [0] })
    hear({ type: 'state', table: { seats: [] }, seat: 0, view: { ...view, round: 2 }, chat: [], clock: null, seq: 6 })
    expect(store.view!.round).toBe(2)
    vi.advanceTimersByTime(5000)
    expect(store.view!.log).toEqual(view.log)
  })

  it('is shorter where motion is reduced', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    played(5, action, next)
    vi.advanceTimersByTime(650)
    expect(store.view!.round).toBe(2)
  })
})

describe('the time for a decision', () => {
  it('runs first, then the time bank', () => {
    const clock = { until: 10_000, of: 15_000, banks: [60_000, 0] }
    expect(timeLeft(clock, 0, 4000)).toEqual({ decision: 6000, bank: 60_000, onBank: false })
    expect(timeLeft(clock, 0, 30_000)).toEqual({ decision: 0, bank: 40_000, onBank: true })
    expect(timeLeft(clock, 1, 30_000)).toEqual({ decision: 0, bank: 0, onBank: false })
  })
})

describe('the end of a round in a replay', () => {
  it('is a frame of its own before the next deal', () => {
    const steps = [{ action, changes: next, hands: ['2r', '3r'], haggis: '4r' }]
    const all = frames({ view, hands: ['7r J 9r', '2b 3b J'], haggis: '8b', steps } as Replay)
    expect(all.map((frame) => [frame.view.round, frame.action])).toEqual([
      [1, null],
      [1, action],
      [2, null],
    ])
    expect(all[1]).toMatchObject({ hands: result.left, haggis: '8b' })
    expect(all[1]!.view.trick.at(-1)!.play).toBe('7r J=8r 9r')
    expect(all[2]).toMatchObject({ hands: ['2r', '3r'], haggis: '4r' })
  })
})
