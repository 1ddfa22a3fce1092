// What a player can know of the round so far: its tricks, the points that were won and are still out, the cards seen.
// Everything comes from the view, so nothing is shown that the seat may not see.
import type { Entry, View } from '../protocol/messages'
import { readEntry } from './action'
import { cards, cells, COURTS, count, isCourt, SUITS, type Suit } from './cards'
import { factsOf } from './facts'
import { worth } from './sources'
import { readLog, type LogLine, type Names } from './words'

/** A part of the log: what came before the first play, or a trick. */
export interface Chapter {
  trick: number | null // its index
  lines: LogLine[]
  end: LogLine | null // who has taken it
}

/** The log, trick by trick. */
export function chapters(view: View, names: Names): Chapter[] {
  const lines = readLog(view, names)
  const first = view.log.findIndex((text) => readEntry(text).verb === 'play')
  const before = first < 0 ? lines.length : first
  const all: Chapter[] = [{ trick: null, lines: lines.slice(0, before), end: null }]
  let now: Chapter | null = null
  for (const line of lines.slice(before)) {
    now ??= { trick: all.length - 1, lines: [], end: null }
    if (line.kind === 'trick') {
      all.push({ ...now, end: line })
      now = null
    } else now.lines.push(line)
  }
  if (now) all.push(now)
  return all[0]!.lines.length ? all : all.slice(1)
}

const played = (entries: readonly Entry[]) => entries.flatMap(({ play }) => (play ? cells(play) : []))

/** The points of the cards in a trick. */
export function trickPoints(view: View, entries: readonly Entry[]): number {
  return played(entries).reduce((sum, { card }) => sum + worth(view, card), 0)
}

export interface PointsOut {
  captured: number[] // by side
  table: number // in the trick that is being played
  out: number // in hands and in the haggis
  all: number
}

/** Where the points of the cards are; null for a game that this page does not know. */
export function pointsOut(view: View): PointsOut | null {
  const game = factsOf(view.rules)
  if (!game) return null
  const inSuit = RANKED.reduce((sum, rank) => sum + worth(view, rank + SUITS[0]!), 0)
  const courts = [...COURTS].reduce((sum, court) => sum + worth(view, court), 0)
  const all = inSuit * game.suits * game.copies + courts * game.players
  const captured = view.piles.map((pile) => pile.points)
  const table = trickPoints(view, view.trick)
  return { captured, table, out: all - table - captured.reduce((sum, one) => sum + one, 0), all }
}

export const RANKED = [...'23456789T']

/** How many copies of a card were played, are in the own hand, lie where only this player knows, and are out. */
export interface Seen {
  card: string
  played: number
  mine: number
  known: number // given to the partner, or put back
  out: number
}

/** Every card of the deck: number cards by suit, then the courts. Null for a game that this page does not know. */
export function seen(view: View): { suits: { suit: Suit; cards: Seen[] }[]; courts: Seen[] } | null {
  const game = factsOf(view.rules)
  if (!game) return null
  const gone = count(
    [...view.tricks.flatMap((one) => played(one.entries)), ...played(view.trick)].map((one) => one.card),
  )
  const mine = count(cards(view.hand))
  const known = count([...(view.exchange?.gave ?? []), ...cards(view.auction?.buried)])
  const look = (card: string): Seen => {
    const [was, has] = [gone.get(card) ?? 0, mine.get(card) ?? 0]
    const rest = (isCourt(card) ? game.players : game.copies) - was - has
    const put = Math.min(known.get(card) ?? 0, rest)
    return { card, played: was, mine: has, known: put, out: rest - put }
  }
  return {
    suits: SUITS.slice(0, game.suits).map((suit) => ({ suit, cards: RANKED.map((rank) => look(rank + suit)) })),
    courts: [...COURTS].map(look),
  }
}
