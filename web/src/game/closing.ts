// The action that ends a round brings the next deal with it. To show it, it is put on the board that it was played on.
import { readEntry } from './action'
import type { Entry, SeatView, View } from '../protocol/messages'

export function endsRound(before: View, after: View): boolean {
  return after.results.length > before.results.length
}

/** The board of the finished round, with its last action on it; nobody has to act. */
export function closing(before: View, action: string): View {
  const { seat, verb, value, cells } = readEntry(action)
  const board = { ...before, phase: 'over', to_act: [], legal: [], to_beat: null, log: [...before.log, action] } as View
  if (verb !== 'play') return board
  const entry: Entry = { seat, play: value }
  const left = before.seats[seat]!.cards - cells.length
  const shed: Partial<SeatView> = left > 0 ? { cards: left } : { cards: 0, courts: '', out: true }
  return {
    ...board,
    trick: [...before.trick, entry],
    seats: before.seats.map((one, i) => (i === seat ? { ...one, ...shed } : one)),
    out: left > 0 ? before.out : [...before.out, seat],
    hand: before.seat === seat && left <= 0 ? '' : before.hand,
  }
}
