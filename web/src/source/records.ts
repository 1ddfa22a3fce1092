// What exercises, "play on from here" and "what if" ask of the server.
import type { Server, Task } from '../game/exercise.svelte'
import type { AnalysisWish } from '../protocol/messages'
import { mistakes, record, records } from './api'
import { ask, page } from './who'

export type AnalysisEffort = NonNullable<AnalysisWish['effort']>

/** A place in a record: the position before the action with this index in the log of the round. */
export interface Place {
  record: string
  round: number
  index: number
}
const placeOf = ({ record, round, index }: Place) => ({ record, number: round, index })

export { mistakes }

/** What the seat saw that acted at a place, and its line. */
export const position = (place: Place) => ask('GET /api/records/{record}/positions/{number}/{index}', placeOf(place))
export const server: Server = {
  position,
  judge: (task, action) =>
    ask('POST /api/records/{record}/positions/{number}/{index}', { ...placeOf(task), body: { action } }),
  forget: (task) => ask('DELETE /api/mistakes/{record}/{number}/{index}', placeOf(task)),
}
/** Keeps a record for some days, so that its positions can be asked for. */
export const keep = async (record: Record<string, unknown>) => (await ask('POST /api/records', { body: record })).id
/** The same in this browser, which takes over the review that the record holds: nothing is computed again. */
export const keepReviewed = async (record: Record<string, unknown>) =>
  (await (await page()).page('POST /api/records', { body: record })).id
/** The id of the record of a finished match. */
export async function idOf(table: string, match: number): Promise<string> {
  const id = (await records(table)).records.find((one) => one.number === match)?.id
  // Stored before records had ids, or not there: then this refuses in words.
  return id ?? keep(await record(table, match))
}
/** The id of the record of a match that is still played, as far as this round. */
export const idOfRound = async (table: string, round: number) =>
  (await ask('POST /api/tables/{table}/rounds/{number}', { table, number: round })).id
export const review = (record: string, since = 0) => ask('GET /api/records/{record}/review', { record, since })
export const startReview = (record: string, effort: 'quick' | 'normal' | 'deep' = 'quick') =>
  ask('POST /api/records/{record}/review', { record, body: { effort } })
export const replay = (record: string) => ask('GET /api/records/{record}/replay', { record })
/** Plays a record again by the rules. */
export const replayOf = (record: Record<string, unknown>, signal: AbortSignal) =>
  ask('POST /api/replay', { body: record }, { signal })
export const remember = ({ record, round, index }: Task) =>
  ask('POST /api/mistakes', { body: { record, round, index } })

export const line = (
  { record, round, index }: Place,
  actions: readonly string[],
  values: boolean,
  signal?: AbortSignal,
) => ask('POST /api/records/{record}/line', { record, body: { round, index, line: [...actions], values } }, { signal })
/** What the plays of a place are worth with open cards, as far as so many nodes show. */
export const values = ({ record, round, index }: Place, nodes: number, signal: AbortSignal) =>
  ask('POST /api/records/{record}/values', { record, body: { round, index, nodes } }, { signal })
/** What each option of a position is worth, by what its seat knows; the position is a line or a record. */
export const analyse = (position: string, effort: AnalysisEffort) =>
  ask('POST /api/analysis', { body: { position, effort } })
export const playOn = ({ record, round, index }: Place, seat: number, bot: string) =>
  ask('POST /api/records/{record}/table', { record, body: { round, index, seat, bot } })
