// The addresses of the pages: every link is made here, and read here.
import type { Route } from '../protocol/facts'

type Part = string | number | undefined
function path(page: Route, ...parts: Part[]): string {
  const given = parts.filter((part) => part !== undefined && part !== '') as (string | number)[]
  return ['', page, ...given.map(encodeURIComponent)].join('/')
}
const query = (key: string, value: Part) => (value === undefined ? '' : `?${key}=${encodeURIComponent(value)}`)
interface Place {
  round: number
  index: number
}
const hash = (place: Place | undefined) => (place ? `#${place.round}.${place.index}` : '')

export const to = {
  home: '/',
  learn: path('learn'),
  people: path('people'),
  matches: path('matches'),
  profile: path('profile'),
  puzzles: path('puzzles'),
  table: (id: string) => path('table', id),
  rules: (preset = 'haggis-2') => path('rules', preset),
  puzzle: (id: string) => path('puzzles', id),
  daily: (preset?: string, day?: string) => path('daily', preset, day),
  ratings: (preset?: string) => path('ratings', preset),
  practice: (record?: string, place?: Place) => path('practice', record) + hash(place),
  challenge: (id?: string) => path('challenge', id),
  challengeOf: (table: string, number: number) => path('challenge', 'new', table, number),
  /** A match of a table, at an action. */
  replay: (table?: string, number?: number, at?: number) => path('replay', table, number) + query('at', at),
  /** A record, at an action of a round. */
  review: (record: string, place?: Place) => path('review', record) + hash(place),
  reviewOf: (table: string, what: 'match' | 'round', number: number) => path('review', table, what, number),
  /** A position by its line, which the link keeps from servers: all that stands behind the # stays in the browser. */
  analysis: (line?: string) => path('analysis') + (line ? `#${encodeURIComponent(line)}` : ''),
  score: path('score'),
  newSheet: (from?: string) => path('score', 'new') + query('from', from),
  /** A sheet that somebody has sent, packed. */
  openSheet: (data: string) => `${path('score', 'open')}#${data}`,
  sheet: (id: string) => path('score', 'sheet', id),
  season: (group: string) => path('score', 'season', group),
  compare: (id: string) => path('score', 'compare', id),
} as const

/** The parts of a path; what nobody has encoded stands as it is. */
export function partsOf(path: string): string[] {
  return path
    .split('/')
    .filter(Boolean)
    .map((part) => {
      try {
        return decodeURIComponent(part)
      } catch {
        return part
      }
    })
}
