// Pages hear from the server when something that they show has changed, and load it again. While the server cannot be
// heard, they ask every few seconds.
import { hasServer } from '../platform/place'
import type { Connection } from './connection'

/** What a page shows: the open tables, my tables, a challenge, today's deals of a game. */
export type Topic = 'lobby' | 'me' | `challenge:${string}` | `daily:${string}`

const QUIET = 30_000 // ms
const LONGEST = 30_000 // ms

interface Options {
  every: number // ms from one load to the next, at least
  hidden?: () => number // the same while nobody looks; without it nothing is loaded then
}

/** Loads again when one of these topics has changed, as long as there are any. */
export function follow(topics: () => readonly Topic[], load: () => unknown, { every, hidden }: Options): void {
  const query = $derived(new URLSearchParams(topics().map((topic) => ['of', topic])).toString())
  $effect(() => {
    if (!query || !hasServer) return
    let [live, due, last] = [false, false, Date.now()]
    let timer: ReturnType<typeof setTimeout> | undefined
    const seen = () => document.visibilityState === 'visible'
    function plan() {
      clearTimeout(timer)
      const pause = seen() ? every : (hidden?.() ?? Infinity)
      if ((due || !live) && pause < Infinity) timer = setTimeout(ask, Math.max(0, last + pause - Date.now()))
    }
    function ask() {
      due = false
      last = Date.now()
      void load()
      plan()
    }
    let connection: Connection | undefined
    let gone = false
    // Fetched when a page follows something: what a first visit shows has nobody to wait for.
    void import('./connection').then(
      ({ Connection, changesUrl }) => {
        if (gone) return
        connection = new Connection(changesUrl(query), {
          hear: ({ type }) => ((due ||= type !== 'ok'), plan()),
          status: (status) => ((live = status === 'open'), plan()),
          since: () => null,
          quiet: QUIET,
          longest: LONGEST,
        })
      },
      () => undefined,
    )
    function look() {
      if (seen()) void connection?.check() // a laptop may have slept
      plan()
    }
    document.addEventListener('visibilitychange', look)
    plan()
    return () => {
      document.removeEventListener('visibilitychange', look)
      clearTimeout(timer)
      gone = true
      connection?.close()
    }
  })
}
