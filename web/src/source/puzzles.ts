// What the puzzles ask of the server.
import * as net from './api'
import type {
  PuzzleAnswers,
  PuzzleHint,
  PuzzleRef,
  PuzzleReply,
  Puzzles,
  PuzzleSolution,
  PuzzleTask,
} from '../protocol/messages'
import type { Server } from '../game/attempt.svelte'

const at = (id: string, ...rest: string[]) => ['/api/puzzles', encodeURIComponent(id), ...rest].join('/')

export interface Wish {
  game: string
  kind: string
  theme: string
}

export const overview = () => net.request<Puzzles>('GET', '/api/puzzles')
export const next = ({ game, kind, theme }: Wish) =>
  net.request<PuzzleRef>('GET', `/api/puzzles/next?${new URLSearchParams({ game, kind, theme })}`)

/** A rating has an owner: somebody without a name becomes a guest. */
async function named<T>(path: string, body?: PuzzleAnswers): Promise<T> {
  await net.beGuest()
  return net.request<T>('POST', path, body)
}

export const server: Server = {
  task: (id) => net.request<PuzzleTask>('GET', at(id)),
  answer: (id, answers) => named<PuzzleReply>(at(id), { answers: [...answers] }),
  hint: (id, answers) => named<PuzzleHint>(at(id, 'hint'), { answers: [...answers] }),
  solution: (id) => named<PuzzleSolution>(at(id, 'solution')),
}
