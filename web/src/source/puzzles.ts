// What the puzzles ask of the server.
import type { Server } from '../game/attempt.svelte'
import { beGuest } from './api'
import type { Given } from './door'
import { ask } from './who'

export type Wish = Required<Given<'GET /api/puzzles/next'>>

export const overview = (signal: AbortSignal) => ask('GET /api/puzzles', {}, { signal })
export const next = ({ game, kind, theme }: Wish) => ask('GET /api/puzzles/next', { game, kind, theme })

/** A rating has an owner: somebody without a name becomes a guest. */
async function named<T>(question: () => Promise<T>): Promise<T> {
  await beGuest()
  return question()
}

export const server: Server = {
  task: (id) => ask('GET /api/puzzles/{puzzle}', { puzzle: id }),
  answer: (id, answers) =>
    named(() => ask('POST /api/puzzles/{puzzle}', { puzzle: id, body: { answers: [...answers] } })),
  hint: (id, answers) =>
    named(() => ask('POST /api/puzzles/{puzzle}/hint', { puzzle: id, body: { answers: [...answers] } })),
  solution: (id) => named(() => ask('POST /api/puzzles/{puzzle}/solution', { puzzle: id })),
}
