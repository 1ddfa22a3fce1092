// Sentences about the end of a round or match: who went out, what it brought, bets made and lost, a slam.
import { MOST_MISSED } from '../protocol/facts'
import type { Played, View } from '../protocol/messages'
import { t } from '../words'
import { readEntry } from './action'
import { person, points, sideName, sideSeats, Who, type Names } from './words'

/** `before` is the view just before the round ended; without it (after a reload) less can be said. */
export function roundSentences(view: View, before: View | null, index: number, names: Names): string[] {
  const result = view.results[index]!
  const out: string[] = []
  const first = result.out[0]
  if (first === undefined) return out
  const side = view.seats[first]!.side
  const bonus = result.parts.out[side]!
  if (result.slam !== null) {
    out.push(t('ends.slam', { side: sideName(view, names, result.slam), points: points(bonus) }))
  } else if (bonus) {
    const partners = sideSeats(view, names, side).length > 1
    out.push(t(partners ? 'ends.first-side' : 'ends.first-bonus', { ...person(names, first), points: points(bonus) }))
  } else {
    out.push(t('ends.first', person(names, first)))
  }
  // Bets on points (a house rule) are shown in the table of parts alone.
  const onOut = typeof view.rules === 'string' || view.rules['bet_rule'] !== 'score'
  for (const [seat, { bet, bet_stands }] of before && onOut ? before.seats.entries() : []) {
    if (bet === null || !bet_stands) continue
    out.push(t(seat === first ? 'ends.bet-made' : 'ends.bet-lost', { ...person(names, seat), bet }))
  }
  const { shepherd } = result
  if (shepherd !== null && shepherd !== undefined) {
    const made = shepherd === first
    out.push(made ? t('ends.bid-made', { points: points(result.parts.bets[shepherd]!) }) : t('ends.bid-lost'))
  }
  return out
}

/** Somebody has gone out, and the others play on. */
export function outWords(before: View, after: View, names: Names): string | null {
  if (after.results.length > before.results.length || after.out.length <= before.out.length) return null
  const seat = after.out[after.out.length - 1]!
  const side = after.seats[seat]!.side
  const bonus = (after.piles[side]?.bonus ?? 0) - (before.piles[side]?.bonus ?? 0)
  const one = person(names, seat)
  return bonus ? t('out.bonus', { ...one, points: points(bonus) }) : t('out.words', one)
}

/** The clock ran out, and the table made the decision. */
export function lateWords({ seat, action }: Pick<Played, 'seat' | 'action'>, missed: number, names: Names): string {
  const passed = readEntry(action).verb === 'pass'
  const words = t(passed ? 'late.pass' : 'late.play', person(names, seat))
  return missed > 0 && missed < MOST_MISSED ? t('late.missed', { words, missed, misses: MOST_MISSED }) : words
}

export function winnerSentence(view: View, names: Names): string {
  const winners = view.winners ?? []
  if (winners.length === view.totals.length && winners.length > 1) return t('ends.all-win')
  const seats = winners.flatMap((side) => sideSeats(view, names, side))
  return t('ends.wins', {
    is: seats.length === 1 && seats[0] === names.me ? 'you' : 'they',
    n: seats.length,
    names: seats.map((seat) => Who(names, seat)),
    points: points(view.totals[winners[0] ?? 0] ?? 0),
  })
}
