// Sheets to print come from the server as PDF: their addresses, and the paper that a reader is likely to have.
import type { Paper, Sheet } from '../protocol/games'
import { address } from '../source/door'

const LETTER = new Set(['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'VE', 'GT', 'CR', 'PA', 'DO', 'SV', 'NI', 'PR'])

/** US Letter where it is usual, by the reader's language; A4 elsewhere. */
export function usualPaper(language: string): Paper {
  const region = /-([A-Z]{2})\b/.exec(language)?.[1]
  return region && LETTER.has(region) ? 'letter' : 'a4'
}

type Rules = string | Record<string, unknown> // a preset, or the object with house rules that a table has
const named = (rules: Rules) => (typeof rules === 'string' ? rules : JSON.stringify(rules))

/** The address of a sheet. */
export const sheetAddress = (rules: Rules, kind: Sheet, paper: Paper): string =>
  address('GET /api/sheet', { rules: named(rules), kind, paper })

/** The address of deals for several tables; those of one seed are always the same. */
export const dealsAddress = (rules: Rules, seed: number, count: number, paper: Paper): string =>
  address('GET /api/deals', { rules: named(rules), seed, count, paper })
