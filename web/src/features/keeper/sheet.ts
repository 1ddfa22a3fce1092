// A score sheet as the page keeps it: who plays what, and the rounds as they were entered. Python (keeper/sheet.py,
// keeper/entry.py) says what the keys mean, checks them and does the sums.
import type { Opened } from '../../protocol/keeper'

export type Ranks = Record<string, number>
export type Pile = number | Ranks | null

export interface Entry {
  out?: number[]
  held?: ((number | null)[] | null)[]
  won?: boolean | null
  bets?: (number | null)[] | null
  shepherd?: number | null
  bid?: number | null
  piles?: Pile[]
  lost?: Pile
}

export interface Sheet {
  haggis_sheet: number
  id: string
  date: string
  group: string
  rules: string | Record<string, unknown>
  end: Record<string, number>
  dealer: number
  players: string[]
  deals?: number | null
  table?: string
  rounds: Entry[]
}

/** A sheet in this browser, with what is being entered and what it was before: nothing is lost when the page closes. */
export interface Saved {
  id: string
  sheet: Sheet
  opened: Opened
  draft: Entry // the round that is being entered
  at: number | null // it corrects this round
  aside: Entry // what was being entered before the correction
  past: Sheet[] // what Undo brings back, the latest last
  changed: number
}

const MOST_PAST = 50

export const fresh = (sheet: Sheet, opened: Opened): Saved => ({
  id: sheet.id,
  sheet,
  opened,
  draft: {},
  at: null,
  aside: {},
  past: [],
  changed: Date.now(),
})

/** The same with another sheet; the one before can be brought back. */
export const renewed = (saved: Saved, opened: Opened): Saved => ({
  ...saved,
  sheet: opened.sheet as unknown as Sheet,
  opened,
  past: [...saved.past, saved.sheet].slice(-MOST_PAST),
  changed: Date.now(),
})

/** The same with a sheet of before: a round that it lacks can be entered again, unless another one was begun. */
export function undone(saved: Saved, sheet: Sheet): Saved {
  const lost = saved.sheet.rounds.length > sheet.rounds.length && !Object.keys(saved.draft).length
  return { ...saved, sheet, draft: lost ? saved.sheet.rounds[sheet.rounds.length]! : saved.draft }
}

export const newId = () => crypto.getRandomValues(new Uint32Array(2)).reduce((id, one) => id + one.toString(36), '')

/** Today where the players are, not in Greenwich. */
export const today = () => new Date().toLocaleDateString('sv')

/** The order of going out with a seat added, or taken back with all that came after it. */
export function goOut(entry: Entry, seat: number): Entry {
  const out = entry.out ?? []
  const place = out.indexOf(seat)
  if (place < 0) return { ...entry, out: [...out, seat] }
  const kept = { ...entry, out: out.slice(0, place), held: (entry.held ?? []).slice(0, place) }
  delete kept.lost
  if (!place) delete kept.won
  return kept
}

export function hold(entry: Entry, place: number, seat: number, count: number | null, players: number): Entry {
  const rows = Array.from({ length: Math.max(place + 1, entry.held?.length ?? 0) }, (_, i) => entry.held?.[i] ?? null)
  rows[place] = with_(rows[place] ?? Array<number | null>(players).fill(null), seat, count)
  return { ...entry, held: rows }
}

export const bet = (entry: Entry, seat: number, value: number | null, players: number): Entry => ({
  ...entry,
  bets: with_(entry.bets ?? Array<number | null>(players).fill(null), seat, value),
})

export const lay = (entry: Entry, side: number, pile: Pile, sides: number): Entry => ({
  ...entry,
  piles: with_(entry.piles ?? Array<Pile>(sides).fill(null), side, pile),
})

const with_ = <T>(list: readonly T[], at: number, value: T): T[] => list.map((one, i) => (i === at ? value : one))

/** What a pile counts; ranks: how many cards there are, and what one counts. */
export const worth = (pile: Ranks, ranks: Opened['ranks']) =>
  Object.entries(pile).reduce((sum, [rank, count]) => sum + count * (ranks[rank]?.[1] ?? 0), 0)

/** Which sheets can be compared: other tables with the same game and the same printed deals. */
export const sameDeals = ({ sheet }: Saved, other: Saved) =>
  typeof sheet.deals === 'number' &&
  sheet.deals === other.sheet.deals &&
  JSON.stringify(sheet.rules) === JSON.stringify(other.sheet.rules)

/** The years in which a group has played. */
export const years = (saved: readonly Saved[]) => [...new Set(saved.map(({ sheet }) => sheet.date.slice(0, 4)))].sort()
