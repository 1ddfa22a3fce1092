// Picking cards: what is picked, in which order the hand lies, what can come of it. Used at the table and in lessons.
import { cards, count, type Cell } from './cards'
import { arrange, cardOf, identify, move, SORTS, type Sort } from './arrange'
import { completions, extremes, reach, readings, readLegal, type Choice } from './plays'
import { refusal, type Beat } from './refusal'

export interface Source {
  hand: string | null
  legal: readonly string[]
  beat: Beat | null
  sets?: boolean // a house rule: cards of one rank are a play
  lesson?: boolean // every card can be tried: none is dimmed, and nothing is completed by itself
  fresh?: readonly string[] // cards that have just come into the hand
  betRule?: 'out' | 'score' // what a bet promises
}

export interface Saved {
  read: () => { sort: Sort; order: string[] } | null
  write: (state: { sort: Sort; order: string[] }) => void
}

export class Picker {
  picked = $state.raw<string[]>([])
  order = $state.raw<string[]>([])
  sort = $state<Sort>('suit')
  reading = $state(0)

  source: () => Source
  legal = $derived.by(() => readLegal(this.source().legal))
  names = $derived(this.picked.map(cardOf))
  /** Cards that have just come, one mark for each, the later copy of two. */
  fresh = $derived.by(() => {
    const left = count(this.source().fresh ?? [])
    return new Set(
      this.order.toReversed().filter((id) => {
        const marks = left.get(cardOf(id)) ?? 0
        left.set(cardOf(id), marks - 1)
        return marks > 0
      }),
    )
  })
  active = $derived(this.legal.choices.length > 0)
  lit = $derived.by(() => this.light())
  readings = $derived.by(() => (this.picked.length ? readings(this.legal.choices, this.names) : []))
  completions = $derived.by(() =>
    this.picked.length && this.active && !this.source().lesson ? completions(this.legal.choices, this.names) : [],
  )
  extremes = $derived.by(() => extremes(this.source().beat ? this.legal.choices : []))
  refusal = $derived.by(() =>
    this.active || this.source().beat
      ? refusal(this.legal.choices, this.names, this.source().beat, this.source().sets, cards(this.source().hand))
      : null,
  )
  swaps = $derived.by(() => {
    const one =
      this.source().beat?.kind === 'single' ||
      this.legal.choices.every((choice) => choice.verb !== 'play' && choice.cards.length === 1)
    return this.picked.length === 1 && one
  })
  /** The cards that the only completion would add. */
  offered = $derived.by(() =>
    this.readings.length || !this.choice ? [] : this.idsOf(this.choice).filter((id) => !this.has(id)),
  )
  /** What the big button does: the chosen reading, or the only completion. */
  choice = $derived.by((): Choice | null => {
    if (this.readings.length) return this.readings[Math.min(this.reading, this.readings.length - 1)]!
    return this.completions.length === 1 ? this.completions[0]! : null
  })

  constructor(
    source: () => Source,
    private readonly saved: Saved | null = null,
  ) {
    this.source = source
    const state = saved?.read()
    if (state && SORTS.includes(state.sort)) {
      this.sort = state.sort
      this.order = state.order
    }
  }

  /** Takes the hand as it is now; cards that stay keep their place. */
  sync(hand: string | null): void {
    const gone = new Set(this.picked)
    const ids = identify(cards(hand), this.order, gone)
    const fresh = ids.length > this.order.length || ids.some((id) => !this.order.includes(id))
    // A hand that only got smaller keeps its order: cards do not move under the finger.
    const order = fresh ? arrange(ids, this.sort) : ids
    this.picked = this.picked.filter((id) => ids.includes(id))
    if (order.join() !== this.order.join()) {
      this.order = order
      this.save()
    }
  }

  has(id: string): boolean {
    return this.picked.includes(id)
  }

  /** Picks a card or puts it back; `add` keeps what is picked already, in any case. */
  toggle(id: string, on = !this.has(id), add = false): void {
    if (on === this.has(id)) return
    if (!on) this.picked = this.picked.filter((other) => other !== id)
    else if (!add && this.replaces(id)) this.picked = [id]
    else this.picked = [...this.picked, id]
    this.reading = 0
  }

  /** Where one card is asked for, another card takes the place of the picked one, unless the two are a bomb. */
  private replaces(id: string): boolean {
    if (
      !this.swaps ||
      (reach(this.legal.choices, this.names).get(cardOf(id)) ?? 0) > (cardOf(id) === this.names[0] ? 1 : 0)
    )
      return false
    return readings(this.legal.choices, [cardOf(id)]).length > 0
  }

  clear(): void {
    this.picked = []
    this.reading = 0
  }

  /** Picks exactly the cards of a choice. */
  take(choice: Choice): void {
    this.picked = this.idsOf(choice)
    this.reading = Math.max(
      0,
      this.readings.findIndex((other) => other.action === choice.action),
    )
  }

  setSort(sort: Sort): void {
    this.sort = sort
    this.order = arrange(this.order, sort)
    this.save()
  }

  nextSort(): void {
    this.setSort(SORTS[(SORTS.indexOf(this.sort) + 1) % SORTS.length]!)
  }

  move(id: string, to: number): void {
    this.sort = 'free'
    this.order = move(this.order, id, to)
    this.save()
  }

  /** What a card would show in the chosen play: the court's badge. */
  cell(id: string): Cell {
    const card = cardOf(id)
    const found =
      this.readings.length && this.has(id)
        ? this.choice?.cells.find((cell) => cell.card === card && cell.as)
        : undefined
    return found ?? { card }
  }

  private idsOf(choice: Choice): string[] {
    const wanted = count(choice.cards)
    const ids: string[] = []
    for (const id of [...this.picked, ...this.order]) {
      const left = wanted.get(cardOf(id)) ?? 0
      if (left > 0 && !ids.includes(id)) {
        wanted.set(cardOf(id), left - 1)
        ids.push(id)
      }
    }
    return ids
  }

  private light(): Set<string> {
    if (this.source().lesson) return new Set(this.order)
    // Nothing but a pass is left, or there is nothing to pick for now.
    if (!this.active) return new Set(this.legal.pass && this.source().beat ? [] : this.order)
    const names = this.swaps ? [] : this.names
    const most = reach(this.legal.choices, names)
    const used = count(names)
    return new Set(this.order.filter((id) => this.has(id) || (most.get(cardOf(id)) ?? 0) > (used.get(cardOf(id)) ?? 0)))
  }

  private save(): void {
    this.saved?.write({ sort: this.sort, order: this.order })
  }
}
