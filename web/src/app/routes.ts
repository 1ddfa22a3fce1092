// Every page by the first part of its address: what is loaded for it, and what the rest of the address says to it.
import type { Component } from 'svelte'
import type { Route } from '../protocol/facts'

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each page has its own properties; `page` checks them
type Loaded = Component<any>
export interface Page {
  load: (parts: readonly string[]) => Promise<{ default: Loaded }>
  props: (parts: readonly string[]) => Record<string, unknown>
  ofServers: boolean
  fresh: boolean // another address is another page; the others follow it themselves
}
type How = Partial<Pick<Page, 'ofServers' | 'fresh'>>

function page<P extends Record<string, unknown>>(
  load: (parts: readonly string[]) => Promise<{ default: Component<P> }>,
  props: (parts: readonly string[]) => P,
  { ofServers = false, fresh = false }: How = {},
): Page {
  return { load, props, ofServers, fresh }
}
type Parts = readonly string[]
const rest = (parts: Parts) => ({ parts: parts.slice(1) })
const preset = (otherwise: string) => (parts: Parts) => ({ preset: parts[1] ?? otherwise })
const none = (): Record<string, never> => ({})

// Each by itself: a choice between two imports loses the styles of one.
const join = () => import('../features/profile/Join.svelte')
const profile = () => import('../features/profile/Profile.svelte')

export const PAGES: Record<Exclude<Route, 'table'>, Page> = {
  replay: page(
    () => import('../features/replay/Replay.svelte'),
    ([, table = '', number = '1']) => ({ table, number: Number(number) }),
  ),
  review: page(() => import('../features/review/Review.svelte'), rest, { fresh: true }),
  rules: page(() => import('../features/rules/Rules.svelte'), preset('haggis-3')),
  practice: page(
    () => import('../features/practice/Practice.svelte'),
    ([, record = '']) => ({ record }),
    {
      fresh: true,
    },
  ),
  matches: page(() => import('../features/people/Matches.svelte'), none, { ofServers: true }),
  people: page(() => import('../features/people/People.svelte'), none, { ofServers: true }),
  daily: page(
    () => import('../features/daily/Daily.svelte'),
    ([, preset = 'haggis-2', day = '']) => ({ preset, day }),
  ),
  challenge: page(() => import('../features/challenge/Challenge.svelte'), rest, { ofServers: true, fresh: true }),
  ratings: page(() => import('../features/people/Ratings.svelte'), preset('haggis-2'), { ofServers: true }),
  profile: page(([, second]) => (second === 'join' ? join() : profile()), none, { ofServers: true, fresh: true }),
  puzzles: page(
    () => import('../features/puzzles/Puzzles.svelte'),
    ([, id = '']) => ({ id }),
    { fresh: true },
  ),
  score: page(() => import('../features/keeper/Score.svelte'), rest, { fresh: true }),
  analysis: page(() => import('../features/analysis/Analysis.svelte'), none),
  learn: page(() => import('../features/learn/Learn.svelte'), none),
}
