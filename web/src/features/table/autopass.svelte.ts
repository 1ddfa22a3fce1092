// Passing by itself, a setting: when a pass is the only thing that can be done. It waits a moment and can be stopped. As
// long as a bet is possible nothing is passed, for then there is something to decide.
import { untrack } from 'svelte'
import type { View } from '../../protocol/messages'
import { settings } from '../../platform/settings.svelte'
import type { Session } from './session.svelte'

const WAIT = 700 // ms

export function onlyPass(view: View): boolean {
  return view.phase === 'play' && view.legal.length === 1 && view.legal[0] === 'pass'
}

export class AutoPass {
  due = $state(false)
  private stopped = '' // the decision in which the player has said no
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly session: Session) {
    $effect(() => {
      const { mine, view, decision, busy } = session
      const free = mine && !busy && !session.store.table?.undo && decision !== this.stopped
      const due = settings.autoPass && free && !!view && onlyPass(view)
      untrack(() => this.set(due))
      return () => clearTimeout(this.timer)
    })
  }

  /** The player wants to decide. */
  stop(): void {
    this.stopped = this.session.decision
    this.set(false)
  }

  private set(due: boolean): void {
    clearTimeout(this.timer)
    this.due = due
    if (due) this.timer = setTimeout(() => void this.session.act('pass'), WAIT)
  }
}
