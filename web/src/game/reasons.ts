// Reasons in words: why an answer is better. They come as facts, each a code with parameters; a fact that is newer than
// this page keeps the server's English.
import { COUNTED } from '../protocol/classes'
import type { FactData } from '../protocol/messages'
import { has, t, type Value } from '../words'
import { sentence } from './sentences'
import { people } from './words'

export interface Reason {
  reason: readonly FactData[]
  why: string
}

export function reasonWords({ reason, why }: Reason): string {
  if (!reason.every((one) => has('reason', one.code))) return sentence(people(why))
  return reason.length ? `${sentence(reason.map(factWords).join('; '))}.` : ''
}

function factWords({ code, params }: FactData): string {
  const given: Record<string, Value> = {}
  for (const [name, value] of Object.entries(params))
    given[name] = typeof value === 'number' ? value : people(String(value))
  const n = params[COUNTED[code as keyof typeof COUNTED]]
  return t('reason', { ...given, is: code, n } as unknown as Parameters<typeof t<'reason'>>[1])
}
