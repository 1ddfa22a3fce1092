// For how many rows of cards the hand keeps room. When rows are emptied it follows one by one, a moment later: a long play
// can empty two at once, and the table must not jump so far in one frame, least of all while the play itself moves. New
// rows have their room at once: what lies above the hand would cover them.
import { untrack } from 'svelte'

const APART = 300 // ms

export class KeptRows {
  number = $state(1)

  /** `room`: on what the rows depend besides the cards. When it changes, all has moved anyway. */
  constructor(wanted: () => number, room: () => string) {
    this.number = untrack(wanted)
    let before = untrack(room)
    $effect.pre(() => {
      const rows = wanted()
      const now = room()
      if (rows > this.number || now !== before) untrack(() => (this.number = rows))
      before = now
      if (rows >= this.number) return
      const timer = setTimeout(() => this.number--, APART)
      return () => clearTimeout(timer)
    })
  }
}
