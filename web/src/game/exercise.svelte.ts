// Mistakes as exercises, one after the other: the position as the seat saw it, an answer, the verdict; then try again, see
// the best answer, or go on. Nothing here draws or asks the network itself, so that tests can run it.
import { NO_BET, readAction } from './action'
import { Asking } from './asking.svelte'
import type { Decision, Position, Verdict } from '../protocol/messages'

/** A decision to try again. */
export interface Task {
  record: string
  round: number
  index: number
  loss: number
  kind: Decision['kind']
  theme: Decision['theme']
}

export interface Server {
  position: (task: Task) => Promise<Position>
  judge: (task: Task, action: string) => Promise<Verdict>
  forget: (task: Task) => Promise<unknown>
}

export type Stage = 'loading' | 'open' | 'judging' | 'better' | 'solved' | 'shown' | 'failed' | 'done'
/** How an exercise ended: solved at once, after other tries, shown, or left out. */
export type Outcome = 'first' | 'later' | 'shown' | 'skipped'

export class Exercise extends Asking {
  at = $state(0)
  stage = $state<Stage>('loading')
  position = $state.raw<Position | null>(null) // the last one stays until the next has come
  verdict = $state.raw<Verdict | null>(null) // of the last answer
  tries = $state.raw<readonly Verdict[]>([]) // answers to this task that were not accepted
  outcomes = $state.raw<readonly (Outcome | null)[]>([])
  due = $state.raw<readonly (number | null)[]>([]) // seconds until each comes back; null: it does not

  task = $derived.by(() => this.tasks[this.at])
  /** What was done in the match. A decision about a bet stands beside the play of the same place. */
  made = $derived.by(() => {
    const made = this.position?.made ?? ''
    return this.task?.kind === 'bet' && readAction(made).verb !== 'bet' ? NO_BET : made
  })
  solved = $derived(this.outcomes.filter((one) => one === 'first' || one === 'later').length)

  constructor(
    readonly tasks: readonly Task[],
    private readonly server: Server,
    first = 0,
  ) {
    super()
    this.outcomes = tasks.map(() => null)
    this.due = tasks.map(() => null)
    this.at = first
    if (tasks.length) void this.load()
    else this.stage = 'done'
  }

  /** Sets a task up. */
  async go(to: number): Promise<void> {
    this.at = to
    this.verdict = null
    this.tries = []
    await this.load()
  }

  async answer(action: string): Promise<void> {
    if (this.stage !== 'open') return
    this.stage = 'judging'
    await this.ask(
      () => this.server.judge(this.task!, action),
      (verdict) => {
        this.take(verdict)
        if (verdict.accepted) this.end('solved', this.tries.length ? 'later' : 'first')
        else {
          this.tries = [...this.tries, verdict]
          this.stage = 'better'
        }
      },
      () => (this.stage = 'open'),
    )
  }

  retry(): void {
    if (this.stage === 'better') this.stage = 'open'
  }

  /** Gives up. Whoever has not tried anything sees what the match's own answer is worth. */
  async show(): Promise<void> {
    if (this.stage !== 'open' && this.stage !== 'better') return
    if (this.verdict) return this.end('shown', 'shown')
    this.stage = 'judging'
    await this.ask(
      () => this.server.judge(this.task!, this.made),
      (verdict) => {
        this.take(verdict)
        this.end('shown', 'shown')
      },
      () => (this.stage = 'open'),
    )
  }

  /** Leaves the task as it is: it stays due. */
  async skip(): Promise<void> {
    if (this.stage === 'loading' || this.stage === 'judging' || this.stage === 'done') return
    if (!this.outcomes[this.at]) this.mark('skipped')
    await this.next()
  }

  /** Takes a mistake out of the bank. */
  async forget(): Promise<void> {
    const at = this.at
    await this.ask(
      () => this.server.forget(this.task!),
      () => this.comesBack(at, null),
      () => undefined,
    )
  }

  /** The next task that has not been looked at, then the summary. */
  async next(): Promise<void> {
    const order = this.tasks.map((_, i) => (this.at + 1 + i) % this.tasks.length)
    const to = order.find((i) => this.outcomes[i] === null)
    if (to === undefined) this.finish()
    else await this.go(to)
  }

  /** Asks once more for a position that did not come. */
  async repeat(): Promise<void> {
    if (this.stage === 'failed') await this.load()
  }

  private async load(): Promise<void> {
    this.stage = 'loading'
    await this.ask(
      () => this.server.position(this.task!),
      (position) => {
        this.position = position
        this.stage = 'open'
      },
      () => (this.stage = 'failed'),
    )
  }

  /** What the first answer says about the return holds: later ones do not change it. */
  private take(verdict: Verdict): void {
    if (!this.verdict) this.comesBack(this.at, verdict.due)
    this.verdict = verdict
  }

  private comesBack(at: number, seconds: number | null): void {
    this.due = this.due.map((due, i) => (i === at ? seconds : due))
  }

  private end(stage: 'solved' | 'shown', outcome: Outcome): void {
    this.stage = stage
    this.mark(outcome)
  }

  private mark(outcome: Outcome): void {
    this.outcomes = this.outcomes.map((one, i) => (i === this.at ? outcome : one))
  }

  private finish(): void {
    this.drop()
    this.stage = 'done'
    this.position = null
  }
}
