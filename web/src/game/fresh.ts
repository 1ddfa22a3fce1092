// Cards that have just come into the own hand: drawn from the haggis, or received in the exchange. They are marked until
// the first own play. Everything here stands in the seat's own view.
import type { View } from '../protocol/messages'
import { cards } from './cards'

export function freshCards(view: View): string[] {
  const { seat, log, auction, exchange } = view
  if (seat === null || log.some((entry) => entry.startsWith(`${seat} play `))) return []
  return [...cards(auction?.drawn), ...(exchange?.received ?? [])]
}
