// Reasons in words: why an answer is better. They come as facts, each a code with parameters. A fact that is newer than
// this page, and the words of a bot that gives no facts, are shown in the English that comes with them.
import { COUNTED } from '../protocol/classes'
import type { FactData } from '../protocol/messages'
import { has, t, type Value } from '../words'
import { readAction } from './action'
import { signs } from './cards'
import { sentence } from './sentences'
import { people, person, type Names } from './words'

export interface Reason {
  reason: readonly FactData[]
  why: string
  other?: string | null // the action that a hint compares with
}

export function reasonWords({ reason, why, other }: Reason, names: Names): string {
  if (!reason.length || !reason.every((one) => has('reason', one.code))) return sentence(people(why))
  const told = reason.map((one) => `${sentence(factWords(one, names))}.`).join(' ')
  return other ? t('reason.than', { action: actionWords(other, names), why: told }) : told
}

function factWords({ code, params }: FactData, names: Names): string {
  const given: Record<string, Value> = {}
  for (const [name, value] of Object.entries(params))
    given[name] =
      name === 'action' ? actionWords(String(value), names) : typeof value === 'number' ? value : people(String(value))
  const n = params[COUNTED[code as keyof typeof COUNTED]]
  return t('reason', { ...given, is: code, n } as unknown as Parameters<typeof t<'reason'>>[1])
}

/** An action within a sentence. */
function actionWords(action: string, names: Names): string {
  const { verb, value, cells } = readAction(action)
  const is = has('reason.action', verb) ? verb : 'pass'
  const seat = verb === 'award' || verb === 'lead' ? person(names, Number(value)) : { name: '', is: 'they' }
  const cards = signs(cells.map((cell) => cell.card))
  const own = verb === 'lead' && seat.is === 'you'
  return t('reason.action', { is: own ? 'lead-own' : is, cards, value, name: seat.name })
}
