// The table that a component is drawn at: clocks, presence and talk reach the seats by it, not by hand from component to
// component. A replay and a lesson have none.
import { getContext, setContext } from 'svelte'
import type { TableLine } from '../game/presence'
import type { TableStore } from '../source/table.svelte'

export interface Live {
  readonly store: TableStore
  readonly lines: { readonly all: readonly TableLine[] }
}
const KEY = Symbol('table')

export const giveTable = (table: Live) => setContext(KEY, table)
export const findTable = () => getContext<Live | undefined>(KEY)
