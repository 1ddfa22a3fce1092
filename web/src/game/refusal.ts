// Why the picked cards cannot be played, in the engine's own words (`refusal` in the catalogue comes from its tables, and
// test/cases.test.ts compares the two). Only words: what is legal, the server has listed.
import { form, t } from '../words'
import { byRank, isCourt, rankOf, signs, suitOf } from './cards'
import { narrow, nameOf, shapeName, shapeOf, type Choice, type Kind, type Shape } from './plays'
import { sentence } from './sentences'

/** What the picked cards are meant to beat. */
export interface Beat {
  name: string
  kind: Kind
  width: number
  length: number
}

/**
 * A sentence, or null if the picked cards, or some that hold them, are legal. `sets`: a house rule of the table. `hand`:
 * where it is known, courts in it that are not picked count too, for they could stand for what is missing.
 */
export function refusal(
  choices: readonly Choice[],
  picked: readonly string[],
  beat: Beat | null,
  sets = false,
  hand: readonly string[] = [],
): string | null {
  if (!picked.length || narrow(choices, picked).length) return null
  if (!beat && choices.every((choice) => choice.verb !== 'play')) {
    return t('refusal.tooMany', { n: Math.max(...choices.map((choice) => choice.cards.length)) })
  }
  if (beat && !choices.some((choice) => choice.verb === 'play')) return t('refusal.helpless', { play: beat.name })
  const shape = combination(picked, sets)
  const courts = [...new Set([...picked, ...hand].filter(isCourt))].sort(byRank)
  const told = shape
    ? beat && tooLow(shape, beat)
    : (courts.length && beat && misfit(picked, beat)) || fault(picked, courts, beat)
  if (told) return sentence(told)
  const cards = signs(picked)
  return beat ? t('refusal.noneBeats', { cards, play: beat.name }) : t('refusal.apart', { cards })
}

/** The combination that cards are without any other: courts beside number cards are wild and can be many things. */
function combination(picked: readonly string[], sets: boolean): Shape | null {
  const numbers = picked.filter((card) => !isCourt(card))
  if (numbers.length && numbers.length < picked.length) return null
  const shape = shapeOf([...picked].sort(byRank).map((card) => ({ card })))
  switch (shape.kind) {
    case 'single':
      return shape
    case 'set':
      return sets ? shape : null
    case 'sequence':
      return shape.length >= 3 && suits(picked).length === 1 ? shape : null
    case 'stair':
      return isGrid(picked, shape.length) ? shape : null
    case 'bomb':
      return !numbers.length || isOddBomb(picked) ? shape : null
  }
}

function suits(cards: readonly string[]): string[] {
  return [...new Set(cards.map((card) => suitOf(card) ?? ''))]
}

/** Whether every suit shows all ranks, each as often. */
function isGrid(cards: readonly string[], length: number): boolean {
  return suits(cards).every((suit) => {
    const ranks = cards.filter((card) => suitOf(card) === suit).map(rankOf)
    const each = ranks.length / length
    return Number.isInteger(each) && ranks.every((rank) => ranks.filter((other) => other === rank).length === each)
  })
}

function isOddBomb(cards: readonly string[]): boolean {
  const ranks = cards.map(rankOf).sort((a, b) => a - b)
  return ranks.join() === '3,5,7,9' && [1, 4].includes(suits(cards).length)
}

/** Why a combination does not beat another one. */
function tooLow(shape: Shape, beat: Beat): string {
  if (shape.kind !== 'bomb' && beat.kind === 'bomb') return form('refusal', 'bomb-needed', { top: beat.name })
  const same = shape.kind === beat.kind && shape.width === beat.width && shape.length === beat.length
  if (same) return form('refusal', 'not-higher', { play: nameOf(shape), top: beat.name })
  return form('refusal', 'wrong-shape', { shape: shapeName(beat) })
}

/** Why no courts in the world make of these cards what must be beaten: too many, too far apart, too many suits. */
function misfit(picked: readonly string[], beat: Beat): string | null {
  if (beat.kind === 'bomb') return null
  const shape = shapeName(beat)
  if (picked.length > beat.width * beat.length) return form('refusal', 'wrong-shape', { shape })
  const numbers = picked.filter((card) => !isCourt(card))
  const ranks = numbers.map(rankOf)
  if (Math.max(...ranks) - Math.min(...ranks) < beat.length) return null
  return t('refusal.tooFar', { cards: signs([...numbers].sort(byRank)), shape })
}

/** What is wrong with cards that are not a combination; where there are courts, only what no court can mend. */
function fault(picked: readonly string[], courts: readonly string[], beat: Beat | null): string | null {
  const numbers = picked.filter((card) => !isCourt(card))
  const cards = signs([...picked].sort(byRank))
  const ranks = [...new Set(numbers.map(rankOf))].sort((a, b) => a - b)
  const low = ranks[0]!
  const missing = Array.from({ length: ranks[ranks.length - 1]! - low }, (_, i) => low + i).filter(
    (rank) => !ranks.includes(rank),
  )
  if (missing.length > courts.length) {
    const gap = { cards, ranks: missing.map(String) }
    if (!courts.length) return form('refusal', 'no-combination.gap', gap)
    return t('refusal.gap', { ...gap, courts, n: courts.length })
  }
  if (numbers.length < picked.length || (courts.length && beat?.kind === 'stair')) return null
  const count = suits(numbers).length
  if (ranks.length === 1) return form('refusal', 'no-combination.sets-off', { cards })
  if (numbers.length > ranks.length) return form('refusal', 'no-combination.stair', { cards })
  if (count > 1) return form('refusal', 'no-combination.suits', { cards, count })
  return courts.length ? null : form('refusal', 'no-combination.short', { cards })
}
