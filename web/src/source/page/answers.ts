// What a server would say, from IndexedDB and the engine of this page; who.ts says when it is asked.
import collection from 'packaged:puzzles.bin'
import { missing as missingHere } from './core/support'
import { download, unpacked } from '../../platform/download'
import { engine } from './engine/engine.svelte'
import { WITHOUT_CORE } from './engine/levels'
import { thinkers } from './engine/thinkers'
import { PLAYED_HERE } from '../making'
import type { Answer, Ask, Given, Operation } from '../door'
import { Refusal } from '../refusal'
import { GUEST, LOCAL } from '../../protocol/facts'
import type {
  DailyDeals,
  DailyGames,
  Games,
  Me,
  Mistakes,
  MyTable,
  NewTable,
  RecordInfo,
  RecordRef,
  Records,
  Review,
  TableInfo,
} from '../../protocol/messages'
import { fileAt, hasServer } from '../../platform/place'
import { recall, remember } from '../../platform/settings.svelte'
import { allWords, form, t } from '../../words'
import facts from '../../protocol/games.json'
import { shelf } from './shelf'
import { store, type KeptTable } from './store'

/** The levels that run in this browser. */
const levels = thinkers.length ? thinkers : WITHOUT_CORE

/** A record that can be reviewed here: its text, the one round to look at, and the seat of whoever played. */
interface Reviewed {
  record: string
  only: number | null
  seat: number | null
}

const NO_MISTAKES: Mistakes = { due: [], kept: 0, next: null, solved: 0 }

type Here = { [O in Operation]?: (given: Given<O>) => Promise<Answer<O>> }
const HERE: Here = {
  'GET /api/games': async () => games(),
  'GET /api/me': () => me(),
  'POST /api/me': ({ body }) => (remember('name', body.name?.trim() ?? GUEST), me()),
  'GET /api/lobby': async () => ({ tables: [] }),
  'GET /api/mistakes': async () => (hasServer ? refuse() : NO_MISTAKES), // a server has a bank of them
  'GET /api/tables/{table}': async ({ table }) => (await found(table)).info,
  'GET /api/tables/{table}/view': async ({ table }) => engine.tables('seen', (await found(table)).id, 0),
  'GET /api/tables/{table}/records': ({ table }) => records(table),
  'GET /api/tables/{table}/records/{number}': ({ table, number }) => record(table, number),
  'POST /api/tables/{table}/rounds/{number}': ({ table, number }) => keepRound(table, number),
  'POST /api/records': ({ body }) => keepRecord(body),
  'GET /api/records/{record}/replay': async ({ record }) => call('records', 'replay', (await reviewed(record)).record),
  'POST /api/records/{record}/review': ({ record, body }) => startReview(record, body.effort),
  'GET /api/records/{record}/review': ({ record, since }) => review(record, since),
  'GET /api/records/{record}/positions/{number}/{index}': async ({ record, number, index }) =>
    call('reviews', 'position', (await reviewed(record)).record, number, index),
  'POST /api/records/{record}/positions/{number}/{index}': async ({ record, number, index, body }) =>
    reviews('answer', bare(record), (await reviewed(record)).record, number, index, body.action),
  'POST /api/records/{record}/line': async ({ record, body }) => reviews('line', (await reviewed(record)).record, body),
  'POST /api/records/{record}/values': async ({ record, body }) =>
    reviews('values', (await reviewed(record)).record, body),
  'POST /api/analysis': async ({ body }) => {
    await needCore()
    return engine.wait('analysis', 'analyse', body, recall('reviewScale', 1))
  },
  'POST /api/records/{record}/table': async ({ record, body }) =>
    own('go_on', bare(record), (await reviewed(record)).record, body, myName() || GUEST),
  'GET /api/puzzles': () => puzzles('overview'),
  'GET /api/puzzles/next': ({ game = '', kind = '', theme = '' }) => puzzles('choose', game, kind, theme),
  'GET /api/puzzles/{puzzle}': ({ puzzle }) => puzzles('task', puzzle),
  'POST /api/puzzles/{puzzle}': ({ puzzle, body }) => puzzles('answer', puzzle, body.answers),
  'POST /api/puzzles/{puzzle}/hint': ({ puzzle, body }) => puzzles('hint', puzzle, body.answers),
  'POST /api/puzzles/{puzzle}/solution': ({ puzzle }) => puzzles('solution', puzzle),
  'GET /api/daily': () => dailyGames(),
  'GET /api/daily/{preset}': ({ preset, day }) => dailyDeals(preset, day ?? null),
  'POST /api/daily/{preset}/{deal}': ({ preset, deal, body }) =>
    own('practise', preset, deal, body.day ?? null, myName() || GUEST),
  'POST /api/replay': ({ body }) => call('records', 'replay', JSON.stringify(body)),
}

export const start = () => engine.start()

export const page: Ask = (operation, given) => HERE[operation]?.(given) ?? refuse()

async function refuse(): Promise<never> {
  await allWords()
  throw new Refusal('local', t('local.needsServer'), 0)
}

function games(): Games {
  const all = facts as unknown as Games
  return { ...all, bots: all.bots.filter((bot) => levels.includes(bot.level)) }
}

/** Who plays in this browser. */
export const myName = () => recall<string | null>('name', null)

export async function me(): Promise<Me> {
  const name = myName()
  return { name, tables: (await store.tables()).map(mine), named: name !== null && name !== GUEST }
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
export const make = (wish: NewTable, people = [myName() || GUEST]) => own('make', wish, people)

/** Refuses a table that needs more than this browser: people elsewhere, bots that cannot play here. */
export async function check({ rated, seats }: NewTable): Promise<void> {
  if (rated || seats.some((seat) => seat !== 'me' && !levels.includes(seat))) await refuse()
}

/** A new table of this browser, by one of the ways to make one. */
async function own(how: 'make' | 'practise' | 'go_on', ...args: unknown[]): Promise<TableInfo> {
  const table = await engine.tables<TableInfo>(how, ...args)
  remember(PLAYED_HERE, true)
  return table
}

const call = <T>(part: string, name: string, ...args: unknown[]) => engine.call<T>(part, name, ...args)
const reviews = <T>(name: string, ...args: unknown[]) => engine.wait<T>('reviews', name, ...args)

/** The id of a record as the engine has it. */
const bare = (id: string) => (id.startsWith(LOCAL) ? id.slice(LOCAL.length) : id)

/** A record to review: of a match that was played here, or one that was brought. */
async function reviewed(record: string): Promise<Reviewed> {
  const id = bare(record)
  const played = await store.find(id)
  if (played) {
    const info = (await store.table(played.table))?.info
    const seats = info && played.table === LOCAL + id ? [] : (info?.seats ?? []) // a file says nothing of whose it is
    const seat = seats.findIndex(({ kind }) => kind === 'person')
    return { record: played.record, only: null, seat: seat < 0 ? null : seat }
  }
  const kept = await shelf.find(`record ${id}`)
  return kept ? (JSON.parse(kept) as Reviewed) : missing('no-record')
}

async function keep(id: string, one: Reviewed): Promise<RecordRef> {
  await shelf.put(`record ${id}`, JSON.stringify(one))
  return { id: LOCAL + id }
}

async function keepRecord(body: unknown): Promise<RecordRef> {
  const text = JSON.stringify(body)
  const [id, record] = await call<[string, string]>('reviews', 'keep', text)
  if ((body as Record<string, unknown>)['review']) await reviews('adopt', id, text)
  return keep(id, { record, only: null, seat: null })
}

async function keepRound(table: string, number: number): Promise<RecordRef> {
  const { id, ...round } = await engine.tables<RecordRef & { record: string; only: number }>('round', table, number)
  const seat = (await found(table)).info.seats.findIndex(({ kind }) => kind === 'person')
  return keep(id, { ...round, seat: seat < 0 ? null : seat })
}

async function review(id: string, since = 0, effort: string | null = null): Promise<Review> {
  const { record, only, seat } = await reviewed(id)
  return reviews<Review>('read', bare(id), record, only, effort, since, seat)
}

async function startReview(id: string, effort = 'quick'): Promise<Review> {
  await needCore()
  const { record, only } = await reviewed(id)
  await reviews('ask', bare(id), record, only, effort, recall('reviewScale', 1)) // a smaller one for slow machines
  return review(id, 0, effort)
}

/** What judges decisions: the C++ core, where this browser has what it needs. */
async function needCore(): Promise<void> {
  await allWords()
  if (!thinkers.length) throw new Refusal('core', t('core.missing', { is: missingHere() ?? 'simd' }), 0)
}

/** The collection of puzzles comes when one is first wanted. */
let brought: Promise<unknown> | undefined
async function puzzles<T>(what: string, ...args: unknown[]): Promise<T> {
  brought ??= bring().catch((error: unknown) => {
    brought = undefined
    throw error
  })
  await brought
  return engine.wait<T>('puzzles', what, ...args)
}
async function bring(): Promise<void> {
  const packed = await download(fileAt(collection), () => undefined).catch(async () => {
    await allWords()
    throw new Refusal('offline', t('net.offline'), 0)
  })
  await call('puzzles', 'bring', await new Response(unpacked(packed)).text())
}
/** Tables of this browser with a deal of a day, the oldest first, with their results. */
async function tries(
  day: string | null,
): Promise<{ preset: string; deal: number; id: string; totals: number[] | null }[]> {
  const on = day ?? new Date().toISOString().slice(0, 10)
  const dealt = (await store.tables()).filter(({ info }) => info.daily?.day === on).reverse()
  return Promise.all(
    dealt.map(async ({ id, info }) => {
      const [ended] = await store.records(id)
      const totals = ended?.info.winners ? ended.info.totals : null
      return { preset: String(info.rules), deal: info.daily!.deal, id, totals }
    }),
  )
}
async function dailyGames(): Promise<DailyGames> {
  const done: Record<string, number> = {}
  const finished = (await tries(null)).filter(({ totals }) => totals)
  for (const one of new Set(finished.map(({ preset, deal }) => `${preset} ${deal}`))) {
    const [preset] = one.split(' ') as [string]
    done[preset] = (done[preset] ?? 0) + 1
  }
  return call('practice', 'games', done)
}
async function dailyDeals(preset: string, day: string | null): Promise<DailyDeals> {
  const mine = (await tries(day)).filter((one) => one.preset === preset)
  return call('practice', 'show', preset, day, mine)
}
/** Keeps a match from a file in this browser; the answer is its table. */
export async function importRecord(record: unknown): Promise<string> {
  interface Imported {
    table: TableInfo
    info: RecordInfo
    record: string
  }
  const match = await engine.call<Imported>('records', 'imported', JSON.stringify(record))
  try {
    await store.put(match.table, match.info, match.record)
  } catch {
    throw new Refusal('local', t('local.full'), 0)
  }
  remember(PLAYED_HERE, true)
  return match.table.id
}

/** Deletes a table with its matches. */
export async function forget(id: string): Promise<void> {
  await store.forget(id)
  if (engine.status === 'ready') await engine.tables('drop', id)
}

async function found(id: string): Promise<KeptTable> {
  return (await store.table(id)) ?? missing('no-table')
}

async function records(id: string): Promise<Records> {
  return { records: (await store.records(id)).map(({ info }) => ({ ...info, id: info.id && LOCAL + info.id })) }
}

async function record(id: string, number: number): Promise<Record<string, unknown>> {
  const kept = (await store.records(id)).find((one) => one.number === number) ?? (await missing('no-record'))
  return JSON.parse(await engine.tables<string>('timed', id, number, kept.record)) as Record<string, unknown>
}

async function missing(code: 'no-table' | 'no-record'): Promise<never> {
  await allWords()
  throw new Refusal(code, form('refusal', code, {}), 404)
}
