// The keys of the table, one line a key; ui/Keys.svelte lists them for people.
import { t } from '../../words'
import type { Session } from './session.svelte'

/** What keys do besides playing: they open parts of the page. */
export interface Doors {
  help: () => void
  panel: () => void
  chat: () => void
  focusHand: () => void
}

export class Keys {
  private betAsked = '' // the view in which a bet was asked for: the second press confirms

  constructor(
    private readonly session: Session,
    private readonly doors: Doors,
  ) {}

  press(event: KeyboardEvent): void {
    const target = event.target as HTMLElement
    if (target.closest('input, select, textarea, dialog') || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape' && document.querySelector(':popover-open')) return // it closes that
    const button = target.closest('button, a')
    const onHand = !button || button.hasAttribute('data-id') // elsewhere Enter belongs to the button
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const everybody: Record<string, () => void> = {
      '?': this.doors.help,
      l: this.doors.panel,
      c: this.doors.chat,
      j: this.doors.focusHand,
    }
    const act = everybody[key] ?? (this.session.seat === null ? undefined : this.player(key, onHand))
    if (!act) return
    event.preventDefault()
    act()
  }

  private player(key: string, onHand: boolean): (() => void) | undefined {
    const { session } = this
    const { picker } = session
    const { smallest, largest } = picker.extremes
    switch (key) {
      case 'Enter':
        return onHand ? () => session.play() : undefined
      case 'Escape':
        return () => this.undo()
      case 'p':
        return () => session.pass()
      case 'h':
        return () => void session.hint()
      case 'n':
        return smallest ? () => picker.take(smallest) : undefined
      case 'm':
        return largest ? () => picker.take(largest) : undefined
      case 'b':
        return picker.legal.bets.length ? () => this.bet(picker.legal.bets[0]!) : undefined
      case 's':
        return () => {
          picker.nextSort()
          session.tell(t('hand.sorted', { order: t('sort.name', { is: picker.sort }) }))
        }
    }
    return /^[1-9]$/.test(key) ? this.choose(Number(key) - 1) : undefined
  }

  /** Escape closes or cancels one thing after the other. */
  private undo(): void {
    const { session } = this
    if (session.advice) session.advice = null
    else if (session.premove) session.premove = null
    else session.picker.clear()
  }

  private choose(index: number): (() => void) | undefined {
    const { picker } = this.session
    if (picker.readings.length > 1) return () => (picker.reading = Math.min(index, picker.readings.length - 1))
    const completion = picker.completions[index]
    return completion ? () => picker.take(completion) : undefined
  }

  private bet(value: number): void {
    const asked = `${this.session.store.seq} ${value}`
    if (this.betAsked === asked) void this.session.act(`bet ${value}`)
    else this.session.tell(t('act.betAgain', { value }))
    this.betAsked = this.betAsked === asked ? '' : asked
  }
}
