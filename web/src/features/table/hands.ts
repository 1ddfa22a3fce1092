// How hands lie, for the last tables: this browser keeps no more of them.
import type { Saved } from '../../game/picker.svelte'
import { forget, recall, remember } from '../../platform/settings.svelte'

const MOST = 20
type State = Parameters<Saved['write']>[0]
type Kept = [table: string, state: State][]

/** The hand of one person at a table; several may share a screen. */
export function handOf(table: string, person: number): Saved {
  const key = `${table} ${person}`
  const all = () => recall<Kept>('hands', [])
  return {
    read: () => all().find(([one]) => one === key)?.[1] ?? null,
    write: (state) => remember('hands', [[key, state], ...all().filter(([one]) => one !== key)].slice(0, MOST)),
  }
}

forget((key) => key.startsWith('hand.')) // where they were kept before, one by one and for ever
