// One review: what the server has found so far, and the decision that is looked at.
import { Work } from '../../platform/resource.svelte'
import type { Refusal } from '../../source/refusal'
import { route } from '../../platform/route.svelte'
import * as api from '../../source/records'
import type { Review } from '../../protocol/messages'
import { frames } from '../../game/frames'
import { byRound, type RoundBoards } from './boards'
import { isBad, named, ofSeat, step, worst, type Judged } from '../../game/decisions'

/** Where a review comes from: a record, a finished match of a table, or a finished round of a match that goes on. */
export type Source = { id: string } | { table: string; match: number } | { table: string; round: number }

/** What an address names: `/review/{id}`, `/review/{table}/match/1`, `/review/{table}/round/2`. */
export function sourceOf([id = '', what, number]: readonly string[]): Source {
  if (what === 'match') return { table: id, match: Number(number) }
  return what === 'round' ? { table: id, round: Number(number) } : { id }
}

const EVERY = 500 // ms between two questions while results come,
const SOON = 100 // and before the first one, which comes sooner
const RETRY = 2000 // ms after a lost connection

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

async function find(source: Source): Promise<string> {
  if ('id' in source) return source.id
  return 'match' in source ? api.idOf(source.table, source.match) : api.idOfRound(source.table, source.round)
}

export class ReviewStore {
  id = $state('')
  state = $state.raw<Omit<Review, 'decisions'> | null>(null)
  decisions = $state.raw<Judged[]>([])
  rounds = $state.raw<RoundBoards[]>([])
  lost = $state(false) // the connection, for now

  seat = $state<number | null>(null) // whose decisions are shown; null: everybody's
  at = $state(-1) // the decision that is looked at
  open = $state(false) // all cards

  shown = $derived(ofSeat(this.decisions, this.seat))
  worst = $derived(worst(this.shown))
  now = $derived(this.decisions[this.at])
  busy = $derived(this.state?.status === 'waiting' || this.state?.status === 'running')

  private readonly loading = new Work()
  private readonly starting = new Work()
  private fresh = 0 // decisions of this effort; a deeper review replaces those of the one before one by one
  private gone = false
  private asking = 0 // an older loop ends when a newer one begins

  constructor(private hash: string) {}

  /** Why nothing can be shown. */
  get problem(): string {
    return this.loading.problem
  }
  /** Why the review cannot start; the match can be shown. */
  get refused(): string {
    return this.starting.problem
  }

  async load(source: Source): Promise<void> {
    const done = await this.loading.do(async () => {
      this.id = await find(source)
      const [replay, state] = await Promise.all([api.replay(this.id), api.review(this.id)])
      this.rounds = byRound(frames(replay))
      this.seat = state.seat
      this.take(state)
    })
    if (!done) return
    if (this.state!.status === 'none') await this.start('quick')
    else void this.follow()
  }

  /** Asks for a review, or for a deeper one. */
  async start(effort: Review['effort']): Promise<void> {
    const done = await this.starting.do(async () => {
      const state = await api.startReview(this.id, effort)
      this.fresh = 0
      this.take(state)
    })
    if (done) void this.follow()
  }

  private async follow(): Promise<void> {
    const mine = ++this.asking
    let wait = SOON
    while (this.busy && !this.gone && mine === this.asking) {
      await pause(this.lost ? RETRY : wait)
      wait = Math.min(1.5 * wait, EVERY)
      if (this.gone || mine !== this.asking) return
      try {
        this.take(await api.review(this.id, this.fresh))
        this.lost = false
      } catch (error) {
        const { status, message } = error as Refusal
        if (status > 0 && status < 500) return void (this.starting.problem = message)
        this.lost = true
      }
    }
  }

  private take({ decisions, ...state }: Review): void {
    this.state = state
    if (decisions.length) {
      const kept = this.decisions.slice(0, this.fresh)
      const added = decisions.map((one, i) => ({ ...one, at: this.fresh + i }))
      this.fresh += decisions.length
      this.decisions = [...kept, ...added, ...this.decisions.slice(this.fresh)]
    }
    const wanted = named(this.decisions, this.hash)
    if (wanted) this.hash = ''
    if (wanted && this.seat !== null && wanted.seat !== this.seat) this.seat = null
    if (wanted) this.at = wanted.at
    else if (this.at < 0) this.at = this.shown[0]?.at ?? -1
  }

  look(seat: number | null): void {
    this.seat = seat
    if (this.shown.some((one) => one.at === this.at)) return
    const next = step(this.shown, this.at, 1)
    this.go(next === this.at ? step(this.shown, this.at, -1) : next)
  }

  go(at: number): void {
    this.hash = ''
    if (at < 0 || at === this.at || !this.decisions[at]) return
    this.at = at
    route.mark(`#${this.now!.round}.${this.now!.index}`)
  }
  by(steps: 1 | -1): void {
    this.go(step(this.shown, this.at, steps))
  }
  toMistake(steps: 1 | -1): void {
    this.go(step(this.shown, this.at, steps, isBad))
  }
  toEdge(edge: 0 | -1): void {
    this.go(this.shown.at(edge)?.at ?? -1)
  }

  close(): void {
    this.gone = true
  }
}
