// How answers are asked for. A server (server.ts) and this page (page/answers.ts) both answer so; who.ts chooses.
import type { Operations } from '../protocol/operations'

export type Operation = keyof Operations
/** Parts of the path and of the query, and the body. */
export type Given<O extends Operation> = Operations[O]['given']
export type Answer<O extends Operation> = Operations[O]['answer']
/** `signal` says when nobody waits any longer. */
export type Ask = <O extends Operation>(operation: O, given: Given<O>, signal?: AbortSignal) => Promise<Answer<O>>

const PART = /\{(\w+)\}/g
type Values = Record<string, string | number | null | undefined>

/** What stands in the path of an operation. */
export function places<O extends Operation>(operation: O, given: Given<O>): string[] {
  return [...operation.matchAll(PART)].map(([, name]) => String((given as Values)[name!]))
}

/** The address, with its query. */
export function address<O extends Operation>(operation: O, given: Given<O>): string {
  const pattern = operation.slice(operation.indexOf('/'))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(given as Values))
    if (name !== 'body' && value !== null && value !== undefined && !pattern.includes(`{${name}}`))
      query.set(name, String(value))
  const path = pattern.replace(PART, (_, name: string) => encodeURIComponent(String((given as Values)[name])))
  return query.size ? `${path}?${query}` : path
}
