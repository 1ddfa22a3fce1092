// Sentences about the end of a round or match: who went out, what it brought, bets made and lost, a slam.
import type { View } from '../net/messages'
import { list } from './refusal'
import { does, points, sideName, Who, type Names } from './words'

/** `before` is the view just before the round ended; without it (after a reload) less can be told. */
export function roundSentences(view: View, before: View | null, index: number, names: Names): string[] {
  const result = view.results[index]!
  const out: string[] = []
  const [first, second] = result.out
  if (first === undefined) return out
  const mine = first === names.me
  const side = view.seats[first]!.side
  const bonus = result.parts.out[side]!
  const together = view.seats.length === 4 && second !== undefined && view.seats[second]!.side === side
  if (together && result.out.length === 2) {
    out.push(`Slam! ${sideName(view, names, side)} are out first and second, for ${points(bonus)}.`)
  } else {
    const worth = bonus ? `: ${points(bonus)}${view.seats.length === 4 ? ' for the side' : ''} for going out` : ''
    out.push(`${Who(names, first)} ${mine ? 'are' : 'is'} first out${worth}.`)
  }
  // Bets on points (a house rule) are told by the table of parts alone.
  const onOut = typeof view.rules === 'string' || view.rules['bet_rule'] !== 'score'
  for (const [seat, shown] of before && onOut ? before.seats.entries() : []) {
    if (shown.bet === null || !shown.bet_stands) continue
    out.push(`${Who(names, seat)} ${does(names, seat, seat === first ? 'win' : 'lose')} the bet of ${shown.bet}.`)
  }
  if (result.shepherd !== null && result.shepherd !== undefined) {
    const shepherd = result.shepherd
    out.push(
      shepherd === first
        ? `The bid is made: ${points(result.parts.bets[shepherd]!)} for the Shepherd.`
        : 'The Sheep were faster: they share the bid.',
    )
  }
  return out
}

/** Somebody has gone out, and the others play on. */
export function outWords(before: View, after: View, names: Names): string | null {
  if (after.results.length > before.results.length || after.out.length <= before.out.length) return null
  const seat = after.out[after.out.length - 1]!
  const side = after.seats[seat]!.side
  const bonus = (after.piles[side]?.bonus ?? 0) - (before.piles[side]?.bonus ?? 0)
  return `${Who(names, seat)} ${does(names, seat, 'go')} out${bonus ? `: ${points(bonus)}` : ''}`
}

export function winnerSentence(view: View, names: Names): string {
  const winners = view.winners ?? []
  if (winners.length === view.totals.length && winners.length > 1) return 'All are level: everybody wins'
  const named = winners.map((side) => sideName(view, names, side))
  const plural = winners.length > 1 || named.some((name) => name === 'You' || name.includes(' and '))
  return `${list(named)} ${plural ? 'win' : 'wins'} with ${points(view.totals[winners[0] ?? 0] ?? 0)}`
}
