// A position as one seat plays it, wherever that is: at a table, in an exercise, a puzzle, a lesson, or off the record.
import type { Phase, View } from '../protocol/messages'
import { cells } from './cards'
import { betRule, factsOf } from './facts'
import { freshCards } from './fresh'
import { Picker, type Saved } from './picker.svelte'
import { nameOf, shapeOf } from './plays'

const BY_CARDS: Record<Phase, boolean> = {
  auction: false,
  award: false,
  bury: true,
  exchange: true,
  lead: false,
  over: false,
  play: true,
}

export interface Position {
  view: View | null
  legal?: readonly string[] // if not those of the view
  lesson?: boolean
}

export class Player {
  readonly picker: Picker
  /** Whether the decision is made by picking cards. */
  byCards = $derived.by(() => !!this.position().view && BY_CARDS[this.position().view!.phase])
  /** The values of bets: the table's own, or those of the game. */
  bets = $derived.by((): readonly number[] => {
    const { view } = this.position()
    return (view && factsOf(view.rules)?.bets) ?? []
  })

  constructor(
    private readonly position: () => Position,
    saved: Saved | null = null,
  ) {
    this.picker = new Picker(() => {
      const { view, legal, lesson } = position()
      return {
        hand: view?.hand ?? null,
        legal: legal ?? view?.legal ?? [],
        beat: beatOf(view),
        sets: !!view && factsOf(view.rules)?.sets === true,
        fresh: view ? freshCards(view) : [],
        betRule: view ? betRule(view) : 'out',
        ...(lesson && { lesson }),
      }
    }, saved)
  }

  /** The cards lie as they do now, and none is picked. */
  lay(hand: string | null): void {
    this.picker.clear()
    this.picker.sync(hand)
  }

  /** What a key does to the cards. */
  key(key: string): (() => void) | undefined {
    const { picker } = this
    const { smallest, largest } = picker.extremes
    switch (key) {
      case 'n':
        return smallest ? () => picker.take(smallest) : undefined
      case 'm':
        return largest ? () => picker.take(largest) : undefined
      case 's':
        return () => picker.nextSort()
      case 'Escape':
        return picker.picked.length ? () => picker.clear() : undefined
    }
    return /^[1-9]$/.test(key) ? this.choose(Number(key) - 1) : undefined
  }

  /** One of the readings of what is picked, or one of the ways to complete it. */
  private choose(index: number): (() => void) | undefined {
    const { picker } = this
    if (picker.readings.length > 1) return () => (picker.reading = Math.min(index, picker.readings.length - 1))
    const completion = picker.completions[index]
    return completion ? () => picker.take(completion) : undefined
  }
}

/** What must be beaten, named as people read it. */
function beatOf(view: View | null) {
  if (!view?.to_beat) return null
  const shape = shapeOf(cells(view.to_beat.play))
  return { ...shape, name: nameOf(shape) }
}
