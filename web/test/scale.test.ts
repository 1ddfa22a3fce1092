// Sizes of type, spaces, corners and layers come from the scale in kit/theme.css alone.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SRC = join(import.meta.dirname, '..', 'src')
const THEME = readFileSync(join(SRC, 'kit/theme.css'), 'utf8')
const STYLES = (readdirSync(SRC, { recursive: true }) as string[])
  .filter((file) => /\.(svelte|css)$/.test(file) && file !== 'kit/theme.css')
  .map((file) => ({ file, text: readFileSync(join(SRC, file), 'utf8') }))

/** Values of a property that have a length, or a number, of their own. What is relative to its own size may have one. */
const raw = (property: string, own: RegExp) =>
  STYLES.flatMap(({ file, text }) =>
    [...text.matchAll(new RegExp(`[\\s;{]${property}:\\s*([^;}]+)`, 'g'))]
      .map((found) => found[1]!)
      .filter((value) => own.test(value))
      .map((value) => `${file}: ${property}: ${value}`),
  )

it.each([
  ['font-size', /\d(?:px|rem|vw)/],
  ['font', /\d(?:px|rem)/],
  ['border-radius', /\d(?:px|rem)/],
  ['z-index', /^-?\d+/],
])('has no value of its own for %s', (property, own) => {
  const allowed = ['calc(var(--mark', 'kit/app.css: font: 16px/1.45 var(--text)', 'min(34%, 320px)']
  expect(raw(property, own).filter((one) => !allowed.some((known) => one.includes(known)))).toEqual([])
})

it('writes spaces by the scale, but for the few that belong to a card, a hair or a page', () => {
  const own = raw('(?:(?:row-|column-)?gap|(?:padding|margin)[a-z-]*)', /(?<![\w.-])-?\d+px/)
  expect(own.length, own.join('\n')).toBeLessThanOrEqual(57)
})

it('has at most ten sizes of type', () => {
  expect([...THEME.matchAll(/--type-\d+:/g)].length).toBeLessThanOrEqual(10)
})
