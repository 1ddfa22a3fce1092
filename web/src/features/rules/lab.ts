// The reports of the rules lab (`haggis lab --json`, written by lab/lab_reports.py), and how their numbers are shown.
import type { FormOf } from '../../words'
import { exactly } from '../../words/format'

export interface Mean {
  mean: number
  half95: number | null
}
export interface Change extends Mean {
  beyond_chance: boolean
}
export interface Figure {
  group: FormOf<'lab.group'>
  label: string
  unit: '' | 'points' | '%'
  arms: (Mean | null)[]
  differences: (Change | null)[]
}
export interface Report {
  rules: string
  arms: { label: string; rounds: number; skill_rounds: number }[]
  bots: string[]
  seed: number
  comparisons: number
  beyond_chance: number
  figures: Figure[]
}

const FILES = {
  'haggis-2': () => import('./lab/haggis-2.json'),
  'haggis-3': () => import('./lab/haggis-3.json'),
}
/** The games that have a report, as the page offers them. */
export const LAB_GAMES = Object.keys(FILES) as (keyof typeof FILES)[]
/** The address of the lab, beside the pages of the games. */
export const LAB = 'lab'

export const loadReport = async (game: keyof typeof FILES) => (await FILES[game]()).default as unknown as Report

/** The figures in their groups, in the order of the report. */
export function grouped(figures: readonly Figure[]): [Figure['group'], Figure[]][] {
  const found = new Map<Figure['group'], Figure[]>()
  for (const figure of figures) found.set(figure.group, [...(found.get(figure.group) ?? []), figure])
  return [...found]
}

/** A number with half of its interval, with two digits of that: "12.31 ± 0.08", "+1.2 ± 0.4%". */
export function withHalf(value: Mean | null, unit: Figure['unit'], signed = false): string {
  if (!value) return '–'
  const scale = unit === '%' ? 100 : 1
  const half = (value.half95 ?? 0) * scale
  const places = half ? Math.min(3, Math.max(0, 1 - Math.floor(Math.log10(half)))) : 2
  return `${exactly(value.mean * scale, places, signed)} ± ${exactly(half, places)}${unit === '%' ? '%' : ''}`
}

/** Where two means and their intervals lie on a line from 0 to 1 that just holds both. */
export function onLine(pair: readonly (Mean | null)[]): ({ low: number; mean: number; high: number } | null)[] {
  const ends = pair.flatMap((one) => (one ? [one.mean - (one.half95 ?? 0), one.mean + (one.half95 ?? 0)] : []))
  const [least, most] = [Math.min(...ends), Math.max(...ends)]
  const place = (number: number) => (most > least ? (number - least) / (most - least) : 0.5)
  return pair.map(
    (one) =>
      one && {
        low: place(one.mean - (one.half95 ?? 0)),
        mean: place(one.mean),
        high: place(one.mean + (one.half95 ?? 0)),
      },
  )
}
