// The rooms of the client: who may use whom stands in README.md, and here it is held.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'

const SRC = join(import.meta.dirname, '..', 'src')
const README = readFileSync(join(SRC, '..', 'README.md'), 'utf8')
const ROOMS = [...README.matchAll(/^\| `(\w+)` /gm)].map((found) => found[1]!)
const FILES = (readdirSync(SRC, { recursive: true }) as string[]).filter((file) => /\.(ts|svelte)$/.test(file))
const IMPORT = /(?:(import|export) (type )?[^'"`;()]*?from|import)\s*\(?\s*'(\.[^'?]+)/g

const uses = FILES.flatMap((file) =>
  [
    ...readFileSync(join(SRC, file), 'utf8')
      .replace(/^\s*\/\/.*$/gm, '')
      .matchAll(IMPORT),
  ].map((found) => ({
    file,
    used: normalize(join(dirname(file), found[3]!)),
    type: !!found[2],
  })),
)
const room = (file: string) => file.split('/')[0]!
const feature = (file: string) => (room(file) === 'features' ? file.split('/')[1]! : '')

it('has a line in README.md for each room, and no other', () => {
  const rooms = readdirSync(SRC, { withFileTypes: true }).filter((one) => one.isDirectory())
  expect(rooms.map((one) => one.name).sort()).toEqual([...ROOMS].sort())
})

it('uses nothing of a room above', () => {
  expect(uses.length).toBeGreaterThan(1000)
  const up = uses.filter(({ file, used }) => ROOMS.indexOf(room(used)) > ROOMS.indexOf(room(file)))
  expect(up).toEqual([])
})

it('has features that do not use each other', () => {
  const across = uses.filter(({ file, used }) => feature(file) && feature(used) && feature(file) !== feature(used))
  expect(across).toEqual([])
})

it('has no files that need each other to run', () => {
  const needs = new Map<string, string[]>()
  for (const { file, used, type } of uses) {
    const found = FILES.find((one) => [used, `${used}.ts`, `${used}.svelte.ts`, `${used}/index.ts`].includes(one))
    if (found && !type) needs.set(file, [...(needs.get(file) ?? []), found])
  }
  const done = new Set<string>()
  const cycle = (file: string, way: string[]): string[] | undefined => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file]
    if (done.has(file)) return
    for (const next of needs.get(file) ?? []) {
      const found = cycle(next, [...way, file])
      if (found) return found
    }
    done.add(file)
  }
  expect(FILES.map((file) => cycle(file, [])).find(Boolean)).toBeUndefined()
})

it('makes every address of a page in platform/paths.ts', () => {
  const ADDRESS = /href="\/|(?:go\(|href: )['`]\/|`\/(?:table|review|replay|rules)\//
  const literal = FILES.filter((file) => file !== 'platform/paths.ts').flatMap((file) =>
    readFileSync(join(SRC, file), 'utf8')
      .split('\n')
      .filter((line) => ADDRESS.test(line) && !/^\s*(\/\/|\/\*|<!--)/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(literal).toEqual([])
})

it('asks for answers in one room alone', () => {
  const asking = FILES.filter((file) => /\bfetch\(/.test(readFileSync(join(SRC, file), 'utf8')))
  expect(asking.filter((file) => !/^(source|platform)\//.test(file))).toEqual([])
})
