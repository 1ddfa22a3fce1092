// What happens at the table besides the game, told in words: who comes and goes, who loses the connection, who is the
// host, what comes of a wish to take something back. The lines stand in the chat; the seats show the rest.
import { untrack } from 'svelte'
import { byDays } from '../../game/days'
import { tableWords, undoWords, type TableLine } from '../../game/presence'
import { t } from '../../words'
import type { SeatInfo, Table, TableInfo, View } from '../../protocol/messages'
import type { Session } from './session.svelte'

const MOST = 60

export class TableLines {
  all = $state.raw<TableLine[]>([])
  private counter = 0
  private before: SeatInfo[] | null = null // who sat there a moment ago
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

  /** Who has lost the connection, and who is back before a bot has played for them: of that there is no event. */
  private look(table: TableInfo): void {
    const { seats, status } = table
    const before = this.before
    this.before = seats
    if (!before || status !== 'playing' || byDays(table)) return
    for (const [seat, info] of seats.entries()) {
      const was = before[seat]
      if (info.kind !== 'person' || was?.kind !== 'person' || was.name !== info.name || was.away || info.away) continue
      if (was.connected && !info.connected) this.add({ text: info.name ?? '', lost: seat })
      if (!was.connected && info.connected) this.add({ text: t('lines.back', { name: info.name ?? '' }) })
    }
  }

  private add(line: Pick<TableLine, 'text' | 'lost'>): void {
    const made = { ...line, key: ++this.counter, seq: this.session.store.seq ?? 0 }
    this.all = [...this.all, made].slice(-MOST)
  }
}
