// Off the record: a line of actions of all seats from a place of a record, with steps back. The server plays it by the
// rules and says what lies on the table after each action.
import { Work } from '../platform/resource.svelte'
import type { CandidateData, Line } from '../protocol/messages'
import { frames, type Frame } from '../game/frames'

export type Ask = (actions: readonly string[], values: boolean) => Promise<Line>

export class WhatIf {
  actions = $state.raw<readonly string[]>([]) // as in a log: `1 pass`
  now = $state.raw<Line | null>(null)
  candidates = $state.raw<readonly CandidateData[] | null>(null) // when they were asked for
  private readonly work = new Work()
  private what = $state<'line' | 'values'>('line')
  busy = $derived(this.work.busy ? this.what : '')

  frames = $derived.by((): Frame[] => (this.now ? frames(this.now.replay) : []))
  /** What lies on the table now; after the last action of a round, not the next deal. */
  frame = $derived.by(() => (this.now?.over ? this.frames.findLast((one) => one.action) : this.frames.at(-1)))

  constructor(private readonly ask: Ask) {
    void this.go([])
  }

  get problem(): string {
    return this.work.problem
  }

  /** The seat that is to act does something. */
  act(action: string): Promise<void> {
    return this.now && this.now.seat !== null
      ? this.go([...this.actions, `${this.now.seat} ${action}`])
      : Promise.resolve()
  }

  back(): Promise<void> {
    return this.actions.length ? this.go(this.actions.slice(0, -1)) : Promise.resolve()
  }

  /** What the answers of the seat that is to act are worth. */
  async compare(): Promise<void> {
    if (this.candidates) return
    await this.do('values', async () => {
      this.candidates = (await this.ask(this.actions, true)).candidates
    })
  }

  /** Asks again for what did not come. */
  repeat(): Promise<void> {
    return this.go(this.actions)
  }

  private async go(actions: readonly string[]): Promise<void> {
    await this.do('line', async () => {
      this.now = await this.ask(actions, false)
      this.actions = actions
      this.candidates = null
    })
  }

  private async do(what: 'line' | 'values', work: () => Promise<void>): Promise<void> {
    if (this.work.busy) return
    this.what = what
    await this.work.do(work)
  }
}
