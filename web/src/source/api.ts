// What all pages ask: who I am, games, tables, records. A refused request throws a Refusal.
import { hasServer } from '../platform/place'
import { recall, remember } from '../platform/settings.svelte'
import { GUEST } from '../protocol/facts'
import type { Games, Me, NewTable } from '../protocol/messages'
import { begin, PLAYED_HERE } from './making'
import { Refusal } from './refusal'
import { ask, page } from './who'

export { ask, Refusal }

/** Who I am, and my tables: those of the server, and those of this browser. */
export async function me(signal?: AbortSignal): Promise<Me> {
  const found = await ask('GET /api/me', {}, { signal })
  if (!hasServer || !recall(PLAYED_HERE, false)) return found
  const own = await (await page()).me()
  const tables = new Map([...found.tables, ...own.tables].map((one) => [one.table.id, one]))
  const { name, named } = found.name === null ? own : found
  return { name, named, tables: [...tables.values()].sort((a, b) => b.changed - a.changed) }
}
/** The link by which people join a closed server has its code. */
const join = new URLSearchParams(globalThis.location?.search).get('join')
if (join) remember('join', join)

/** Without a name: as a guest. */
export function callMe(name?: string): Promise<Me> {
  remember('name', name ?? GUEST) // for tables of this browser
  const code = recall('join', '')
  return ask('POST /api/me', { body: { name: name ?? null, ...(code ? { code } : {}) } })
}
/** Makes sure that the server knows this person, who may so far have played in this browser alone. */
export async function beGuest(): Promise<void> {
  if (!(await ask('GET /api/me', {})).name) await callMe((await me()).name ?? undefined)
}
/** Games, bots, limits: facts of the server that hold as long as the page is open. */
export function games(): Promise<Games> {
  known ??= ask('GET /api/games', {}).catch((error: unknown) => {
    known = undefined
    throw error
  })
  return known
}
let known: Promise<Games> | undefined
export const mistakes = (signal?: AbortSignal) => ask('GET /api/mistakes', {}, { signal })
export const lobby = (signal?: AbortSignal) => ask('GET /api/lobby', {}, { signal })
/** A new table: its id. One for several people at this screen is always of this browser. */
export const makeTable = (wish: NewTable, people: string[] = []): Promise<{ id: string }> =>
  people.length ? makeHere(wish, people) : ask('POST /api/tables', { body: wish }, { here: () => makeHere(wish) })

/** A table of this browser; its page makes it, and shows how far that is. */
async function makeHere(wish: NewTable, people?: string[]): Promise<{ id: string }> {
  const { check, make } = await page()
  if (!people) await check(wish)
  return begin({ wish, make: () => make(wish, people) })
}
export const table = (id: string) => ask('GET /api/tables/{table}', { table: id })
/** Deletes a table of this browser. */
export const forgetTable = async (id: string) => (await page()).forget(id)
/** What I see of a table, with no connection to it. */
export const view = async (id: string) => (await ask('GET /api/tables/{table}/view', { table: id })).view
/** Takes any free seat. */
export const sit = (id: string) => ask('POST /api/tables/{table}/seat', { table: id, body: {} })
export const records = (id: string) => ask('GET /api/tables/{table}/records', { table: id })
export const record = (id: string, number: number, signal?: AbortSignal) =>
  ask('GET /api/tables/{table}/records/{number}', { table: id, number }, { signal })
