// The HTTP side of the server. A refused request throws a Refusal, worded from its code and params.
import { refusalWords } from '../game/sentences'
import { recall, remember } from '../platform/settings.svelte'
import { t } from '../words'
import { LEVELS_HERE } from './page/engine/levels'
import { LOCAL } from '../protocol/facts'
import { hasServer } from '../platform/place'
import { Trouble } from '../platform/trouble.svelte'
import type {
  Games,
  Lobby,
  Me,
  Mistakes,
  NewTable,
  Problem,
  Records,
  Seen,
  TableInfo,
  View,
} from '../protocol/messages'

export class Refusal extends Trouble {
  constructor(
    readonly code: string,
    reason: string,
    readonly status: number,
  ) {
    super(reason)
  }
}

/** Asks the server, or, for what is local, the browser itself (local/api.ts). */
export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  if (!hasServer || path.includes(`/tables/${LOCAL}`)) return requestHere<T>(method, path, body)
  try {
    return await requestServer<T>(method, path, body)
  } catch (error) {
    // Without a connection, what one needs to go on playing here.
    if (error instanceof Refusal && error.code === 'offline' && WITHOUT_SERVER.test(path))
      return requestHere<T>(method, path, body)
    throw error
  }
}

const AT_MOST = 20_000 // ms; a server that says nothing for so long cannot be reached
const WITHOUT_SERVER = /^\/api\/(games|me|lobby|replay)$/

/** What answers in the browser; its code may not have come yet. */
const here = () =>
  import('./page/answers').catch(() => {
    throw new Refusal('offline', t('net.offline'), 0)
  })

async function requestHere<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await (await here()).request(method, path, body)) as T
}

async function requestServer<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, credentials: 'same-origin', signal: AbortSignal.timeout(AT_MOST) }
  if (body !== undefined) {
    init.body = JSON.stringify(body)
    init.headers = { 'content-type': 'application/json' }
  }
  let answer: Response
  try {
    answer = await fetch(path, init)
  } catch {
    throw new Refusal('offline', t('net.offline'), 0)
  }
  if (!answer.ok) {
    const problem = (await answer.json().catch(() => null)) as Problem | null
    throw new Refusal(
      problem?.code ?? 'internal',
      problem ? refusalWords(problem) : t('net.status', { status: answer.status }),
      answer.status,
    )
  }
  return (await answer.json()) as T
}

/** Who I am, and my tables: those of the server, and those of this browser. */
export async function me(): Promise<Me> {
  const found = await request<Me>('GET', '/api/me')
  if (!hasServer || !recall(PLAYED_HERE, false)) return found
  const own = await requestHere<Me>('GET', '/api/me')
  const tables = new Map([...found.tables, ...own.tables].map((one) => [one.table.id, one]))
  return { name: found.name ?? own.name, tables: [...tables.values()].sort((a, b) => b.changed - a.changed) }
}
export function callMe(name: string): Promise<Me> {
  remember('name', name) // for tables of this browser
  return request<Me>('POST', '/api/me', { name })
}
/** Makes sure that the server knows this person, who may so far have played in this browser alone. */
export async function beGuest(): Promise<void> {
  if (!(await request<Me>('GET', '/api/me')).name) await callMe((await me()).name ?? t('home.guest'))
}
/** Games, bots, limits: facts of the server that hold as long as the page is open. */
export function games(): Promise<Games> {
  known ??= request<Games>('GET', '/api/games').catch((error: unknown) => {
    known = undefined
    throw error
  })
  return known
}
let known: Promise<Games> | undefined
export const mistakes = () => request<Mistakes>('GET', '/api/mistakes')
export const lobby = () => request<Lobby>('GET', '/api/lobby')
/** A new table: in this browser if nobody else is to come, except for people at this screen, else on the server. */
export async function makeTable(wish: NewTable, people: string[] = []): Promise<TableInfo> {
  if (hasServer && !playsHere(wish) && !people.length) return request<TableInfo>('POST', '/api/tables', wish)
  try {
    const table = await (await here()).make(wish, people)
    remember(PLAYED_HERE, true)
    return table
  } catch (error) {
    if (!hasServer || people.length || !(error instanceof Refusal) || error.code !== 'engine') throw error
    await beGuest()
    return request<TableInfo>('POST', '/api/tables', wish)
  }
}
/** Whether a table needs nothing but this browser. */
export const playsHere = ({ seats, rated }: NewTable) =>
  recall('here', true) &&
  !rated &&
  seats.includes('me') &&
  seats.every((seat) => seat === 'me' || LEVELS_HERE.includes(seat))
export const PLAYED_HERE = 'playedHere' // there are tables of this browser
export const table = (id: string) => request<TableInfo>('GET', `/api/tables/${encodeURIComponent(id)}`)
/** What I see of a table, with no connection to it. */
export const view = async (id: string) =>
  (await request<Seen>('GET', `/api/tables/${encodeURIComponent(id)}/view`)).view as View | null
/** Takes any free seat. */
export const sit = (id: string) => request<TableInfo>('POST', `/api/tables/${encodeURIComponent(id)}/seat`, {})
export const records = (id: string) => request<Records>('GET', `/api/tables/${encodeURIComponent(id)}/records`)
export const record = (id: string, number: number) =>
  request<Record<string, unknown>>('GET', `/api/tables/${encodeURIComponent(id)}/records/${number}`)
