// One instance of the C++ core (native/wasm.cpp): positions, networks, decisions in steps. It blocks while it thinks, so it
// belongs in a worker. Nothing is imported here, so that node runs this file as it is.

/** A bot that the core knows, in the order of native/wasm.cpp. */
export const BOTS = ['search', 'neural', 'foresight'] as const
export type BotName = (typeof BOTS)[number]

/** The networks of the package: the large one values actions, the quick one plays rounds out. */
export const NETWORKS = ['large', 'quick'] as const
export type NetworkName = (typeof NETWORKS)[number]

/** A decision to make: a position as `haggis_cards/packing.py` writes it, and how long to think. */
export interface Task {
  position: Uint8Array
  /** Where its match stands, as `haggis_cards/bots/asked.py` writes it; without it the round is by itself. */
  stakes?: Uint8Array | undefined
  seat: number
  bot: BotName
  /** 64-bit numbers, in decimal: of the search, and of the worlds that foresight plays in. */
  seeds: string[]
  /** Rounds (search) or worlds (foresight); 0 for no limit. */
  iterations: number
  /** 0 for no limit. */
  seconds: number
}

/** What a search found about one action. */
export interface Tried {
  /** In the view's `legal`. */
  place: number
  /** Points ahead of the other sides' mean. */
  points: number
  worlds: number
}

/** What a bot chose, and why; what does not apply is 0. */
export interface Choice {
  /** In the view's `legal`; -1: out of turn, no bet. */
  place: number
  value: number
  /** That the search played out, and worlds whose end it worked out. */
  rounds: number
  solved: number
  /** That foresight played in. */
  worlds: number
  /** What the network expects: points ahead, and the chance to be first out. */
  points: number
  firstOut: number
  /** What the search tried, the best first. */
  options: Tried[]
}

export interface Weighed extends Tried {
  /** The best in the same worlds, and the standard error of that. */
  behind: number
  error: number
}

export interface Opinion {
  points: number
  firstOut: number
  values: { place: number; value: number }[]
}

/** An array of a file of weights: numbers of 16 bits. */
export interface WeightArray {
  name: string
  shape: number[]
  halves: Uint8Array
}

/** The core will not do what it was asked, and says why. */
export class CoreError extends Error {}

interface Exports {
  memory: WebAssembly.Memory
  _initialize(): void
  reserve(size: number): number
  output(): number
  output_size(): number
  set_position(size: number): void
  set_stakes(size: number): void
  perft(depth: number): number
  add_weights(nameSize: number, rows: number, columns: number): void
  make_network(slot: number): void
  think(bot: number, seat: number, iterations: number, seconds: number, member: number, size: number): number
  work(): void
  absorb(size: number): void
  advance(): number
  conclude(): void
  weigh(seat: number, iterations: number, required: number): void
  outcomes(seat: number, count: number, first: number, worlds: number, networked: number, known: number): void
  solve(seat: number, count: number): void
  analyse(seat: number, nodes: number, memory: number): void
  opinion(seat: number, slot: number): void
  bet(seat: number, chance: number): number
}

const ANALYSIS_MEMORY = 2 ** 26 // bytes, as `solver/solving.py` has
const CLOCK_UNIT = 1e6 // nanoseconds in a millisecond

export class Instance {
  readonly module: WebAssembly.Module
  readonly exports: Exports

  constructor(module: WebAssembly.Module) {
    this.module = module
    const bytes = (at: number, size: number) => new Uint8Array(this.exports.memory.buffer, at, size)
    const imports = {
      haggis: {
        refuse: (at: number, size: number) => {
          throw new CoreError(new TextDecoder().decode(bytes(at, size)))
        },
      },
      wasi_snapshot_preview1: {
        clock_time_get: (_clock: number, _precision: bigint, at: number) => {
          const now = BigInt(Math.round(performance.now() * CLOCK_UNIT))
          new DataView(this.exports.memory.buffer).setBigUint64(at, now, true)
          return 0
        },
        // The library's last words before an abort; the trap that follows is the message.
        fd_close: () => 0,
        fd_seek: () => 0,
        fd_write: () => 0,
      },
    }
    this.exports = new WebAssembly.Instance(module, imports).exports as unknown as Exports
    this.exports._initialize()
  }

  setPosition(position: Uint8Array, stakes?: Uint8Array) {
    this.put(position)
    this.exports.set_position(position.length)
    if (!stakes?.length) return
    this.put(stakes)
    this.exports.set_stakes(stakes.length)
  }

  /** The number of action sequences of this length. */
  perft(depth: number): number {
    return this.exports.perft(depth)
  }

  makeNetwork(name: NetworkName, arrays: Iterable<WeightArray>) {
    for (const { name, shape, halves } of arrays) {
      if (shape.length > 2) throw new CoreError(`the weights ${name} are no matrix`)
      const text = new TextEncoder().encode(name)
      const at = Math.ceil(text.length / 8) * 8
      const all = new Uint8Array(at + halves.length)
      all.set(text)
      all.set(halves, at)
      this.put(all)
      this.exports.add_weights(text.length, shape.length === 2 ? shape[0]! : 0, shape.at(-1) ?? 1)
    }
    this.exports.make_network(NETWORKS.indexOf(name))
    this.put(new Uint8Array(0))
  }

  /** Begins to think, as a member of a team; says whether there are steps to take. */
  think(task: Task, member = 0, size = 1): boolean {
    this.setPosition(task.position, task.stakes)
    this.putWords([task.seeds[0] ?? '0', task.seeds[1] ?? '0'])
    const { bot, seat, iterations, seconds } = task
    return this.exports.think(BOTS.indexOf(bot), seat, iterations, seconds, member, size) !== 0
  }

  /** One step; returns what the other members of the team must absorb. */
  work(): Uint8Array<ArrayBuffer> {
    this.exports.work()
    return this.output().slice()
  }

  absorb(shared: Uint8Array) {
    this.put(shared)
    this.exports.absorb(shared.length)
  }

  /** Whether there is another step. */
  advance(): boolean {
    return this.exports.advance() !== 0
  }

  conclude(): Choice {
    this.exports.conclude()
    const [place, value, rounds, solved, worlds, points, firstOut, ...rest] = this.doubles() as unknown as number[]
    const options = inRows(rest, 3).map(([place, points, worlds]) => ({ place, points, worlds }) as Tried)
    return { place, value, rounds, solved, worlds, points, firstOut, options } as Choice
  }

  /** A whole decision, alone. */
  decide(task: Task): Choice {
    for (let more = this.think(task); more; more = this.advance()) this.exports.work()
    return this.conclude()
  }

  /** A search that tries some actions in any case, for hints and reviews. */
  weigh(seat: number, seed: string, iterations: number, required: number[]): Weighed[] {
    this.putWords([seed, ...required])
    this.exports.weigh(seat, iterations, required.length)
    return inRows([...this.doubles()], 5).map(
      ([place, points, worlds, behind, error]) => ({ place, points, worlds, behind, error }) as Weighed,
    )
  }

  /** What comes of actions in the same worlds: rows of native/outcome.hpp, by action and world. */
  outcomes(
    seat: number,
    seed: string,
    places: number[],
    {
      first = 0,
      worlds,
      network = true,
      known = false,
    }: { first?: number; worlds: number; network?: boolean; known?: boolean },
  ): Int32Array<ArrayBuffer> {
    this.putWords([seed, ...places])
    this.exports.outcomes(seat, places.length, first, worlds, Number(network), Number(known))
    return new Int32Array(this.output().slice().buffer)
  }

  /** Points ahead after each action with best play, all cards in sight; NaN where that takes too long. */
  solve(seat: number, places: number[]): number[] {
    this.putWords(places)
    this.exports.solve(seat, places.length)
    return [...this.doubles()]
  }

  /** Between what and what they lie for each legal action, bets aside, as far as so many nodes show. */
  analyse(seat: number, nodes: number): [low: number, high: number][] {
    this.exports.analyse(seat, nodes, ANALYSIS_MEMORY)
    return inRows([...this.doubles()], 2) as [number, number][]
  }

  opinion(seat: number, network: NetworkName): Opinion {
    this.exports.opinion(seat, NETWORKS.indexOf(network))
    const [points, firstOut, ...rest] = [...this.doubles()] as [number, number, ...number[]]
    const values = inRows(rest, 2).map(([place, value]) => ({ place: place!, value: value! }))
    return { points, firstOut, values }
  }

  /** The place among the bets of the one that this chance to be first out suggests; -1 for none. */
  bet(seat: number, chance: number): number {
    return this.exports.bet(seat, chance)
  }

  private put(bytes: Uint8Array) {
    const at = this.exports.reserve(bytes.length)
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes)
  }

  private putWords(words: (string | number)[]) {
    this.put(new Uint8Array(BigInt64Array.from(words, (word) => BigInt.asIntN(64, BigInt(word))).buffer))
  }

  private output(): Uint8Array<ArrayBuffer> {
    const { memory, output, output_size } = this.exports
    return new Uint8Array(memory.buffer as ArrayBuffer, output(), output_size())
  }

  private doubles(): Float64Array {
    return new Float64Array(this.output().slice().buffer)
  }
}

function inRows(values: number[], width: number): number[][] {
  return Array.from({ length: values.length / width }, (_, row) => values.slice(row * width, (row + 1) * width))
}
