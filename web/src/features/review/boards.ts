// The boards of a match, by round and by the place of an action in the round's log.
import type { View } from '../../protocol/messages'
import type { Frame } from '../../game/frames'

export interface RoundBoards {
  number: number
  before: Frame[] // the board before each action, and after the last one
}

export function byRound(all: readonly Frame[]): RoundBoards[] {
  const rounds: RoundBoards[] = []
  for (const frame of all) {
    if (frame.action === null) rounds.push({ number: frame.view.round, before: [frame] })
    else rounds.at(-1)!.before.push(frame)
  }
  return rounds
}

/** A side's points less the mean of the others'. */
export function ahead(points: readonly number[], side: number): number {
  const others = points.filter((_, i) => i !== side)
  return points[side]! - others.reduce((sum, one) => sum + one, 0) / others.length
}

/** How far ahead each seat was at the end of a round. */
export function endsOf(view: View, round: number): (number | null)[] {
  const result = view.results[round - 1]
  return view.seats.map(({ side }) => (result ? ahead(result.points, side) : null))
}
