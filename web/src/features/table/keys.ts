// The keys of the table, one line a key; Keys.svelte lists them for people.
import { isFree, press } from '../../platform/keys'
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
    press(event, (key, target) => {
      const everybody: Record<string, () => void> = {
        '?': this.doors.help,
        l: this.doors.panel,
        c: this.doors.chat,
        j: this.doors.focusHand,
      }
      return everybody[key] ?? (this.session.seat === null ? undefined : this.mine(key, isFree(target)))
    })
  }

  private mine(key: string, free: boolean): (() => void) | undefined {
    const { session } = this
    const { picker } = session
    switch (key) {
      case 'Enter':
        return free ? () => session.play() : undefined
      case 'Escape':
        return () => this.undo()
      case 'p':
        return () => session.pass()
      case 'h':
        return () => void session.hint()
      case 'b':
        return picker.legal.bets.length ? () => this.bet(picker.legal.bets[0]!) : undefined
      case 's':
        return () => {
          picker.nextSort()
          session.tell(t('hand.sorted', { order: t('sort.name', { is: picker.sort }) }))
        }
    }
    return session.player.key(key)
  }

  /** Escape closes or cancels one thing after the other. */
  private undo(): void {
    const { session } = this
    if (session.advice) session.advice = null
    else if (session.premove) session.premove = null
    else session.picker.clear()
  }

  private bet(value: number): void {
    const asked = `${this.session.store.seq} ${value}`
    if (this.betAsked === asked) void this.session.act(`bet ${value}`)
    else this.session.tell(t('act.betAgain', { value }))
    this.betAsked = this.betAsked === asked ? '' : asked
  }
}
