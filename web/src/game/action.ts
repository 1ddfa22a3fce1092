// Actions as text, `play 5b J=6b`, and entries of a log, `0 play 5b J=6b`: they are read here alone.
import type { Verb } from '../protocol/games'
import { cards, cells, type Cell } from './cards'

export interface Action {
  verb: Verb
  value: string
  cells: Cell[] // of what is made by picking cards
}
export interface LogEntry extends Action {
  seat: number
  action: string
}

/** What is made by picking cards: a play, a card to give, cards to bury. */
const PICKED: readonly Verb[] = ['play', 'give', 'bury']

/** An answer to the question whether to bet. */
export const NO_BET = 'no bet'

export function readAction(text: string): Action {
  const at = text.indexOf(' ')
  const verb = (at < 0 ? text : text.slice(0, at)) as Verb
  const value = at < 0 ? '' : text.slice(at + 1)
  return { verb, value, cells: PICKED.includes(verb) ? cells(value) : [] }
}

export function readEntry(text: string): LogEntry {
  const at = text.indexOf(' ')
  const action = text.slice(at + 1)
  return { seat: Number(text.slice(0, at)), action, ...readAction(action) }
}

/** A hand after an action. */
export function handAfter(hand: string | null, action: string | null): string {
  const left = cards(hand)
  for (const { card } of action ? readAction(action).cells : []) left.splice(left.indexOf(card), 1)
  return left.join(' ')
}
