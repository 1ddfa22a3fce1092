// Cards and plays as text: `7g`, `J`, `5b J=6b 7b`. The notation of docs/records.md, and words for people.
import { SUIT_SIGNS } from '../protocol/games'
import { t, type FormOf } from '../words'

export type Suit = keyof typeof SUIT_SIGNS
export const SUITS = Object.keys(SUIT_SIGNS) as Suit[]
export const RANKS = '23456789TJQK'
export const COURTS = 'JQK'

/** One place of a play: a card, and for a wild court what it stands for (`6b`, in a Set only a rank). */
export interface Cell {
  card: string
  as?: string
}

export function cards(text: string | null | undefined): string[] {
  return text ? text.split(' ').filter(Boolean) : []
}

export function isCourt(card: string): boolean {
  return COURTS.includes(card)
}

/** 2 to 10; a court alone is 11, 12 or 13. */
export function rankOf(card: string): number {
  return RANKS.indexOf(card.charAt(0)) + 2
}

export function suitOf(card: string): Suit | null {
  return (SUITS as readonly string[]).includes(card.charAt(1)) ? (card.charAt(1) as Suit) : null
}

/** A rank as people read it: `10`, not `T`. */
export function rankText(rank: string | number): string {
  const letter = typeof rank === 'number' ? RANKS.charAt(rank - 2) : rank.charAt(0)
  return letter === 'T' ? '10' : letter
}

/** `7♣`, `10◆`, `J`. */
export function sign(card: string): string {
  const suit = suitOf(card)
  return rankText(card) + (suit ? SUIT_SIGNS[suit] : '')
}

/** `green 7`, `Jack`: what a screen reader says. */
export function spoken(card: string): string {
  const suit = suitOf(card)
  const letter = card.charAt(0) // of a court, or of a cell above the ten
  const rank = isCourt(letter) ? t('court', { is: letter as FormOf<'court'> }) : rankText(card)
  return suit ? t('card.spoken', { suit: t('suit', { is: suit }), rank }) : rank
}

export function spokenCell(cell: Cell): string {
  return cell.as ? t('card.standsFor', { card: spoken(cell.card), other: spoken(cell.as) }) : spoken(cell.card)
}

export function signs(list: readonly string[]): string {
  return list.map(sign).join(' ')
}

/** The cells of a play's text, `5b J=6b 7b`. */
export function cells(text: string): Cell[] {
  return cards(text).map((token) => {
    const [card, as] = token.split('=') as [string, string | undefined]
    return as ? { card, as } : { card }
  })
}

/** How often each card is there. */
export function count(list: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const card of list) counts.set(card, (counts.get(card) ?? 0) + 1)
  return counts
}

export function bySuit(a: string, b: string): number {
  return suitIndex(a) - suitIndex(b) || rankOf(a) - rankOf(b)
}

export function byRank(a: string, b: string): number {
  return rankOf(a) - rankOf(b) || suitIndex(a) - suitIndex(b)
}

function suitIndex(card: string): number {
  const suit = suitOf(card)
  return suit ? SUITS.indexOf(suit) : SUITS.length // courts last
}
