// What exercises, "play on from here" and "what if" ask of the server.
import { mistakes, record, records, request } from './api'
import type { Line, Position, RecordRef, Review, TableInfo, Verdict } from '../protocol/messages'
import type { Server, Task } from '../game/exercise.svelte'

const at = (record: string, ...rest: (string | number)[]) =>
  ['/api/records', encodeURIComponent(record), ...rest].join('/')
const placeOf = ({ record, round, index }: Task) => at(record, 'positions', round, index)

export { mistakes }

export const server: Server = {
  position: (task) => request<Position>('GET', placeOf(task)),
  judge: (task, action) => request<Verdict>('POST', placeOf(task), { action }),
  forget: ({ record, round, index }) =>
    request<unknown>('DELETE', `/api/mistakes/${encodeURIComponent(record)}/${round}/${index}`),
}
/** Keeps a record for some days, so that its positions can be asked for. */
export const keep = async (record: unknown) => (await request<RecordRef>('POST', '/api/records', record)).id
/** The id of the record of a finished match. */
export async function idOf(table: string, match: number): Promise<string> {
  const id = (await records(table)).records.find((one) => one.number === match)?.id
  // Stored before records had ids, or not there: then this refuses in words.
  return id ?? keep(await record(table, match))
}
/** The id of the record of a match that is still played, as far as this round. */
export const idOfRound = async (table: string, round: number) =>
  (await request<RecordRef>('POST', `/api/tables/${encodeURIComponent(table)}/rounds/${round}`)).id
export const review = (record: string) => request<Review>('GET', at(record, 'review'))
export const startReview = (record: string) => request<Review>('POST', at(record, 'review'), { effort: 'quick' })
export const remember = ({ record, round, index }: Task) =>
  request<unknown>('POST', '/api/mistakes', { record, round, index })

/** A place in a record: the position before the action with this index in the log of the round. */
export interface Place {
  record: string
  round: number
  index: number
}
export const line = ({ record, round, index }: Place, actions: readonly string[], values: boolean) =>
  request<Line>('POST', at(record, 'line'), { round, index, line: actions, values })
export const playOn = ({ record, round, index }: Place, seat: number, bot: string) =>
  request<TableInfo>('POST', at(record, 'table'), { round, index, seat, bot })
