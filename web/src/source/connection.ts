// The socket of one table. It comes back by itself after every break, with the last `seq` that was seen, and sends
// again, with the same id, what was not answered: nothing is lost and nothing is done twice.
import type { Command, Event } from '../protocol/messages'

export type Wish = Command extends infer C ? (C extends Command ? Omit<C, 'id'> : never) : never
export type Status = 'connecting' | 'open' | 'lost'

export interface Socket {
  send(text: string): void
  close(): void
  onopen: ((event: unknown) => void) | null
  onclose: ((event: { code: number }) => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
}

/** Opens the line to a table of this browser; the last `seq` that was seen. */
export type Line = (since: number | null) => Socket

interface Options {
  hear: (event: Event) => void
  status: (status: Status, failures: number) => void
  since: () => number | null
  open?: ((url: string) => Socket) | undefined
  quiet?: number // ms without a word, and the server is asked whether it is there
  longest?: number // ms between two attempts
}

const FIRST_WAIT = 200
const LONGEST_WAIT = 2000
const ANSWER_WITHIN = 4000
const BEAT = 2000
const QUIET = 8000

export class Connection {
  private socket: Socket | null = null
  private waiting = new Map<string, { command: Command; done: (event: Event) => void }>()
  private failures = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private closed = false
  private checking = false
  private resting = false // nobody looks at the page
  private isOpen = false
  private last = Date.now() // when the server was last heard; the clock on the wall goes on while a laptop sleeps
  private readonly beat = setInterval(() => this.isQuiet && void this.check(), BEAT)
  private heard = 0
  private counter = 0
  private readonly mark = Array.from(crypto.getRandomValues(new Uint32Array(3)), (n) => n.toString(36)).join('')

  constructor(
    private readonly url: string,
    private readonly options: Options,
  ) {
    this.connect()
  }

  private get isQuiet(): boolean {
    return !this.resting && Date.now() - this.last > (this.options.quiet ?? QUIET)
  }

  /** Says something; the promise holds the one message that answers it, however long that takes. */
  say(wish: Wish): Promise<Event> {
    const command = { ...wish, id: `${this.mark}-${++this.counter}` } as Command
    return new Promise((done) => {
      this.waiting.set(command.id, { command, done })
      this.send(command)
    })
  }

  /** Asks whether the server is there (after sleep, say), and connects again if no answer comes. */
  async check(): Promise<void> {
    if (this.closed || this.checking) return
    this.resting = false
    if (!this.socket) return this.connect()
    const socket = this.socket
    this.checking = true
    const before = this.heard
    void this.say({ type: 'ping' })
    await new Promise((done) => setTimeout(done, ANSWER_WITHIN))
    this.checking = false
    if (this.heard === before && this.socket === socket) this.drop(socket)
  }

  /** Lets the server go until `check` is called, unless it owes an answer. */
  rest(): void {
    if (!this.socket || this.waiting.size) return
    const socket = this.socket
    this.socket = null
    this.resting = true
    socket.onclose = null
    socket.close()
  }

  close(): void {
    this.closed = true
    clearInterval(this.beat)
    clearTimeout(this.timer)
    const socket = this.socket
    this.socket = null
    if (this.isOpen) socket?.close()
    else if (socket) socket.onopen = () => socket.close() // earlier, a browser complains on its console
  }

  private connect(): void {
    clearTimeout(this.timer)
    if (this.closed || this.socket) return
    this.last = Date.now()
    this.options.status(this.failures ? 'lost' : 'connecting', this.failures)
    const since = this.options.since()
    const open = this.options.open ?? ((url: string) => new WebSocket(url) as Socket)
    const socket = open(since === null ? this.url : `${this.url}?since=${since}`)
    this.socket = socket
    this.isOpen = false
    socket.onopen = () => {
      if (this.socket !== socket) return
      this.isOpen = true
      for (const { command } of this.waiting.values()) this.send(command)
    }
    socket.onmessage = ({ data }) => {
      if (this.socket !== socket || typeof data !== 'string') return
      this.last = Date.now()
      this.heard++
      this.failures = 0
      this.options.status('open', 0)
      const event = JSON.parse(data) as Event
      this.options.hear(event)
      const asked = event.id === undefined ? undefined : this.waiting.get(event.id)
      if (asked) {
        this.waiting.delete(event.id!)
        asked.done(event)
      }
    }
    socket.onclose = () => this.drop(socket)
  }

  private drop(socket: Socket): void {
    if (this.socket !== socket) return
    this.socket = null
    socket.onclose = null
    socket.close()
    if (this.closed) return
    const wait = Math.min(FIRST_WAIT * 2 ** this.failures, this.options.longest ?? LONGEST_WAIT)
    this.failures++
    this.options.status('lost', this.failures)
    this.timer = setTimeout(() => this.connect(), wait)
  }

  private send(command: Command): void {
    try {
      this.socket?.send(JSON.stringify(command))
    } catch {
      // not open yet: it is sent when it opens
    }
  }
}

function urlOf(path: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  return `${scheme}://${location.host}/api/${path}`
}
export const socketUrl = (table: string) => urlOf(`tables/${encodeURIComponent(table)}/socket`)
export const changesUrl = (topics: string) => urlOf(`changes?${topics}`)
