// What happens at the table besides the game, told in words: who comes and goes, who loses the connection, who is the
// host, what comes of a wish to take something back. The lines stand in the chat; the seats show the rest.
import { untrack } from 'svelte'
import { byDays } from '../../game/days'
import { tableWords, undoWords, type TableLine } from '../../game/presence'
import type { Table, TableInfo, View } from '../../protocol/messages'
import type { Session } from './session.svelte'

const MOST = 60

export class TableLines {
  all = $state.raw<TableLine[]>([])
  private counter = 0
  private connected: boolean[] | null = null
  private view: View | null = null // as it is drawn: an event may already have changed the session's

  constructor(private readonly session: Session) {
    session.store.news.add((event, before) => this.heard(event, before))
    $effect(() => {
      this.view = session.view
    })
    $effect(() => {
      const { table } = session.store
      untrack(() => table && this.look(table))
    })
  }

  private heard(event: Table, before: TableInfo | null): void {
    const { names } = this.session
    const undo = undoWords(event, before, this.view, names)
    if (undo) this.session.tell(undo)
    for (const text of [undo, ...tableWords(event, before, names)]) if (text) this.add({ text })
  }

  /** Who was connected a moment ago, and is not now. */
  private look(table: TableInfo): void {
    const { seats, status } = table
    const before = this.connected
    this.connected = seats.map((seat) => seat.kind !== 'person' || seat.connected)
    if (!before || status !== 'playing' || byDays(table)) return
    for (const [seat, info] of seats.entries()) {
      const was = before[seat] ?? true
      if (was && !this.connected[seat] && !info.away) this.add({ text: info.name ?? '', lost: seat })
    }
  }

  private add(line: Pick<TableLine, 'text' | 'lost'>): void {
    const made = { ...line, key: ++this.counter, seq: this.session.store.seq ?? 0 }
    this.all = [...this.all, made].slice(-MOST)
  }
}
