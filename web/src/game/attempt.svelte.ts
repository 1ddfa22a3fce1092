// One puzzle: the position, answers one after the other with what the others reply, a hint, the solution. Nothing here
// draws or asks the network itself, so that tests can run it.
import { Asking } from './asking.svelte'
import type {
  PuzzleHint,
  PuzzleMove,
  PuzzlePlayer,
  PuzzleReply,
  PuzzleSolution,
  PuzzleTask,
  View,
} from '../protocol/messages'

export interface Server {
  task: (id: string) => Promise<PuzzleTask>
  answer: (id: string, answers: readonly string[]) => Promise<PuzzleReply>
  hint: (id: string, answers: readonly string[]) => Promise<PuzzleHint>
  solution: (id: string) => Promise<PuzzleSolution>
}

export type Stage = 'loading' | 'open' | 'judging' | 'wrong' | 'solved' | 'shown' | 'failed'

export class Attempt extends Asking {
  stage = $state<Stage>('loading')
  task = $state.raw<PuzzleTask | null>(null)
  view = $state.raw<View | null>(null)
  hands = $state.raw<readonly string[] | null>(null)
  moves = $state.raw<readonly PuzzleMove[]>([]) // since the position of the puzzle
  tried = $state.raw<string | null>(null) // the last answer
  hinted = $state.raw<PuzzleHint | null>(null)
  solution = $state.raw<PuzzleSolution | null>(null)
  me = $state.raw<PuzzlePlayer | null>(null)
  before = $state.raw<PuzzlePlayer | null>(null) // the attempt that has just been counted
  counted = $state(false)
  private answers: readonly string[] = []

  constructor(
    readonly id: string,
    private readonly server: Server,
    me: PuzzlePlayer | null = null,
  ) {
    super()
    this.me = me
    void this.load()
  }

  async load(): Promise<void> {
    this.stage = 'loading'
    await this.ask(
      () => this.server.task(this.id),
      (task) => {
        this.task = task
        this.restart()
      },
      () => (this.stage = 'failed'),
    )
  }

  async answer(action: string): Promise<void> {
    if (this.stage !== 'open') return
    this.stage = 'judging'
    await this.ask(
      () => this.server.answer(this.id, [...this.answers, action]),
      (reply) => {
        this.tried = action
        this.count(reply.me, reply.counted)
        if (reply.result === 'wrong') this.stage = 'wrong'
        else {
          this.answers = [...this.answers, action]
          this.moves = [...this.moves, ...reply.moves]
          this.view = reply.view
          this.hands = reply.hands
          this.hinted = null
          this.stage = reply.result === 'solved' ? 'solved' : 'open'
        }
      },
      () => (this.stage = 'open'),
    )
    if (this.is('solved')) await this.explain('solved')
  }

  /** From the position of the puzzle again. */
  restart(): void {
    this.answers = []
    this.moves = []
    this.tried = null
    this.hinted = null
    this.view = this.task!.view
    this.hands = this.task!.hands
    this.stage = 'open'
  }

  /** Tries the same decision again. */
  retry(): void {
    if (this.stage === 'wrong') this.stage = 'open'
  }

  async hint(): Promise<void> {
    if (this.stage !== 'open') return
    await this.ask(
      () => this.server.hint(this.id, this.answers),
      (hint) => {
        this.hinted = hint
        this.count(hint.me, this.task!.solved === null && !this.counted)
      },
      () => (this.stage = 'open'),
    )
  }

  async show(): Promise<void> {
    if (this.stage === 'open' || this.stage === 'wrong') await this.explain('shown')
  }

  private async explain(stage: 'solved' | 'shown'): Promise<void> {
    const before = this.stage
    await this.ask(
      () => this.server.solution(this.id),
      (solution) => {
        this.solution = solution
        if (stage === 'shown') this.count(solution.me, this.task!.solved === null && !this.counted)
        this.stage = stage
      },
      () => (this.stage = before),
    )
  }

  private is(stage: Stage): boolean {
    return this.stage === stage
  }

  private count(me: PuzzlePlayer, counted: boolean): void {
    if (counted) {
      this.before = this.me
      this.counted = true
    }
    this.me = me
  }
}
