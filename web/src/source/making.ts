// A table of this browser while it is made: its page is drawn at once, under the address of NEW.
import { LOCAL } from '../protocol/facts'
import type { NewTable, TableInfo } from '../protocol/messages'

export const PLAYED_HERE = 'playedHere' // remembered: there are tables of this browser
export const NEW = `${LOCAL}new`

export interface Making {
  wish: NewTable
  make: () => Promise<TableInfo>
}

let last: Making | undefined

export function begin(making: Making): { id: string } {
  last = making
  return { id: NEW }
}

/** What is being made; whoever reloads that page has nothing there. */
export const made = () => last
