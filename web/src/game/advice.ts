// A hint in words: what to do.
import type { View } from '../protocol/messages'
import { t } from '../words'
import { readAction } from './action'
import { signs } from './cards'
import { partner, person, type Names } from './words'

/** What the bot would do, as a thing to do. */
export function adviceWords(view: View, names: Names, action: string): string {
  const { verb, value, cells } = readAction(action)
  const cards = signs(cells.map((cell) => cell.card))
  switch (verb) {
    case 'play':
      return t('act.play', { cards })
    case 'give':
      return t('act.give', { cards, partner: names.name(partner(view, view.seat!)) })
    case 'bury':
      return t('act.bury', { cards })
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
