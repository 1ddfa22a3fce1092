// @vitest-environment node
// The Python engine as the browser gets it: in Pyodide, with the modules that the bundle holds and no others.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { library, sources } from '../python'
import { boot, type Host, type Python } from '../src/source/page/engine/boot'
import type { Opened } from '../src/protocol/keeper'
import type { Event, Replay, TableInfo, View } from '../src/protocol/messages'

const RECORDS = join(import.meta.dirname, '../../tests/conformance')
const files = (folder: string) =>
  readdirSync(folder).flatMap((name) => (name.endsWith('.jsonl') ? [join(folder, name)] : []))
const lines = (path: string) => readFileSync(path, 'utf8').split('\n').filter(Boolean)

const logs = new Map<string, unknown[]>()
const records: string[] = []
const heard: Event[] = []
const texts = new Map<string, string>()
const host: Host = {
  send: (_, text) => void heard.push(JSON.parse(text) as Event),
  keep: async (table, _, write) => {
    const { line, ended } = JSON.parse(write) as { line: unknown; ended: { record: string } | null }
    logs.set(table, [...(logs.get(table) ?? []), line])
    if (ended) records.push(ended.record)
    return true
  },
  log: async (table) => JSON.stringify(logs.get(table) ?? []),
  thinks: () => false,
  core: async () => '',
  find: async (name) => texts.get(name) ?? '',
  put: async (name, text) => void texts.set(name, text),
}

const folder = mkdtempSync(join(tmpdir(), 'haggis-'))
const stdLibURL = join(folder, 'library.zip')
let python: Python
let memory: Uint8Array
interface Answer<T> {
  value?: T
  problem?: { code: string; reason: string }
}
const ask = <T = unknown>(module: string, name: string, ...args: unknown[]) =>
  JSON.parse(python.call(module, name, JSON.stringify(args))) as Answer<T>
const tables = async <T = unknown>(...args: unknown[]) =>
  (JSON.parse(await python.wait('tables', args[0] as string, JSON.stringify(args.slice(1)))) as Answer<T>).value

beforeAll(async () => {
  writeFileSync(stdLibURL, await library())
  python = await boot(sources(), host, 0, { stdLibURL }, { to: (made) => (memory = made) })
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true }))

describe('the engine in Pyodide', () => {
  it('verifies every conformance vector and golden game', { timeout: 120_000 }, () => {
    const all = [...files(RECORDS), ...files(join(RECORDS, 'vectors'))].flatMap(lines)
    expect(all.length).toBeGreaterThan(100)
    for (const line of all) expect(ask('records', 'verify', line)).toHaveProperty('value.rounds')
  })

  it('refuses a record that breaks the rules, in words', () => {
    const record = lines(files(RECORDS)[0]!)[0]!
    const wrong = JSON.stringify({ ...(JSON.parse(record) as object), rules: 'haggis-9' })
    expect(ask('records', 'replay', wrong).problem?.reason).toMatch(/haggis-9/)
    expect(ask('records', 'replay', '[1]').problem?.code).toBe('bad-message')
  })

  it('replays a record as the server does', () => {
    const { value } = ask<Replay>('records', 'replay', lines(files(RECORDS)[0]!)[0]!)
    expect(value!.steps.length).toBeGreaterThan(3)
    expect(value!.view.seat).toBeNull()
  })

  it('plays a match at a local table, and its record verifies', { timeout: 60_000 }, async () => {
    const wish = { rules: 'tatties-3', end: { rounds: 1 }, seats: ['me', 'club', 'novice'] }
    const { id } = (await tables<TableInfo>('make', wish, ['Ann']))!
    await tables('open', 1, id, 0, null)
    for (let turn = 0; !records.length; turn++) {
      const last = await tables<{ seq: number; seat: number; view: View }>('seen', id, 0)
      const { seq, seat, view } = last!
      if (view.to_act.includes(seat)) {
        const action = view.legal[turn % view.legal.length]
        await tables('say', 1, JSON.stringify({ type: 'act', id: `c${turn}`, action, seq }))
        expect(heard.find((event) => event.id === `c${turn}`)?.type).toBe('played')
      } else await new Promise((done) => setTimeout(done, 1))
    }
    expect(ask('records', 'verify', records[0])).toHaveProperty('value.rounds', 1)
  })

  it('keeps a score', () => {
    const sheet = { haggis_sheet: 1, rules: 'haggis-2', end: { rounds: 1 }, players: ['Ann', 'Bob'] }
    const entry = { out: [1], held: [[4, null]], bets: [null, 30], piles: [12, null] }
    const { value } = ask<Opened>('keeper', 'add_round', sheet, entry)
    expect(value?.account).toMatchObject({ totals: [12, 74], winners: [1] })
    const packed = ask<string>('keeper', 'pack', value!.sheet).value!
    expect(ask<Opened>('keeper', 'unpack', packed).value).toEqual(value)
    const { problem } = ask('keeper', 'add_round', sheet, { ...entry, piles: [12, 60] })
    expect(problem?.reason).toBe('the cards of this round add up to 72, there are 36 points in the deck')
  })

  it('goes on from the memory of an earlier start, each time with other numbers', { timeout: 60_000 }, async () => {
    const again = () => boot(sources(), host, 0, { stdLibURL }, { from: memory })
    const wish = JSON.stringify([{ rules: 'haggis-2', seats: ['me', 'club'] }, ['Ann']])
    const idOf = async (one: Python) =>
      (JSON.parse(await one.wait('tables', 'make', wish)) as Answer<TableInfo>).value!.id
    const ids = [await idOf(await again()), await idOf(await again())]
    expect(ids[0]).not.toEqual(ids[1])
    python = await again()
    expect(ask('records', 'verify', records[0])).toHaveProperty('value.rounds', 1)
    expect((await tables<TableInfo>('make', { rules: 'haggis-2', seats: ['me', 'club'] }, ['Ann']))!.status).toBe(
      'playing',
    )
  })

  it('does not go on from a memory of another build', async () => {
    const other = memory.map((byte, at) => (at === 16 ? byte ^ 1 : byte)) // in the name of Pyodide's build
    await expect(boot(sources(), host, 0, { stdLibURL }, { from: other })).rejects.toThrow('build id')
  })
})
