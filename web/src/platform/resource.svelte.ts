// How pages do what may take a while or fail, and how they load.
import { untrack } from 'svelte'
import { t } from '../words'
import { hasServer } from './place'
import { Trouble, wordsOf } from './trouble.svelte'

/** One thing at a time, and in words why it could not be done. */
export class Work {
  busy = $state(false)
  problem = $state('')

  /** Does it, unless something is under way; whether it was done. */
  async do(work: () => unknown): Promise<boolean> {
    if (this.busy) return false
    this.busy = true
    this.problem = ''
    try {
      await work()
      return true
    } catch (error) {
      this.problem = wordsOf(error)
      return false
    } finally {
      this.busy = false
    }
  }
}

/** Asks with a signal that says when nobody waits any longer. */
export type Ask<T> = (signal: AbortSignal) => Promise<T>

// A page that works without a server may have to fetch its engine first, which has a limit of its own.
const AT_MOST = hasServer ? 20_000 : 120_000 // ms

export class Resource<T> {
  value = $state.raw<T | null>(null)
  problem = $state('')
  busy = $state(false)
  private turn: AbortController | null = null

  constructor(
    private readonly ask: Ask<T>,
    private readonly limit: number,
  ) {}

  /** Asks once more; what is there stays until the answer comes, and an earlier question is given up. */
  readonly again = async (): Promise<void> => {
    this.leave()
    const turn = (this.turn = new AbortController())
    untrack(() => {
      this.busy = true
      if (this.value === null) this.problem = ''
    })
    const given = <R>(take: () => R) => (turn === this.turn ? take() : undefined)
    const timer = setTimeout(() => turn.abort(new Trouble(t('wrong.slow'))), this.limit)
    try {
      const stopped = new Promise<never>((_, fail) => {
        turn.signal.addEventListener('abort', () => fail(turn.signal.reason as Error))
      })
      const value = await Promise.race([this.ask(turn.signal), stopped])
      given(() => ([this.value, this.problem] = [value, '']))
    } catch (error) {
      given(() => (this.problem = wordsOf(turn.signal.aborted ? turn.signal.reason : error)))
    } finally {
      clearTimeout(timer)
      given(() => (this.busy = false))
    }
  }

  /** Gives up what is being asked. */
  leave(): void {
    const turn = this.turn
    this.turn = null
    turn?.abort()
  }
}

/**
 * What a component loads: at once, and anew when something changes that `ask` reads; what it `keeps` stays until then. A
 * late answer changes nothing, and whoever leaves gives the question up.
 */
export function resource<T>(ask: Ask<T>, { limit = AT_MOST, keeps = false } = {}): Resource<T> {
  const found = new Resource(ask, limit)
  $effect.pre(() => {
    if (!keeps) untrack(() => (found.value = null))
    void found.again()
    return () => found.leave()
  })
  return found
}
