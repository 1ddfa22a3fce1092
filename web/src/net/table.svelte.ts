// One table as the page knows it: what the server has sent, kept current by its messages. No rules, no drawing.
import { closing, endsRound } from '../game/closing'
import { unknown } from '../game/exhaustive'
import { still } from '../move/flights'
import { t } from '../words'
import { Connection, socketUrl, type Status, type Wish } from './connection'
import { table as askTable, Refusal } from './api'
import type { ChatLine, Clock, Event, Played, TableInfo, View } from './messages'

/** What the movement on the table is based on, given before the change is drawn, so that places can be measured. */
export interface Change {
  event: Played | null // null: the round that has ended makes way for the next deal, or for the end of the match
  before: View
  after: View
}

export interface Reaction {
  key: number
  seat: number
  reaction: string
}

const WAKES = ['visibilitychange', 'resume', 'pageshow', 'online'] // the first two are the document's, and come by
const END_SHOWN = { moving: 1200, still: 600 } // ms; so long the end of a round lies on the table
const GONE_AFTER = 6 // failures in a row, about 5 s, until the page says that the server is gone

export class TableStore {
  table = $state.raw<TableInfo | null>(null)
  seat = $state<number | null>(null)
  view = $state.raw<View | null>(null)
  finished = $state.raw<View | null>(null) // the last round that ended here and was followed by another
  chat = $state.raw<ChatLine[]>([])
  clock = $state.raw<{ until: number; of: number } | null>(null)
  status = $state<Status>('connecting')
  gone = $state(false)
  missing = $state(false)
  reactions = $state.raw<Reaction[]>([])
  unread = $state(0)
  seq: number | null = null
  listeners = new Set<(change: Change) => void>()

  private readonly connection: Connection
  private counter = 0
  private hold: ReturnType<typeof setTimeout> | null = null // while the end of a round is shown
  private held: (() => void)[] = [] // what has come meanwhile

  constructor(readonly id: string) {
    this.connection = new Connection(socketUrl(id), {
      hear: (event) => this.hear(event),
      since: () => this.seq,
      status: (status, failures) => {
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
    this.connection.close()
    this.release()
  }

  /** The name on a seat: from the table, or as the match has it. */
  name(seat: number): string {
    const info = this.table?.seats[seat]
    const name = info?.name ?? this.view?.players?.[seat] ?? t('seat.unnamed', { number: seat + 1 })
    return info?.kind === 'bot' ? name.replace(/^Bot /, '') : name // that it is a bot, its square dot says
  }

  private readonly wake = () => {
    if (document.visibilityState === 'visible') void this.connection.check()
  }

  /** A browser cannot see why a socket was refused; the table's address shows whether the table exists. */
  private async exists(): Promise<void> {
    try {
      await askTable(this.id)
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) {
        this.missing = true
        this.connection.close()
      }
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
        this.setClock(event.clock)
        break
      case 'played':
        if (event.table) this.table = event.table
        this.setClock(event.clock)
        this.inTurn(() => this.played(event))
        break
      case 'table':
        this.table = event.table
        this.seat = event.you ?? null
        if (event.view) this.inTurn(() => (this.view = event.view!))
        this.setClock(event.clock)
        break
      case 'chat':
        this.chat = [...this.chat, { seq: event.seq, seat: event.seat, name: event.name, text: event.text }].slice(-200)
        this.unread++
        break
      case 'react':
        this.react(event.seat, event.reaction)
        break
      case 'presence':
        if (this.table) {
          const seats = this.table.seats.map((seat, i) => ({
            ...seat,
            connected: event.connected[i] ?? seat.connected,
          }))
          this.table = { ...this.table, seats, watchers: event.watchers }
        }
        if (event.clock) this.setClock(event.clock)
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
    this.hold = setTimeout(
      () => {
        this.hold = null
        if (after.round > end.round) this.finished = end
        this.change({ event: null, before: end, after })
        while (this.hold === null && this.held.length) this.held.shift()!()
      },
      still() ? END_SHOWN.still : END_SHOWN.moving,
    )
  }

  private change(change: Change): void {
    for (const listen of this.listeners) listen(change)
    this.view = change.after
  }

  /** The view changes now, or, while the end of a round is shown, after it and in the order in which changes came. */
  private inTurn(change: () => void): void {
    if (this.hold === null) change()
    else this.held.push(change)
  }

  /** A whole view replaces everything that waits. */
  private release(): void {
    if (this.hold !== null) clearTimeout(this.hold)
    this.hold = null
    this.held = []
  }

  private react(seat: number, reaction: string): void {
    const key = ++this.counter
    this.reactions = [...this.reactions, { key, seat, reaction }]
    setTimeout(() => (this.reactions = this.reactions.filter((shown) => shown.key !== key)), 2600)
  }

  private setClock(clock: Clock | null | undefined): void {
    this.clock = clock ? { until: performance.now() + clock.left, of: clock.of } : null
  }
}
