// One table as the page knows it: what the server has sent, kept current by its messages. No rules, no drawing.
import { byDays } from '../game/days'
import { closing, endsRound } from '../game/closing'
import { unknown } from '../protocol/exhaustive'
import { still } from '../platform/motion'
import { t } from '../words'
import { Connection, socketUrl, type Line, type Status, type Wish } from './connection'
import { table as askTable, Refusal } from './api'
import type { ChatLine, Clock, Event, Played, Table, TableInfo, View } from '../protocol/messages'
import { compare } from '../platform/offline'
import { countdown, type Countdown } from '../platform/countdown'

/** What the movement on the table is based on, given before the change is drawn, so that places can be measured. */
export interface Change {
  event: Played | null // null: the round that has ended makes way for the next deal, or for the end of the match
  before: View
  after: View
}

/** A round has ended: its last board, with the result beside it, until the next deal is drawn. */
export interface Ending {
  board: View
  after: View
}

export interface Reaction {
  key: number
  seat: number
  reaction: string
  text?: string // a line of chat, shown at the seat
}

const WAKES = ['visibilitychange', 'resume', 'pageshow', 'online'] // the first two are the document's, and come by
const END_SHOWN = { moving: 1200, still: 600 } // ms; so long the end of a round lies on the table
const ENDING_AT_MOST = 6000 // ms; the page ends it sooner, unless it cannot draw
const SHOWN = 2600 // ms; a reaction at the seat
const SAID = 4000 // ms; a line of chat at the seat
const RESTS = 20_000 // ms; then the page of a table of days says that nobody looks at it any more
const GONE_AFTER = 6 // failures in a row, about 5 s, until the page says that the server is gone

export class TableStore {
  table = $state.raw<TableInfo | null>(null)
  seat = $state<number | null>(null)
  view = $state.raw<View | null>(null)
  finished = $state.raw<View | null>(null) // the last round that ended here and was followed by another
  chat = $state.raw<ChatLine[]>([])
  clock = $state.raw<Countdown | null>(null)
  pause = $state.raw<Countdown | null>(null) // until the next round begins
  grace = $state.raw<(number | null)[]>([]) // by seat: when a bot takes over for a person without a connection
  ending = $state.raw<Ending | null>(null) // played by the page after the closing board; `finish` ends it
  status = $state<Status>('connecting')
  gone = $state(false)
  missing = $state<'no-table' | 'closed-server' | null>(null)
  reactions = $state.raw<Reaction[]>([])
  unread = $state(0)
  seq: number | null = null
  listeners = new Set<(change: Change) => void>()
  news = new Set<(event: Table, before: TableInfo | null) => void>() // what happened at the table, for words

  /** Between two rounds nobody acts, and no clock runs. */
  paused = $derived(!!this.table?.paused)

  private readonly connection: Connection
  private rest: ReturnType<typeof setTimeout> | undefined
  private counter = 0
  private hold: ReturnType<typeof setTimeout> | null = null // while the end of a round is shown
  private held: (() => void)[] = [] // what has come meanwhile

  /** Without a `line` of its own the table is the server's. */
  constructor(
    readonly id: string,
    line?: Line,
  ) {
    this.connection = new Connection(socketUrl(id), {
      open: line && (() => line(this.seq)),
      hear: (event) => this.hear(event),
      since: () => this.seq,
      status: (status, failures) => {
        if (this.status === 'lost' && status === 'open') void compare() // perhaps the server is a newer one
        this.status = status
        this.gone = failures >= GONE_AFTER
        if (failures === 1 || failures === GONE_AFTER) void this.exists()
      },
    })
    for (const event of WAKES) window.addEventListener(event, this.wake, true)
  }

  say(wish: Wish): Promise<Event> {
    return this.connection.say(wish)
  }

  /** Plays one of the legal texts. */
  act(action: string): Promise<Event> {
    return this.say({ type: 'act', action, seq: this.seq ?? 0 })
  }

  close(): void {
    for (const event of WAKES) window.removeEventListener(event, this.wake, true)
    clearTimeout(this.rest)
    this.connection.close()
    this.release()
  }

  /** The name on a seat: from the table, or as the match has it. */
  name(seat: number): string {
    const info = this.table?.seats[seat]
    return info?.name ?? this.view?.players?.[seat] ?? t('seat.unnamed', { number: seat + 1 })
  }

  private readonly wake = () => {
    clearTimeout(this.rest)
    if (document.visibilityState === 'visible') void this.connection.check()
    else if (this.table && byDays(this.table)) this.rest = setTimeout(() => this.connection.rest(), RESTS)
  }

  /** A browser cannot see why a socket was refused; the table's address shows whether the table exists. */
  private async exists(): Promise<void> {
    try {
      await askTable(this.id)
    } catch (error) {
      if (!(error instanceof Refusal)) return
      if (error.code === 'closed-server') this.missing = error.code
      else if (error.status === 404) this.missing = 'no-table'
      if (this.missing) this.connection.close()
    }
  }

  private hear(event: Event): void {
    if (event.type === 'played' || event.type === 'table' || event.type === 'chat') {
      if (this.seq !== null && event.seq <= this.seq) return // seen before
    }
    switch (event.type) {
      case 'state':
        this.table = event.table
        this.seat = event.seat
        this.release()
        this.view = event.view
        this.chat = event.chat
        this.setTimes(event)
        this.setGrace(event.grace)
        break
      case 'played':
        if (event.table) this.table = event.table
        this.setTimes(event)
        this.inTurn(() => this.played(event))
        break
      case 'table':
        this.heardTable(event)
        break
      case 'chat':
        this.chat = [...this.chat, { seq: event.seq, seat: event.seat, name: event.name, text: event.text }].slice(-200)
        if (event.seat !== this.seat) this.unread++
        if (event.seat !== null) this.react({ seat: event.seat, reaction: '', text: event.text }, SAID)
        break
      case 'react':
        this.react({ seat: event.seat, reaction: event.reaction }, SHOWN)
        break
      case 'presence':
        if (this.table) {
          const seats = this.table.seats.map((seat, i) => ({
            ...seat,
            connected: event.connected[i] ?? seat.connected,
          }))
          this.table = { ...this.table, seats, watchers: event.watchers }
        }
        if (event.clock) this.clock = countdown(event.clock)
        if (event.pause) this.pause = countdown(event.pause)
        this.setGrace(event.grace)
        break
      case 'error':
      case 'hint':
      case 'ok':
        break // answers: whoever asked gets them
      default:
        unknown(event, null)
    }
    // An answer to a command sent twice carries the seq where it was played then, which may be long ago.
    if (event.type !== 'ok') this.seq = Math.max(this.seq ?? 0, event.seq)
  }

  private played(event: Played): void {
    const before = this.view
    if (!before) return
    const log = 'log' in event.changes ? event.changes.log! : [...before.log, event.action]
    const after = { ...before, ...event.changes, log }
    if (!endsRound(before, after)) return this.change({ event, before, after })
    const end = closing(before, event.action)
    this.change({ event, before, after: end })
    const shown = still() ? END_SHOWN.still : END_SHOWN.moving
    this.hold = setTimeout(() => this.closed({ board: end, after }), shown)
  }

  /** The last play was seen. The ending follows, unless the game has gone on meanwhile, or nothing may move. */
  private closed(ending: Ending): void {
    this.hold = null
    this.ending = ending
    if (this.held.length || still() || document.hidden) this.finish()
    else this.hold = setTimeout(() => this.finish(), ENDING_AT_MOST)
  }

  /** Ends the ending, played or not: the next deal is drawn, or the end of the match, and then what waits. */
  finish(): void {
    const { ending } = this
    if (!ending) return
    this.release(this.held)
    if (ending.after.round > ending.board.round) this.finished = ending.board
    this.change({ event: null, before: ending.board, after: ending.after })
    while (this.hold === null && this.held.length) this.held.shift()!()
  }

  private change(change: Change): void {
    for (const listen of this.listeners) listen(change)
    this.view = change.after
  }

  /** The view changes now, or, while the last play of a round is shown, after it and in the order of their coming. */
  private inTurn(change: () => void): void {
    this.finish() // nothing waits for an ending
    if (this.hold === null) change()
    else this.held.push(change)
  }

  /** A whole view replaces everything that waits. */
  private release(held: (() => void)[] = []): void {
    if (this.hold !== null) clearTimeout(this.hold)
    this.hold = null
    this.ending = null
    this.held = held
  }

  private heardTable(event: Table): void {
    const before = this.table
    this.table = event.table
    this.seat = event.you ?? null
    if (event.view) this.inTurn(() => (this.view = event.view!))
    this.setTimes(event)
    if (before?.paused && !this.paused) this.finish() // the next round begins
    for (const listen of this.news) listen(event, before)
  }

  /** Something at a seat for a while; a new line of chat takes the place of the last one. */
  private react(one: Omit<Reaction, 'key'>, shown: number): void {
    const key = ++this.counter
    const others = this.reactions.filter((old) => !(one.text && old.text && old.seat === one.seat))
    this.reactions = [...others, { ...one, key }]
    setTimeout(() => (this.reactions = this.reactions.filter((old) => old.key !== key)), shown)
  }

  private setTimes({ clock, pause }: { clock?: Clock | null; pause?: Clock | null }): void {
    this.clock = countdown(clock)
    if (pause) this.pause = countdown(pause)
    else if (!this.paused) this.pause = null
  }

  private setGrace(grace: readonly (number | null)[] = []): void {
    const now = performance.now()
    this.grace = grace.map((left) => (left === null ? null : now + left))
  }
}
