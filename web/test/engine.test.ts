// @vitest-environment node
// The Python engine as the browser gets it: in Pyodide, with the modules that the bundle holds and no others.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { sources } from '../python'
import { boot, type Call } from '../src/engine/boot'
import type { Replay } from '../src/net/messages'

const RECORDS = join(import.meta.dirname, '../../tests/conformance')
const files = (folder: string) =>
  readdirSync(folder).flatMap((name) => (name.endsWith('.jsonl') ? [join(folder, name)] : []))
const lines = (path: string) => readFileSync(path, 'utf8').split('\n').filter(Boolean)

let call: Call
const ask = (module: string, name: string, ...args: unknown[]) =>
  JSON.parse(call(module, name, JSON.stringify(args))) as {
    value?: unknown
    problem?: { code: string; reason: string }
  }

beforeAll(async () => {
  ;({ call } = await boot(sources()))
}, 60_000)

describe('the engine in Pyodide', () => {
  it('verifies every conformance vector and golden game', { timeout: 120_000 }, () => {
    const all = [...files(RECORDS), ...files(join(RECORDS, 'vectors'))].flatMap(lines)
    expect(all.length).toBeGreaterThan(100)
    for (const line of all) expect(ask('browser.records', 'verify', line)).toHaveProperty('value.rounds')
  })

  it('refuses a record that breaks the rules, in words', () => {
    const record = lines(files(RECORDS)[0]!)[0]!
    const wrong = JSON.stringify({ ...(JSON.parse(record) as object), rules: 'haggis-9' })
    expect(ask('browser.records', 'replay', wrong).problem?.reason).toMatch(/haggis-9/)
    expect(ask('browser.records', 'replay', '[1]').problem?.code).toBe('bad-message')
  })

  it('replays a record as the server does', () => {
    const { value } = ask('browser.records', 'replay', lines(files(RECORDS)[0]!)[0]!)
    expect((value as Replay).steps.length).toBeGreaterThan(3)
    expect((value as Replay).view.seat).toBeNull()
  })
})
