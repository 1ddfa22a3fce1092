import { flushSync } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { KeptRows } from '../src/board/keptrows.svelte'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function keep(first: number) {
  let wanted = $state(first)
  let room = $state('wide')
  let kept: KeptRows
  const stop = $effect.root(
    () =>
      void (kept = new KeptRows(
        () => wanted,
        () => room,
      )),
  )
  flushSync()
  return {
    stop,
    want: (rows: number) => ((wanted = rows), flushSync(), kept.number),
    turn: (rows: number) => ((room = 'narrow'), (wanted = rows), flushSync(), kept.number),
    wait: (time: number) => (vi.advanceTimersByTime(time), flushSync(), kept.number),
  }
}

test('two rows that go at once make room one after the other', () => {
  const { stop, want, wait } = keep(3)
  expect(want(1)).toBe(3)
  expect(wait(300)).toBe(2)
  expect(wait(299)).toBe(2)
  expect(wait(1)).toBe(1)
  expect(wait(5000)).toBe(1)
  stop()
})

test('a deal has its room at once, and what changes meanwhile is followed', () => {
  const { stop, want, wait } = keep(1)
  expect(want(3)).toBe(3)
  want(1)
  expect(wait(300)).toBe(2)
  expect(want(3)).toBe(3)
  expect(wait(5000)).toBe(3)
  stop()
})

test('on another screen it is right at once', () => {
  const { stop, turn, wait } = keep(3)
  expect(turn(1)).toBe(1)
  expect(wait(5000)).toBe(1)
  stop()
})
