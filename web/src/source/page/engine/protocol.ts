// What the page and the engine's worker say to each other.
import type { Problem } from '../../../protocol/messages'

/** The addresses of the files that the engine is made of. */
export interface Files {
  script: string // Pyodide's own
  wasm: string // packed
  library: string // Python's
  sources: string // packed: ours
}

export type ToEngine =
  // thinkers: the levels of bots that the page has; pause: how long bots seem to think, in seconds; silence: after which
  // a connection is lost, in milliseconds
  | { do: 'start'; files: Files; thinkers: string[]; pause: number; silence: number }
  | { do: 'call' | 'wait'; id: number; module: string; name: string; args: string } // JSON: a list
  | { do: 'told'; id: number; value: unknown } // the answer to `asked`

/** What the engine asks the page for. */
export type Question =
  | { what: 'keep'; table: string; seq: number; write: string }
  | { what: 'log'; table: string }
  | { what: 'find'; name: string }
  | { what: 'put'; name: string; text: string }
  | { what: 'core'; order: string } // JSON, as browser/core.py writes it

export type FromEngine =
  | { did: 'fetched'; bytes: number } // so many more
  | { did: 'started' }
  | { did: 'failed'; why: 'offline' | 'broken' }
  | { did: 'answered'; id: number; json: string } // an Answer
  | { did: 'sent'; socket: number; text: string } // an event of a local table
  | { did: 'asked'; id: number; question: Question }

export type Answer = { value: unknown } | { problem: Problem }
