// What people and programs say of the actions of a record (docs/records.md): the key `comments` of a round. Whoever wrote it,
// only what has the right kind is shown.

export interface Comment {
  text: string
  line: readonly string[] // what could have been done from there on
  value: number | null // points ahead, of the line or of the action
  verdict: string
  by: string
}

type Data = Record<string, unknown>
const isData = (one: unknown): one is Data => typeof one === 'object' && one !== null
const list = (one: unknown): unknown[] => (Array.isArray(one) ? one : [])
const text = (one: unknown) => (typeof one === 'string' ? one : '')

/** The comments on the action of a place. */
export function commentsAt(record: Data | null, place: { round: number; index: number } | null): Comment[] {
  const round = place && list(record?.['rounds'])[place.round - 1]
  if (!isData(round)) return []
  return list(round['comments'])
    .filter(isData)
    .filter((one) => one['action'] === place!.index)
    .map((one) => ({
      text: text(one['text']),
      line: list(one['line']).filter((action) => typeof action === 'string'),
      value: typeof one['value'] === 'number' ? one['value'] : null,
      verdict: text(one['verdict']),
      by: text(one['by']),
    }))
}
