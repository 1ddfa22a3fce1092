// Times of the server as the page counts them down, on the clock of performance.now().
import type { Clock } from '../protocol/messages'

export interface Countdown {
  until: number // may lie in the past: then the time bank runs
  of: number
  banks: readonly number[] // ms by seat, when the time for the decision began
}

export function countdown(clock: Clock | null | undefined): Countdown | null {
  if (!clock) return null
  return { until: performance.now() + clock.left, of: clock.of, banks: clock.banks ?? [] }
}

/** How long a seat may still think, in ms: the time for the decision, and then its time bank. */
export interface TimeLeft {
  decision: number
  bank: number
  onBank: boolean
}

export function timeLeft({ until, banks }: Countdown, seat: number, now: number): TimeLeft {
  const left = until - now
  const bank = banks[seat] ?? 0
  return { decision: Math.max(0, left), bank: Math.max(0, bank + Math.min(0, left)), onBank: left < 0 && bank > 0 }
}
