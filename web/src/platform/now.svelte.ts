// The time as the page counts it down: read in a component it ticks as long as the component is there.
import { createSubscriber } from 'svelte/reactivity'

const TICK = 250 // ms

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, TICK)
  return () => clearInterval(timer)
})

/** performance.now(), as it goes on. */
export function now(): number {
  subscribe()
  return performance.now()
}

/** Whole seconds until a moment on the clock of performance.now(), never below 0; counts down by itself. */
export function secondsUntil(moment: number): number {
  return Math.max(0, Math.ceil((moment - now()) / 1000))
}
