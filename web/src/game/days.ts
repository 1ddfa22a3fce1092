// Tables of days: people have days for a decision, and come when they are called.
import { DAY } from '../protocol/facts'
import type { MyTable, TableInfo } from '../protocol/messages'

export const byDays = ({ clock }: Pick<TableInfo, 'clock'>) => (clock ?? 0) >= DAY

/** Whether a table of days waits for me. */
export const isMyTurn = ({ table, seat }: MyTable) => table.status !== 'closed' && !!table.awaited?.includes(seat)
