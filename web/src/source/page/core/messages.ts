// What the page and the workers of the core say to each other. Every order is answered once.
import type { Choice, NetworkName, Opinion, Task, Weighed } from './instance'

export type Order =
  | { do: 'open'; module: WebAssembly.Module }
  | { do: 'load'; network: NetworkName; file: ArrayBuffer }
  | { do: 'decide'; task: Task }
  | { do: 'begin'; task: Task; member: number; size: number }
  | { do: 'work' }
  | { do: 'advance'; shared: Uint8Array[] }
  | { do: 'conclude' }
  | { do: 'position'; position: Uint8Array; stakes?: Uint8Array | undefined }
  | { do: 'perft'; depth: number }
  | { do: 'opinion'; seat: number; network: NetworkName }
  | { do: 'weigh'; seat: number; seed: string; iterations: number; required: number[] }
  | {
      do: 'outcomes'
      seat: number
      seed: string
      places: number[]
      first: number
      worlds: number
      network: boolean
      known: boolean
    }
  | { do: 'solve'; seat: number; places: number[] }
  | { do: 'analyse'; seat: number; nodes: number }
  | { do: 'bet'; seat: number; chance: number }

export interface Results {
  open: void
  load: void
  decide: Choice
  begin: boolean
  work: Uint8Array<ArrayBuffer>
  advance: boolean
  conclude: Choice
  position: void
  perft: number
  opinion: Opinion
  weigh: Weighed[]
  outcomes: Int32Array<ArrayBuffer>
  solve: number[]
  analyse: [low: number, high: number][]
  bet: number
}

export type Answer = { value: unknown } | { error: string }
