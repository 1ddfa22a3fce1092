// Answers given ahead of one's turn. They hold for the table as it was when they were given, and are void as soon as
// anything that matters differs: another play to beat, another trick, a bet, somebody out.
import type { View } from '../net/messages'
import { readings, type Choice } from './plays'

export type Ahead = { kind: 'pass'; table: string } | { kind: 'play'; cards: string[]; table: string }

/** What the table looks like, as far as an answer depends on it; passes of others are what one waits for. */
export function tableMark(view: View): string {
  const bets = view.seats.map((seat) => seat.bet)
  const plays = view.trick.filter((entry) => entry.play).map((entry) => [entry.seat, entry.play])
  return JSON.stringify([view.round, view.phase, view.tricks.length, plays, bets, view.out, view.winners])
}

export function passAhead(view: View): Ahead {
  return { kind: 'pass', table: tableMark(view) }
}

export function playAhead(view: View, cards: string[]): Ahead {
  return { kind: 'play', cards, table: tableMark(view) }
}

export function stands(ahead: Ahead, view: View): boolean {
  return ahead.table === tableMark(view)
}

/** The action to send now that it is my turn; null if the answer fits none, or several: then the player decides. */
export function answer(ahead: Ahead, view: View, choices: readonly Choice[]): string | null {
  if (!stands(ahead, view)) return null
  if (ahead.kind === 'pass') return view.legal.includes('pass') ? 'pass' : null
  const found = readings(choices, ahead.cards)
  return found.length === 1 ? found[0]!.action : null
}
