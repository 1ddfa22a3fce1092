// The coach at the table: one true sentence about the decision at hand, out of what the player sees. No advice from a
// bot (that is the hint): it says what matters, so that a beginner learns to look.
import { cards, isCourt, rankOf } from './cards'
import { nameOf, shapeName, type Choice, type Legal } from './plays'
import { factsOf } from './facts'
import { trickPoints } from './history'
import type { Names } from './words'
import type { View } from '../protocol/messages'
import { recall, remember } from '../platform/settings.svelte'
import { t } from '../words'

class Coach {
  on = $state<boolean>(recall('coach', false))

  set(on: boolean): void {
    this.on = on
    remember('coach', on)
  }
}
export const coach = new Coach()

type Params = { name?: string; shape?: string; play?: string; n?: number }

/** What the coach says about a decision of this seat; '' where there is nothing to say. */
export function coachLine(view: View, names: Names, legal: Legal, smallest: Choice | null): string {
  const line = (is: Parameters<typeof t<'coach.line'>>[1]['is'], params: Params = {}) =>
    t('coach.line', { name: '', shape: '', play: '', n: 0, ...params, is })
  if (view.phase === 'award') return line(awardLine(view, names.me ?? 0))
  if (view.phase !== 'play') return view.phase === 'over' ? '' : line(view.phase)
  const plays = legal.choices.filter((choice) => choice.verb === 'play')
  const held = cards(view.hand).length
  if (plays.some((choice) => choice.cards.length === held)) return line('out')
  if (!view.to_beat) return leadLine(view, names, plays, line)
  if (!plays.length) return line('nothing')
  const me = names.me ?? 0
  const by = view.to_beat.seat
  if (together(view, by, me)) return line('partner', { name: names.name(by) })
  const plain = plays.filter((choice) => choice.shape!.kind !== 'bomb')
  if (!plain.length) {
    const away = view.seats.length === 2 && factsOf(view.rules)?.bomb_to !== 'winner'
    return away ? line('onlyBombAway', { name: names.name(by) }) : line('onlyBomb')
  }
  const n = trickPoints(view, view.trick)
  if (plain.every((choice) => choice.cards.some(isCourt))) return line('courts', { n })
  return smallest?.shape ? line('smallest', { play: nameOf(smallest.shape), n }) : ''
}

/** A partner keeps the cards on one's own side; among opponents, the last one can do least with them. */
function awardLine(view: View, me: number): 'awardPartner' | 'awardTrick' | 'awardHaggis' {
  const partner = view.seats.findIndex((seat, i) => i !== me && seat.side === view.seats[me]!.side)
  return view.legal.includes(`award ${partner}`)
    ? 'awardPartner'
    : view.awarding === 'haggis'
      ? 'awardHaggis'
      : 'awardTrick'
}

function leadLine(
  view: View,
  names: Names,
  plays: readonly Choice[],
  line: (is: 'oneLeft' | 'leadLong' | 'leadLow', params?: Params) => string,
): string {
  const nearly = view.seats.findIndex((seat, i) => seat.cards === 1 && !together(view, i, names.me ?? 0))
  const shaped = plays.filter((choice) => choice.cards.length > 1 && choice.shape!.kind !== 'bomb')
  if (nearly >= 0 && shaped.length) return line('oneLeft', { name: names.name(nearly) })
  const natural = shaped.filter((choice) => !choice.cards.some(isCourt))
  const longest = [...natural].sort((a, b) => b.cards.length - a.cards.length || lowest(a) - lowest(b))[0]
  if (longest) return line('leadLong', { shape: shapeName(longest.shape!), n: longest.cards.length })
  return line('leadLow')
}

/** Whether two seats are partners: of one side, or the two Sheep of this round (R4.3). */
function together(view: View, one: number, other: number): boolean {
  const shepherd = view.auction?.shepherd ?? null
  return (
    view.seats[one]!.side === view.seats[other]!.side || (shepherd !== null && shepherd !== one && shepherd !== other)
  )
}

const lowest = (choice: Choice) => Math.min(...choice.cards.map(rankOf))
