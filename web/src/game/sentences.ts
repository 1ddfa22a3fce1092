// Refusals of the server in the page's words: from the code and its params, with names in place of seats. A code that is
// newer than this page keeps the server's English.
import { has, t, type Value } from '../words'
import { nameOf, shapeName, type Shape } from './plays'
import { people, type Names } from './words'

export interface Told {
  code: string
  reason: string
  params?: Record<string, unknown>
}

export function refusalWords({ code, reason, params = {} }: Told, names: Names | null = null): string {
  const form = params['fault'] === undefined ? code : `${code}.${String(params['fault'])}`
  if (!has('refusal', form)) return sentence(people(reason))
  const given: Record<string, Value> = {}
  for (const [name, value] of Object.entries(params)) given[name] = written(name, value, names)
  // Plays come with their parts, so that they are named in the page's language.
  for (const name of ['play', 'top']) {
    const parts = params[`${name}_parts`] as Shape | undefined
    if (parts) given[name] = nameOf(parts)
    if (parts && name === 'top') given['shape'] = shapeName(parts)
  }
  return sentence(t('refusal', { ...given, is: form } as unknown as Parameters<typeof t<'refusal'>>[1]))
}

function written(name: string, value: unknown, names: Names | null): Value {
  const seat = (number: unknown) =>
    names ? names.name(Number(number)) : t('seat.unnamed', { number: Number(number) + 1 })
  if (name === 'seat') return seat(value)
  if (Array.isArray(value)) return value.map((one) => (name === 'seats' ? seat(one) : people(String(one))))
  return typeof value === 'number' ? value : people(String(value))
}

export function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
