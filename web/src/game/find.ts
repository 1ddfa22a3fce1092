// "Find me a game": which open table fits, and which tables ask for an answer.
import type { MyTable, TableInfo } from '../protocol/messages'
import { byDays } from './days'
import { presetOf } from './words'

/** Whether somebody waits there who is at the table now, or will come, and a seat is free for one more. */
export function isWaiting(table: TableInfo): boolean {
  return (
    table.status === 'waiting' &&
    !table.locked &&
    table.seats.some((seat) => seat.kind === 'open') &&
    table.seats.some((seat) => seat.kind === 'person' && (seat.connected || byDays(table)))
  )
}

/** The open tables that fit and are played now, the one that is nearest to its start first. `preset` '' means any game; `mine`: my tables. */
export function fitting(tables: readonly TableInfo[], preset: string, mine: readonly MyTable[] = []): TableInfo[] {
  const own = new Set(mine.map(({ table }) => table.id))
  const missing = (table: TableInfo) => table.seats.filter((seat) => seat.kind === 'open').length
  return tables
    .filter(
      (table) =>
        isWaiting(table) && !byDays(table) && !own.has(table.id) && (!preset || presetOf(table.rules) === preset),
    )
    .sort((a, b) => missing(a) - missing(b))
}

/** Who has asked for a rematch at a table where I have not answered yet; nobody there counts twice. */
export function askers({ table, seat }: MyTable): string[] {
  if (table.status !== 'over' || table.seats[seat]?.again) return []
  return table.seats.flatMap((one, i) => (i !== seat && one.kind === 'person' && one.again ? [one.name ?? ''] : []))
}

/** Whether other people may change something about a table of mine: they come, move, or are there for a rematch. */
export function awaitsOthers({ table, seat }: MyTable): boolean {
  const others = table.seats.filter((one, i) => i !== seat && one.kind !== 'bot')
  if (table.status === 'over') return others.some((one) => one.connected)
  return table.status !== 'closed' && others.length > 0
}
