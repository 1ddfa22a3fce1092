// Sheets to print come from the server as PDF: their addresses, and the paper that a reader is likely to have.
import type { Paper, Sheet } from '../protocol/games'
import { address } from '../source/door'

const LETTER = new Set(['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'VE', 'GT', 'CR', 'PA', 'DO', 'SV', 'NI', 'PR'])

/** US Letter where it is usual, by the reader's language; A4 elsewhere. */
export function usualPaper(language: string): Paper {
  const region = /-([A-Z]{2})\b/.exec(language)?.[1]
  return region && LETTER.has(region) ? 'letter' : 'a4'
}

/** The address of a sheet: a preset, or the object with house rules that a table has. */
export function sheetAddress(rules: string | Record<string, unknown>, kind: Sheet, paper: Paper): string {
  const game = typeof rules === 'string' ? rules : JSON.stringify(rules)
  return address('GET /api/sheet', { rules: game, kind, paper })
}
