// The requests of net/api.ts, answered by this browser: what a server would say, from IndexedDB and the engine.
import { engine } from '../engine/engine.svelte'
import { LEVELS_HERE } from '../engine/levels'
import { thinkers } from '../engine/thinkers'
import { PLAYED_HERE, Refusal } from '../net/api'
import type { Games, Me, Mistakes, MyTable, NewTable, RecordInfo, Records, TableInfo } from '../net/messages'
import { recall, remember } from '../ui/settings.svelte'
import { allWords, form, t } from '../words'
import facts from './games.json'
import { store, type KeptTable } from './store'

/** The levels that run in a browser: Python's own, and those of the core. */
const levels = [...LEVELS_HERE, ...thinkers]

const NO_MISTAKES: Mistakes = { due: [], kept: 0, next: null, solved: 0 }
type Handler = (body: unknown, ...parts: string[]) => Promise<unknown>

const HANDLERS: [string, RegExp, Handler][] = [
  ['GET', /^\/api\/games$/, async () => games()],
  ['GET', /^\/api\/me$/, () => me()],
  ['POST', /^\/api\/me$/, (body) => (remember('name', (body as { name: string }).name.trim()), me())],
  ['GET', /^\/api\/lobby$/, async () => ({ tables: [] })],
  ['GET', /^\/api\/mistakes$/, async () => NO_MISTAKES],
  ['POST', /^\/api\/tables$/, (body) => make(body as NewTable)],
  ['GET', /^\/api\/tables\/([^/]+)$/, async (_, id) => (await found(id!)).info],
  ['GET', /^\/api\/tables\/([^/]+)\/view$/, (_, id) => engine.tables('seen', id, 0)],
  ['GET', /^\/api\/tables\/([^/]+)\/records$/, (_, id) => records(id!)],
  ['GET', /^\/api\/tables\/([^/]+)\/records\/(\d+)$/, (_, id, number) => record(id!, Number(number))],
  ['POST', /^\/api\/replay$/, (body) => engine.call('browser.records', 'replay', JSON.stringify(body))],
]

export async function request(method: string, path: string, body?: unknown): Promise<unknown> {
  for (const [kind, pattern, handle] of HANDLERS) {
    const parts = kind === method ? pattern.exec(path) : null
    if (parts) return handle(body, ...parts.slice(1).map(decodeURIComponent))
  }
  await allWords()
  throw new Refusal('local', t('local.needsServer'), 0)
}

function games(): Games {
  const all = facts as unknown as Games
  return { ...all, bots: all.bots.filter((bot) => levels.includes(bot.level)) }
}

/** Who plays in this browser. */
export const myName = () => recall<string | null>('name', null)

async function me(): Promise<Me> {
  return { name: myName(), tables: (await store.tables()).map(mine) }
}

function mine({ info, changed }: KeptTable): MyTable {
  return {
    table: info,
    seat: Math.max(
      0,
      info.seats.findIndex((seat) => seat.kind === 'person'),
    ),
    changed,
  }
}

/** A table of this browser; `people` are those at its screen, the first on the seat `me`, the others on the `open` ones. */
export async function make(wish: NewTable, people: string[] = []): Promise<TableInfo> {
  return engine.tables<TableInfo>('make', wish, people.length ? people : [myName() || t('home.guest')])
}

/** Keeps a match from a file in this browser; the answer is its table. */
export async function importRecord(record: unknown): Promise<string> {
  interface Imported {
    table: TableInfo
    info: RecordInfo
    record: string
  }
  const match = await engine.call<Imported>('browser.records', 'imported', JSON.stringify(record))
  try {
    await store.put(match.table, match.info, match.record)
  } catch {
    throw new Refusal('local', t('local.full'), 0)
  }
  remember(PLAYED_HERE, true)
  return match.table.id
}

async function found(id: string): Promise<KeptTable> {
  return (await store.table(id)) ?? missing('no-table')
}

async function records(id: string): Promise<Records> {
  return { records: (await store.records(id)).map(({ info }) => info) }
}

async function record(id: string, number: number): Promise<unknown> {
  const kept = (await store.records(id)).find((one) => one.number === number) ?? (await missing('no-record'))
  return JSON.parse(await engine.tables<string>('timed', id, number, kept.record))
}

async function missing(code: 'no-table' | 'no-record'): Promise<never> {
  await allWords()
  throw new Refusal(code, form('refusal', code, {}), 404)
}
