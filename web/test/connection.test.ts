import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Connection, type Socket } from '../src/source/connection'
import type { Event } from '../src/protocol/messages'

class Wire implements Socket {
  sent: { id: string; type: string }[] = []
  onopen: ((event: unknown) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  up = false
  constructor(readonly url: string) {}
  send(text: string) {
    if (!this.up) throw new Error('not open')
    this.sent.push(JSON.parse(text) as { id: string; type: string })
  }
  close() {}
  open() {
    this.up = true
    this.onopen?.({})
  }
  hear(event: object) {
    this.onmessage?.({ data: JSON.stringify(event) })
  }
  drop() {
    this.up = false
    this.onclose?.({ code: 1006 })
  }
}

describe('the connection', () => {
  let wires: Wire[]
  let seq: number | null
  let heard: Event[]
  let connection: Connection
  beforeEach(() => {
    vi.useFakeTimers()
    wires = []
    heard = []
    seq = null
    connection = new Connection('ws://table', {
      hear: (event) => heard.push(event),
      status: () => undefined,
      since: () => seq,
      open: (url) => {
        const wire = new Wire(url)
        wires.push(wire)
        return wire
      },
    })
  })
  afterEach(() => {
    connection.close()
    vi.useRealTimers()
  })

  it('rests until it is called, but not while an answer is due', () => {
    wires[0]!.open()
    void connection.say({ type: 'ready' })
    connection.rest()
    expect(wires[0]!.onclose).not.toBeNull()
    wires[0]!.hear({ type: 'ok', seq: 1, id: wires[0]!.sent[0]!.id })
    seq = 9
    connection.rest()
    vi.advanceTimersByTime(60_000)
    expect(wires).toHaveLength(1)
    void connection.check()
    expect(wires[1]!.url).toBe('ws://table?since=9')
  })

  it('comes back with the last seq that was seen', () => {
    wires[0]!.open()
    seq = 7
    wires[0]!.drop()
    vi.advanceTimersByTime(200)
    expect(wires[1]!.url).toBe('ws://table?since=7')
  })

  it('waits longer each time, and two seconds at most', () => {
    const waits: number[] = []
    for (let i = 0; i < 6; i++) {
      wires[i]!.drop()
      let wait = 0
      while (wires.length === i + 1) {
        vi.advanceTimersByTime(100)
        wait += 100
      }
      waits.push(wait)
    }
    expect(waits).toEqual([200, 400, 800, 1600, 2000, 2000])
  })

  it('sends again, with the same id, what was not answered, and nothing else', async () => {
    wires[0]!.open()
    const first = connection.say({ type: 'ping' })
    wires[0]!.hear({ type: 'ok', seq: 1, id: wires[0]!.sent[0]!.id })
    await first
    const second = connection.say({ type: 'act', action: 'pass', seq: 1 })
    wires[0]!.drop()
    vi.advanceTimersByTime(200)
    wires[1]!.open()
    expect(wires[1]!.sent).toEqual([wires[0]!.sent[1]])
    wires[1]!.hear({ type: 'ok', seq: 2, id: wires[1]!.sent[0]!.id })
    expect((await second).seq).toBe(2)
  })

  it('keeps what is said before it is open', () => {
    void connection.say({ type: 'ping' })
    wires[0]!.open()
    expect(wires[0]!.sent.length).toBe(1)
  })

  it('notices a dead line after sleep', async () => {
    wires[0]!.open()
    const check = connection.check()
    await vi.advanceTimersByTimeAsync(4000)
    await check
    await vi.advanceTimersByTimeAsync(200)
    expect(wires.length).toBe(2)
  })

  it('asks whether anybody is there when nothing is heard for long, and leaves a line alone that answers', async () => {
    wires[0]!.open()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(wires[0]!.sent.map((said) => said.type)).toEqual(['ping'])
    wires[0]!.hear({ type: 'ok', seq: 1, id: wires[0]!.sent[0]!.id })
    await vi.advanceTimersByTimeAsync(7000)
    expect(wires.length).toBe(1)
    expect(wires[0]!.sent.length).toBe(1)
    await vi.advanceTimersByTimeAsync(8000)
    expect(wires.length).toBe(2) // the second question was not answered
  })
})
