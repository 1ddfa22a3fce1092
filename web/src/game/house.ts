// House rules in a form and in words: what was chosen, and what of it differs from the game's own.
import { has, t, type FormOf } from '../words'
import type { HouseRuleInfo } from '../protocol/messages'

export type HouseField = Pick<HouseRuleInfo, 'name' | 'about' | 'choices' | 'default'>
export type Chosen = Record<string, unknown>

/** The bet values that boxes and sheets have, where bets are open: an auction takes three (R9.1). */
export const usualBets = (rules: readonly HouseField[]): readonly string[] =>
  rules.some((rule) => rule.name === 'bets_until') ? ['15 30 45', '15 30'] : []

/** What stands in the fields before anybody has chosen; bet values are written with spaces. */
export const untouched = (rules: readonly HouseField[]): Chosen =>
  Object.fromEntries(
    rules.map((rule) => [rule.name, Array.isArray(rule.default) ? rule.default.join(' ') : rule.default]),
  )

/** The house rules that differ from the game's own; null where bet values are not whole numbers. */
export function changed(rules: readonly HouseField[], chosen: Chosen): Chosen | null {
  const values = rules.map((rule): [HouseField, unknown] => {
    const value = chosen[rule.name]
    return [rule, rule.choices ? value : String(value).split(/[ ,]+/).filter(Boolean).map(Number)]
  })
  const isWrong = ([rule, value]: [HouseField, unknown]) =>
    !rule.choices && (value as number[]).some((bet) => !Number.isInteger(bet))
  if (values.some(isWrong)) return null
  const differs = values.filter(([rule, value]) => JSON.stringify(value) !== JSON.stringify(rule.default))
  return Object.fromEntries(differs.map(([rule, value]) => [rule.name, value]))
}

/** The house rules of a table: names and values. */
export function houseRules(rules: string | Record<string, unknown>): [string, string][] {
  if (typeof rules === 'string') return []
  return Object.entries(rules)
    .filter(([name]) => has('house.name', name))
    .map(([name, value]) => [t('house.name', { is: name as FormOf<'house.name'> }), houseValue(value)])
}

/** A house rule's value as people read it; one that is newer than this page stays as it is. */
export function houseValue(value: unknown): string {
  if (Array.isArray(value)) return value.join(' ')
  const text = String(value)
  return has('house.value', text) ? t('house.value', { is: text }) : text
}
