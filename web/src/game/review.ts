// A review in words: actions, reasons, numbers.
import { NO_BET, readAction } from './action'
import { signs, type Cell } from './cards'
import type { Names } from './words'
import { t } from '../words'
import type { Decision } from '../protocol/messages'
import { standing, type Judged } from './decisions'

/** An action as a thing to do: words, and cards to draw. */
export interface Deed {
  words: string
  cells: Cell[]
}

export function deed(action: string, seat: number, names: Names): Deed {
  if (action === NO_BET) return { words: t('review.action', { is: 'no-bet', value: '', name: '' }), cells: [] }
  const { verb, value, cells } = readAction(action)
  const other = Number(value)
  switch (verb) {
    case 'play':
      return { words: '', cells }
    case 'give':
    case 'bury':
      return { words: t('review.action', { is: verb, name: '', value: '' }), cells }
    case 'bet':
    case 'bid':
      return { words: t('review.action', { is: verb, value, name: '' }), cells: [] }
    case 'award':
    case 'lead': {
      const is = verb === 'award' ? (other === seat ? 'award-you' : 'award') : other === seat ? 'lead-own' : 'lead'
      return { words: t('review.action', { is, name: names.name(other), value: '' }), cells: [] }
    }
    default:
      return { words: t('review.action', { is: 'pass', value: '', name: '' }), cells: [] }
  }
}

/** The same in one line of text. */
export function deedLine(action: string, seat: number, names: Names): string {
  const { words, cells: shown } = deed(action, seat, names)
  return [words, signs(shown.map((cell) => cell.card))].filter(Boolean).join(' ')
}

/** What a decision is about: who has to do what. */
export function aboutWords(one: Decision, names: Names): string {
  const is = one.kind === 'lead' ? 'leader' : one.kind === 'play' && !one.to_beat ? 'lead' : one.kind
  return t('review.about', { is, name: names.name(one.seat) })
}

/** The verdict in a few words: its class and its cost, or that there was nothing better. */
export function verdictWords(one: Decision): string {
  const verdict = t('review.verdict', { is: one.verdict })
  if (one.verdict === 'good') return verdict
  return t('review.costsShort', { verdict, points: t('points', { n: Math.round(one.loss) }) })
}

/** Where the decision stands among those that are shown. */
export function placeWords(shown: readonly Judged[], one: Judged): string {
  const inRound = shown.filter((other) => other.round === one.round)
  const number = inRound.findIndex((other) => other.at === one.at) + 1
  return t('review.place', { round: one.round, number, count: inRound.length })
}

/** How a candidate compares with the best. */
export function standingWords(decision: Decision, candidate: Decision['candidates'][number]): string {
  const behind = Math.max(1, Math.round(candidate.behind))
  return t('review.standing', { is: standing(decision, candidate), behind })
}
