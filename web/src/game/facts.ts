// What holds at a table: the facts of its game, with its house rules.
import { GAMES, type GameFacts, type Preset } from '../protocol/games'
import type { View } from '../protocol/messages'
import { presetOf } from './words'

/** Undefined for a game that this page does not know, and for a custom game, whatever its name. */
export function factsOf(rules: string | Record<string, unknown>): GameFacts | undefined {
  const preset = presetOf(rules)
  if (!Object.hasOwn(GAMES, preset)) return undefined
  const facts: GameFacts = GAMES[preset as Preset]
  if (typeof rules === 'string') return facts
  if (Object.hasOwn(rules, 'custom')) return undefined
  return { ...facts, ...Object.fromEntries(Object.entries(rules).filter(([name]) => Object.hasOwn(facts, name))) }
}

/** What a bet promises: to be first out, or to score that much (R7.2, R10). */
export function betRule({ rules }: Pick<View, 'rules'>): 'out' | 'score' {
  return factsOf(rules)?.bet_rule ?? 'out'
}
