// What the page and the engine's worker say to each other.
import type { Problem } from '../net/messages'

/** The addresses of the files that the engine is made of. */
export interface Files {
  script: string // Pyodide's own
  wasm: string // packed
  library: string // Python's
  sources: string // packed: ours
}

export type ToEngine =
  { do: 'start'; files: Files } | { do: 'call'; id: number; module: string; name: string; args: string } // JSON: a list

export type FromEngine =
  | { did: 'fetched'; bytes: number } // so many more
  | { did: 'started' }
  | { did: 'failed'; why: 'offline' | 'broken' }
  | { did: 'answered'; id: number; json: string } // an Answer

export type Answer = { value: unknown } | { problem: Problem }
