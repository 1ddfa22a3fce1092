// Premoves: what a player wants to do when the turn comes. A premove holds for the table as it was when it was made, and
// is cancelled as soon as anything that matters differs: another play to beat, another trick, a bet, somebody out.
import type { View } from '../protocol/messages'
import { factsOf } from './facts'
import { readings, type Choice } from './plays'

export type Premove = { kind: 'pass'; table: string } | { kind: 'play'; cards: string[]; table: string }

/** What the table looks like, as far as a premove depends on it: others may pass in the meantime. */
export function tableMark(view: View): string {
  const bets = view.seats.map((seat) => seat.bet)
  const plays = view.trick.filter((entry) => entry.play).map((entry) => [entry.seat, entry.play])
  return JSON.stringify([view.round, view.phase, view.tricks.length, plays, bets, view.out, view.winners])
}

/**
 * Whether the turn can come to this seat while the table stays as it is: others pass on somebody else's play, and the
 * seat has not passed on it. (In a game for two the turn comes only after a play or a new trick.)
 */
export function canPremove(view: View, seat: number): boolean {
  const plays = view.trick.map((entry) => entry.play !== null)
  const top = plays.lastIndexOf(true)
  if (view.phase !== 'play' || view.winners || view.seats[seat]!.out || top < 0) return false
  const since = reenters(view) ? top : 0
  return (
    view.trick[top]!.seat !== seat && !view.trick.some((entry, i) => i >= since && !plays[i] && entry.seat === seat)
  )
}

/** Whether a player who has passed may play again in the same trick (R5.2). */
function reenters({ rules }: View): boolean {
  return factsOf(rules)?.reenter !== false
}

export function premovePass(view: View): Premove {
  return { kind: 'pass', table: tableMark(view) }
}

export function premovePlay(view: View, cards: string[]): Premove {
  return { kind: 'play', cards, table: tableMark(view) }
}

export function stands(premove: Premove, view: View): boolean {
  return premove.table === tableMark(view)
}

/** The action to send now that it is my turn; null if the premove fits none, or several: then the player decides. */
export function actionOf(premove: Premove, view: View, choices: readonly Choice[]): string | null {
  if (!stands(premove, view)) return null
  if (premove.kind === 'pass') return view.legal.includes('pass') ? 'pass' : null
  const found = readings(choices, premove.cards)
  return found.length === 1 ? found[0]!.action : null
}
