// Why the picked cards cannot be played, in words about these cards. Only words: what is legal, the server has listed.
import { count, isCourt, rankOf, rankText, SUIT_NAMES, signs, suitOf, type Suit } from './cards'
import { narrow, nameOf, shapeOf, type Choice } from './plays'

/** What the picked cards are meant to beat. */
export interface Beat {
  name: string
  kind: string
  width: number
  length: number
}

/** A sentence, or null if the picked cards, or some that hold them, are legal. */
export function refusal(choices: readonly Choice[], picked: readonly string[], beat: Beat | null): string | null {
  if (!picked.length || narrow(choices, picked).length) return null
  if (beat && !choices.some((choice) => choice.verb === 'play')) return `Nothing in your hand beats ${beat.name}`
  const own = fault(picked, beat)
  if (own) return own
  if (!beat) return `${signs(picked)} do not go together`
  if (beat.kind === 'bomb') return `Only a higher bomb beats ${beat.name}`
  const need = beat.width * Math.max(beat.length, 1)
  if (picked.length > need) return `${beat.name} is beaten with ${amount(need)}, you have picked ${picked.length}`
  const all = picked.every((card) => !isCourt(card)) && picked.length === need
  return all ? `${signs(picked)} is not higher than ${beat.name}` : `No play with ${signs(picked)} beats ${beat.name}`
}

/** What is wrong with the cards themselves. */
function fault(picked: readonly string[], beat: Beat | null): string | null {
  const numbers = picked.filter((card) => !isCourt(card))
  const wild = picked.length - numbers.length
  if (!numbers.length || picked.length === 1) return null
  const suits = [...new Set(numbers.map(suitOf))] as Suit[]
  const ranks = [...new Set(numbers.map(rankOf))].sort((a, b) => a - b)
  const low = ranks[0]!
  const high = ranks[ranks.length - 1]!
  const missing = Array.from({ length: high - low + 1 }, (_, i) => low + i).filter((rank) => !ranks.includes(rank))
  const shown = signs(picked)
  if (ranks.length === 1 && !wild && (!beat || beat.kind !== 'set')) {
    return suits.length === 1
      ? `${shown}: two of a kind are no play at this table`
      : `${shown}: cards of one rank alone are no play at this table; a Stair goes over two ranks or more`
  }
  if (suits.length === 1) {
    if (Math.max(...count(numbers).values()) > 1) return null
    if (missing.length > wild)
      return `A Sequence has no gaps; between ${shown} the ${list(missing.map(rankText))} ${missing.length > 1 ? 'are' : 'is'} missing`
    if (picked.length < 3) return `A Sequence needs three ranks in one suit; ${shown} are two`
  } else {
    if (numbers.length === ranks.length && (!beat || beat.kind === 'sequence')) {
      return `A Sequence needs three ranks in one suit; ${shown} are ${suits.length} suits (${list(suits.map((suit) => SUIT_NAMES[suit]))})`
    }
    if (!beat || beat.kind === 'stair')
      return `A Stair needs the same ranks in each of its suits; ${shown} do not match`
  }
  if (beat && beat.kind !== 'bomb' && !wild && missing.length === 0) {
    const shape = shapeOf(numbers.map((card) => ({ card })))
    if (shape.kind !== beat.kind || shape.width !== beat.width || shape.length !== beat.length)
      return `${nameOf(shape)} cannot be played on ${beat.name}: it takes the same kind and size`
  }
  return null
}

function amount(cards: number): string {
  return cards === 1 ? 'one card' : `${cards} cards`
}

export function list(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`
}
