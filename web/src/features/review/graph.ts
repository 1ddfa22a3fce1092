// The graph of a round: what each side could expect after each of its decisions, and how far below the best that was.
import { isBad, valueMade, type Judged, type Verdict } from '../../game/decisions'

export interface Point {
  at: number // the decision
  x: number // its place in the log
  made: number
  best: number
  verdict: Verdict
}

export interface Line {
  seats: readonly number[] // of a side
  points: Point[]
  end: number | null // what it came to
}

export interface GraphData {
  lines: Line[]
  last: number // the largest x, where the result stands
  low: number
  high: number
  ticks: number[]
}

const STEPS = [10, 25, 50, 100, 250]
const LEAST = 25 // points up and down that are always shown, so that small things look small
const APART = 0.45 // a bet that was not made stands just before the play

/** `actions` is the length of the round's log, so that the graph does not grow while results come. */
export function graph(
  decisions: readonly Judged[],
  sides: readonly (readonly number[])[],
  actions: number,
  ends: readonly (number | null)[] = [],
): GraphData {
  const lines = sides.map((seats) => ({ seats, points: pointsOf(decisions, seats), end: ends[seats[0]!] ?? null }))
  const shown = lines.flatMap(({ points, end }) => [
    ...points.flatMap((one) => (isBad(one) ? [one.made, one.best] : [one.made])),
    ...(end === null ? [] : [end]),
  ])
  return { lines, last: actions, ...range(shown) }
}

function pointsOf(decisions: readonly Judged[], seats: readonly number[]): Point[] {
  const own = decisions.filter((one) => seats.includes(one.seat))
  return own.map((one, i) => ({
    at: one.at,
    x: own[i + 1]?.index === one.index ? one.index - APART : one.index,
    made: valueMade(one),
    best: one.value,
    verdict: one.verdict,
  }))
}

/** From a round number below everything to one above it, with nought in sight and three to six ticks. */
function range(values: readonly number[]): { low: number; high: number; ticks: number[] } {
  const [least, most] = [Math.min(-LEAST, ...values), Math.max(LEAST, ...values)]
  const by = STEPS.find((one) => Math.ceil(most / one) - Math.floor(least / one) <= 6) ?? STEPS.at(-1)!
  const [low, high] = [Math.floor(least / by) * by, Math.ceil(most / by) * by]
  const ticks = []
  for (let tick = low; tick <= high; tick += by) ticks.push(tick)
  return { low, high, ticks }
}

/** The point that is nearest to a place of the graph: along the log first. */
export function nearest(data: GraphData, x: number, value: number): Point | undefined {
  const far = (one: Point) => Math.abs(one.x - x) + Math.abs(one.made - value) / (data.high - data.low)
  return data.lines.flatMap((line) => line.points).sort((a, b) => far(a) - far(b))[0]
}
