// Made by scripts/web_data.py; do not edit.

/** A sheet with everything that a page shows of it. */
export interface Opened {
  account: Account
  auction: boolean
  bets: number[]
  deck: number
  haggis: number
  hand: number
  open_bets: boolean
  ranks: Record<string, number[]>
  sheet: Record<string, unknown>
  side_names: string[]
  sides: number[]
}

/** The whole sheet, scored. */
export interface Account {
  late: number
  next: Start | null
  over: boolean
  rounds: ScoredRound[]
  totals: number[]
  winners: number[] | null
}

/** Who begins a round. */
export interface Start {
  dealer: number
  lead: number | null
  without_shepherd: number | null
}

/** A round that was entered, scored. */
export interface ScoredRound {
  lead: number
  lines: Line[]
  out: number[]
  parts: Parts
  points: number[]
  slam: number | null
  start: Start
  totals: number[]
}

/** Points of a side, what they are for, and the clause that says so. */
export interface Line {
  clause: string
  count: number
  hand: number | null
  points: number
  rule: string
  seat: number | null
  side: number
}

/** Points by their source, each by side. */
export interface Parts {
  bets: number[]
  cards: number[]
  out: number[]
}

/** What a round comes to as far as it was entered: what to ask, what is wrong or missing, or the whole round. */
export interface Tried {
  asks: Asks | null
  refusal: Told | null
  round: ScoredRound | null
}

/** What a round still depends on, once it is known who went out. */
export interface Asks {
  haggis_to: number | null
  hand_to: number | null
  held: number[][]
  lost: number[]
  next_out: number[]
  won: boolean
}

/** A refusal as data. */
export interface Told {
  code: string
  params: Record<string, unknown>
  reason: string
}

/** What a group has played. */
export interface Season {
  matches: number
  partners: Standing[]
  players: Standing[]
  records: SeasonRecord[]
  unfinished: number
}

/** A player's, or two partners', season. */
export interface Standing {
  ahead: number
  bets: number
  bets_made: number
  first_out: number
  matches: number
  names: string[]
  rounds: number
  shared: number
  won: number
}

/** The best of its kind, with whoever reached it first. */
export interface SeasonRecord {
  date: string
  kind: "margin" | "round" | "slams" | "streak" | "total"
  names: string[]
  sheet: string
  value: number
}

/** All deals, and the sums over the deals that every table has played. */
export interface Comparison {
  above: number[][]
  counted: number
  deals: Compared[]
  players: string[][]
  tables: string[]
}

/** One deal at all tables; points and differences are by table, then by side, None where it was not played. */
export interface Compared {
  above: (number[] | null)[]
  average: number[]
  points: (number[] | null)[]
  seed: number
}
