// Where the points of a round come from, in words: one sentence for each source, with the rule that made it.
import { SCORING } from '../protocol/games'
import type { RoundResult, Source, View } from '../protocol/messages'
import { t } from '../words'
import { isCourt, rankOf } from './cards'
import { unknown } from '../protocol/exhaustive'
import { betRule, factsOf } from './facts'
import { cardCount, person, who, type Names } from './words'

export type Part = Source['part']
export const PARTS: readonly Part[] = ['cards', 'out', 'bets']

/** The sources of a number on the sheet: of one part, or of all. */
export function sourcesOf({ sources }: RoundResult, side: number, part: Part | null): Source[] {
  return sources.filter((source) => source.side === side && (part === null || source.part === part))
}

/** What cards count in this game (R8.1). */
export function countRule(view: Pick<View, 'rules'>): 'printed' | 'flat' {
  return factsOf(view.rules)?.points ?? 'printed'
}

export function worth(view: View, card: string): number {
  const { odd, jack, queen, king } = SCORING.points[countRule(view)]
  if (isCourt(card)) return { J: jack, Q: queen, K: king }[card]!
  return countRule(view) === 'flat' || rankOf(card) % 2 ? odd : 0
}

export function sourceWords(
  view: Pick<View, 'rules'>,
  result: Pick<RoundResult, 'slam'>,
  source: Source,
  names: Names,
): string {
  const { rule, count } = source
  const one = person(names, source.seat ?? source.hand ?? 0)
  switch (rule) {
    case 'tricks':
      return t('source.tricks', { is: countRule(view), ...SCORING.points[countRule(view)] })
    case 'hand':
      return t('source.hand', { ...one, goes: t('source.goes', { is: taker(view, result) }) })
    case 'haggis':
      return t('source.haggis', { is: factsOf(view.rules)?.haggis_to ?? 'first_out' })
    case 'out':
    case 'out-trick': {
      const held = { holder: who(names, source.hand ?? 0), cards: cardCount(count), bonus: SCORING.bonus }
      return t(rule === 'out' ? 'source.out' : 'source.out-trick', { ...one, ...held })
    }
    case 'out-overplayed':
      return t('source.out-overplayed', one)
    case 'bet':
      return t(betRule(view) === 'score' ? 'source.score-bet' : doubled(source) ? 'source.bet-twice' : 'source.bet', {
        ...one,
        value: count,
      })
    case 'bet-failed':
      return t(betRule(view) === 'score' ? 'source.score-bet-failed' : 'source.bet-failed', { ...one, value: count })
    case 'bid':
      return t('source.bid', { ...one, value: count })
    case 'bid-failed':
      return t('source.bid-failed', { ...one, value: count })
    default:
      return unknown(rule, '')
  }
}

/** Why a number is 0 where nothing is behind it. */
export function nothingWords(part: Part | null): string {
  return t('source.none', { is: part ?? 'all' })
}

function doubled({ points, count }: Source): boolean {
  return points === 2 * count
}

function taker(view: Pick<View, 'rules'>, { slam }: Pick<RoundResult, 'slam'>): 'slam' | 'first_out' | 'last_out' {
  if (slam !== null) return 'slam'
  return factsOf(view.rules)?.last_hand === 'last_out' ? 'last_out' : 'first_out'
}
