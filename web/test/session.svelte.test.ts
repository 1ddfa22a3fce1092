// @vitest-environment jsdom
// One person at one table: what is sent, what is refused, premoves and hints. The server is a line in the hand of the test;
// the positions are real ones, those of the lessons.
import { flushSync } from 'svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Session } from '../src/features/table/session.svelte'
import type { SeatInfo, TableInfo, View } from '../src/protocol/messages'
import { STEPS } from '../src/protocol/steps'
import type { Socket } from '../src/source/connection'

const ME = 0
const view = STEPS.find((one) => one.name === 'climb.single')!.view // 3r 4g 9b on a 6; I am to act
const seat = (name: string): SeatInfo => ({
  kind: 'person',
  name,
  level: null,
  away: null,
  again: false,
  ready: false,
  missed: 0,
  connected: true,
})
const info = {
  id: 'one',
  rules: 'haggis-2',
  status: 'playing',
  seats: [seat('Me'), seat('Ann')],
  match: 1,
  rated: false,
  paused: false,
  daily: null,
  challenge: null,
} as unknown as TableInfo

class Wire implements Socket {
  sent: Record<string, unknown>[] = []
  onopen: ((event: unknown) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
  }
  close() {}
  hear(event: object) {
    this.onmessage?.({ data: JSON.stringify(event) })
    flushSync()
  }
  state(now: View, table: Partial<TableInfo> = {}, seq = 5) {
    this.hear({ type: 'state', table: { ...info, ...table }, seat: ME, view: now, chat: [], grace: [], seq })
  }
  /** Answers what was said last. */
  async answer(event: object) {
    this.hear({ id: this.sent.at(-1)!['id'], seq: 6, ...event })
    await vi.advanceTimersByTimeAsync(0)
    flushSync()
  }
}

let wire: Wire
let session: Session
let leave: () => void
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  localStorage.clear()
  wire = new Wire()
  leave = $effect.root(() => {
    session = new Session('one', 0, () => wire)
  })
  flushSync()
})
afterEach(() => {
  session.close()
  leave()
  vi.useRealTimers()
})

it('sends what is picked, for the table as it was seen, and puts nothing back before the answer', async () => {
  wire.state(view)
  session.picker.toggle('9b')
  session.play()
  expect(wire.sent).toMatchObject([{ type: 'act', action: 'play 9b', seq: 5 }])
  session.play() // a second tap
  expect(wire.sent).toHaveLength(1)
  expect(session.picker.names).toEqual(['9b'])
  await wire.answer({ type: 'ok' })
  expect(session.picker.names).toEqual([])
})

it('says why something was refused, and keeps what is picked', async () => {
  wire.state(view)
  session.picker.toggle('9b')
  session.play()
  await wire.answer({ type: 'error', code: 'paused', reason: 'The table waits for its players.', params: {} })
  expect(session.notice).not.toBe('')
  expect(session.picker.names).toEqual(['9b'])
  expect(session.busy).toBe(false)
})

it('makes a premove of what is picked while another acts, and plays it when the turn comes', () => {
  const waiting = { ...view, to_act: [1], legal: [], trick: [{ seat: 1, play: '6y' }] } as View
  wire.state(waiting)
  session.picker.toggle('9b')
  session.play()
  expect(wire.sent).toEqual([])
  expect(session.premove).toMatchObject({ kind: 'play', cards: ['9b'] })
  wire.hear({ type: 'played', seat: 1, action: 'pass', changes: { to_act: [ME], legal: view.legal }, seq: 6 })
  expect(wire.sent).toMatchObject([{ type: 'act', action: 'play 9b' }])
  expect(session.premove).toBeNull()
})

it('cancels a premove when the table is another one', () => {
  wire.state({ ...view, to_act: [1], legal: [] } as View)
  session.makePremove('pass')
  const changes = { trick: [{ seat: 1, play: '8y' }], to_act: [ME], legal: view.legal }
  wire.hear({ type: 'played', seat: 1, action: 'play 8y', changes, seq: 6 })
  expect(wire.sent).toEqual([])
  expect(session.notice).not.toBe('')
})

it('picks the cards of a hint, and forgets it when the decision is over', async () => {
  wire.state(view)
  void session.hint()
  await wire.answer({ type: 'hint', action: 'play 9b', why: 'It is your last.' })
  expect(session.advice).toMatchObject({ action: 'play 9b', choice: { verb: 'play' } })
  session.takeAdvice()
  expect(session.picker.names).toEqual(['9b'])
  void session.hint()
  await wire.answer({ type: 'hint', action: 'pass', why: 'Wait.' })
  expect(session.advice).toMatchObject({ action: 'pass', choice: null })
  wire.state({ ...view, log: ['0 pass'], to_act: [1] } as View, {}, 7)
  expect(session.advice).toBeNull()
})

it('gives no hints where results are compared, and knows the page that compares them', () => {
  wire.state(view, { challenge: 'abc' })
  expect([session.hints, session.counts, session.compare]).toEqual([false, true, '/challenge/abc'])
  const daily = { day: '2026-11-18', deal: 1, practice: true } as NonNullable<TableInfo['daily']>
  wire.state(view, { daily })
  expect([session.hints, session.counts, session.compare]).toEqual([true, false, '/daily/haggis-2/2026-11-18'])
})

it('asks nothing of somebody who only looks on', () => {
  wire.hear({
    type: 'state',
    table: info,
    seat: null,
    view: { ...view, seat: null, hand: null, legal: [] },
    chat: [],
    grace: [],
    seq: 5,
  })
  session.play()
  session.pass()
  void session.hint()
  expect(wire.sent).toEqual([])
})
