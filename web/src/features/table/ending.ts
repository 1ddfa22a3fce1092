// The ending of a round as a plan: what is turned over where, whom it goes to, and how the points of each side grow.
import { cards } from '../../game/cards'
import type { RoundResult, Source, View } from '../../protocol/messages'

/** Cards that are turned over and go to a side: what was left in a hand, or the haggis. */
export interface Turned {
  seat: number | null // null: the haggis, in the middle of the table
  cards: string[]
  side: number | null // who gets them; null for nobody
  points: number
}

/** A moment at which the points of a side grow, and why. */
export interface Step {
  at: number // ms
  side: number
  points: number
  rule: Source['rule']
}

export const TURN_HANDS = 150 // ms, when hands turn over
export const TURN_HAGGIS = 750
const TAKE_HANDS = 1500
const TAKE_HAGGIS = 1850
const BESIDES = 2250 // going out and bets, one after the other
const BETWEEN = 260
const LOOK = 800 // at the sums

export interface Plan {
  turned: (Turned & { turn: number; take: number })[]
  steps: Step[]
  start: number[] // what each side had captured
  length: number
}

/** `me` lies face up before its owner: that hand need not be turned over. */
export function plan(board: View, result: RoundResult, me: number | null): Plan {
  const find = (test: (source: Source) => boolean) => result.sources.find(test)
  const turned: Plan['turned'] = []
  for (const [seat, hand] of result.left.entries()) {
    const source = find((one) => one.rule === 'hand' && one.hand === seat)
    if (hand && seat !== me) turned.push({ ...gone(seat, hand, source), turn: TURN_HANDS, take: TAKE_HANDS })
  }
  if (result.haggis) {
    const source = find((one) => one.rule === 'haggis')
    turned.push({ ...gone(null, result.haggis, source), turn: TURN_HAGGIS, take: TAKE_HAGGIS })
  }
  const start = board.piles.map((_, side) => find((one) => one.rule === 'tricks' && one.side === side)?.points ?? 0)
  const steps: Step[] = []
  let at = BESIDES
  for (const { rule, side, points } of result.sources) {
    if (rule === 'tricks') continue
    const when = rule === 'hand' ? TAKE_HANDS : rule === 'haggis' ? TAKE_HAGGIS : at
    if (when === at && points) at += BETWEEN
    if (points) steps.push({ at: when, side, points, rule })
  }
  return { turned, steps, start, length: at + LOOK }
}

function gone(seat: number | null, text: string, source: Source | undefined): Turned {
  return { seat, cards: cards(text), side: source?.side ?? null, points: source?.points ?? 0 }
}
