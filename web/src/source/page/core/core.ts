// The C++ core in this page: bots that search, and what hints and reviews ask. It runs in workers, so the page stays quick.
// Import it lazily: nothing of it belongs to the first page.
//
//     const core = await Core.open({ weights: { large: '…/weights.npz', quick: '…/quick.npz' } })
//     const choice = await core.decide(task)          // `task.position` comes from the Python engine
//     view.legal[choice.place]
//
// Several workers think together by sending each other their sums (native/thought.hpp): no shared memory, no special
// headers. The choice for a number of iterations does not depend on their number.
import { download, type Heard } from '../../../platform/download'
import { Refusal } from '../../refusal'
import { allWords, t } from '../../../words'
import type { BotName, Choice, NetworkName, Opinion, Task, Weighed } from './instance'
import type { Answer, Order, Results } from './messages'
import { missing } from './support'
import Thinker from './worker?worker'

export type { Choice, Task } from './instance'

/** Where the files are, how many workers think together, and who is told that a download begins, and how it goes on. */
export interface Setting {
  weights: Record<NetworkName, string>
  workers?: number
  begun?: (network: NetworkName, file: Promise<unknown>) => void
  progress?: (network: NetworkName, fetched: number, total: number) => void
}

const NEEDS: Record<BotName, NetworkName[]> = { search: [], neural: ['quick', 'large'], foresight: ['quick', 'large'] }
const MOST_WORKERS = 4 // the lanes of a search (native/search.hpp): more would have nothing to do

// Empty if the client was built without the core (`make core`).
const [BUILT] = Object.values(
  import.meta.glob<string>('../../../../core/dist/haggis.wasm', { query: '?url', import: 'default', eager: true }),
)

/** One worker; it answers orders one after the other. */
class Member {
  private readonly worker = new Thinker()
  private readonly waiting: { resolve: (value: never) => void; reject: (why: Error) => void }[] = []
  /** The networks that it has. An instance that failed is replaced by a new one, which has none. */
  readonly networks = new Set<NetworkName>()

  constructor() {
    this.worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      const { resolve, reject } = this.waiting.shift()!
      if ('value' in data) return resolve(data.value as never)
      this.networks.clear()
      reject(new Refusal('core', t('core.refused', { why: data.error }), 0))
    })
    this.worker.addEventListener('error', ({ message }) => {
      for (const { reject } of this.waiting.splice(0))
        reject(new Refusal('core', t('core.refused', { why: message }), 0))
    })
  }

  tell<D extends Order['do']>(order: Extract<Order, { do: D }>, transfer: Transferable[] = []): Promise<Results[D]> {
    this.worker.postMessage(order, transfer)
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }))
  }

  close() {
    this.worker.terminate()
    for (const { reject } of this.waiting.splice(0)) reject(new Refusal('core', t('core.closed'), 0))
  }
}

export class Core {
  private queue: Promise<unknown> = Promise.resolve()

  private constructor(
    private readonly members: Member[],
    private readonly setting: Setting,
  ) {}

  /** Loads the core into its workers. A browser that cannot run it gets a Refusal with a plain sentence. */
  static async open(setting: Setting): Promise<Core> {
    await allWords()
    const lack = missing()
    if (lack) throw new Refusal('core', t('core.missing', { is: lack }), 0)
    if (!BUILT) throw new Refusal('core', t('core.notBuilt'), 0)
    const bytes = await fetched(new URL(BUILT, document.baseURI).href)
    const module = await WebAssembly.compile(bytes)
    const cores = navigator.hardwareConcurrency || 1
    const count = setting.workers ?? Math.min(MOST_WORKERS, Math.max(1, cores - 1)) // one is left to the page
    const core = new Core(
      Array.from({ length: count }, () => new Member()),
      setting,
    )
    try {
      await Promise.all(core.members.map((member) => member.tell({ do: 'open', module })))
    } catch (error) {
      core.close()
      throw error
    }
    return core
  }

  /** What a bot does. It loads the weights that the bot needs, the small ones first. */
  decide(task: Task): Promise<Choice> {
    return this.inTurn(async () => {
      for (const network of NEEDS[task.bot]) await this.load(network)
      return this.members.length > 1 && task.bot !== 'neural'
        ? this.together(task)
        : this.first.tell({ do: 'decide', task })
    })
  }

  /** What the network thinks of the seat's candidates. */
  opinion(position: Uint8Array, seat: number, network: NetworkName = 'large'): Promise<Opinion> {
    return this.inTurn(async () => {
      if (network === 'large') await this.load('quick') // who asks this plays rounds out next
      await this.load(network)
      await this.first.tell({ do: 'position', position })
      return this.first.tell({ do: 'opinion', seat, network })
    })
  }

  /** A search that tries the required actions too, for hints and reviews. */
  weigh(position: Uint8Array, seat: number, seed: string, iterations: number, required: number[]): Promise<Weighed[]> {
    return this.inTurn(async () => {
      await this.first.tell({ do: 'position', position })
      return this.first.tell({ do: 'weigh', seat, seed, iterations, required })
    })
  }

  /** What comes of each action in the same worlds: rows of native/outcome.hpp, by action and world. */
  outcomes(position: Uint8Array, order: Omit<Extract<Order, { do: 'outcomes' }>, 'do'>): Promise<Int32Array> {
    return this.inTurn(async () => {
      if (order.network) await this.load('quick')
      await this.first.tell({ do: 'position', position })
      return this.first.tell({ do: 'outcomes', ...order })
    })
  }

  /** Points ahead after each action with best play, all cards in sight; NaN where that takes too long. */
  solve(position: Uint8Array, seat: number, places: number[]): Promise<number[]> {
    return this.inTurn(async () => {
      await this.first.tell({ do: 'position', position })
      return this.first.tell({ do: 'solve', seat, places })
    })
  }

  /** Between what and what they lie for each legal action, bets aside, as far as so many nodes show. */
  analyse(position: Uint8Array, seat: number, nodes: number): Promise<[low: number, high: number][]> {
    return this.inTurn(async () => {
      await this.first.tell({ do: 'position', position })
      return this.first.tell({ do: 'analyse', seat, nodes })
    })
  }

  /** The place among the bets of the one that this chance to be first out suggests; -1 for none. */
  bet(position: Uint8Array, stakes: Uint8Array, seat: number, chance: number): Promise<number> {
    return this.inTurn(async () => {
      await this.first.tell({ do: 'position', position, stakes })
      return this.first.tell({ do: 'bet', seat, chance })
    })
  }

  /** The number of action sequences of a length. */
  perft(position: Uint8Array, depth: number): Promise<number> {
    return this.inTurn(async () => {
      await this.first.tell({ do: 'position', position })
      return this.first.tell({ do: 'perft', depth })
    })
  }

  /** Loads a network where it is needed: the small one in every worker, the large one in the first. */
  private async load(network: NetworkName): Promise<void> {
    const lacking = (network === 'quick' ? this.members : [this.first]).filter(({ networks }) => !networks.has(network))
    if (!lacking.length) return
    let soFar = 0
    const file = fetched(this.setting.weights[network], (bytes, total) =>
      this.setting.progress?.(network, (soFar += bytes), total),
    )
    this.setting.begun?.(network, file)
    const { buffer } = await file
    for (const member of lacking) {
      const copy = member === lacking.at(-1) ? buffer : buffer.slice(0)
      await member.tell({ do: 'load', network, file: copy }, [copy])
      member.networks.add(network)
    }
  }

  /** All workers think, step by step; each hears what the others have found. */
  private async together(task: Task): Promise<Choice> {
    const { members } = this
    const size = members.length
    let more = await Promise.all(members.map((member, at) => member.tell({ do: 'begin', task, member: at, size })))
    while (more[0]) {
      const found = await Promise.all(members.map((member) => member.tell({ do: 'work' })))
      more = await Promise.all(
        members.map((member, at) => member.tell({ do: 'advance', shared: found.filter((_, other) => other !== at) })),
      )
    }
    return this.first.tell({ do: 'conclude' })
  }

  close() {
    for (const member of this.members) member.close()
  }

  private get first(): Member {
    return this.members[0]!
  }

  /** One call after the other: an instance has one position. */
  private inTurn<T>(call: () => Promise<T>): Promise<T> {
    const done = this.queue.then(call)
    this.queue = done.catch(() => undefined)
    return done
  }
}

async function fetched(url: string, heard: Heard = () => undefined): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await download(url, heard)
  } catch {
    throw new Refusal('offline', t('core.download'), 0)
  }
}
