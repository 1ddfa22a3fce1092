// A hint in words: what to do, and why. The reasons come from the bots in English; those that are known are told in the
// page's words, any other as it is.
import type { View } from '../protocol/messages'
import { t, type FormOf } from '../words'
import { cells, signs } from './cards'
import { sentence } from './sentences'
import { partner, people, person, type Names } from './words'

/** What the bot would do, as a thing to do. */
export function adviceWords(view: View, names: Names, action: string): string {
  const [verb = '', ...rest] = action.split(' ')
  const value = rest.join(' ')
  const cards = () => signs(cells(value).map((cell) => cell.card))
  switch (verb) {
    case 'play':
      return t('act.play', { cards: cards() })
    case 'give':
      return t('act.give', { cards: cards(), partner: names.name(partner(view, names.me!)) })
    case 'bury':
      return t('act.bury', { cards: cards() })
    case 'bet':
      return t('act.bet', { value })
    case 'bid':
      return t('decide.bid', { value })
    case 'award':
      return t(view.awarding === 'haggis' ? 'advice.award-haggis' : 'advice.award-trick', {
        name: names.name(Number(value)),
      })
    case 'lead':
      return t('advice.lead', person(names, Number(value)))
    default:
      return t('act.pass')
  }
}

const REASONS: [RegExp, FormOf<'why'>][] = [
  [/^goes out$/, 'out'],
  [/^nobody can stop the rest$/, 'unstoppable'],
  [/^leaves the trick to the partner$/, 'partner'],
  [/^has nothing higher$/, 'nothing'],
  [/^nobody can beat it$/, 'sure'],
  [/^keeps (?<card>[JQK]) to regain the lead later$/, 'keeps'],
  [/^expects (?<points>[+-]\d+) points, first out (?<percent>\d+)%$/, 'expects'],
  [/^(?<points>[+-][\d.]+) points ahead, by a search and (?<deals>\d+) deals played out$/, 'search'],
]

/** Why, as a sentence. */
export function whyWords(why: string): string {
  for (const [pattern, is] of REASONS) {
    const found = pattern.exec(why)
    if (!found) continue
    const { card = '', percent = '', deals = '', points = '0' } = found.groups ?? {}
    return t('why', { is, card, percent, deals, points: points.replace('-', '−') })
  }
  const told = sentence(people(why))
  return /[.!?]$/.test(told) ? told : `${told}.`
}
