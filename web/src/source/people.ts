// What the pages about people ask of the server.
import type { Given } from './door'
import { ask } from './who'

type Wish = Required<Given<'GET /api/matches'>>
/** Which matches; an empty value means all. */
export interface Filter {
  preset: string
  with: '' | NonNullable<Wish['with']>
  result: '' | NonNullable<Wish['result']>
  name: string
}

export function matches({ preset, with: company, result, name }: Filter, before?: number, signal?: AbortSignal) {
  const wish = { preset: preset || null, with: company || null, result: result || null, name: name || null }
  return ask('GET /api/matches', before === undefined ? wish : { ...wish, before }, { signal })
}
export const statistics = (signal: AbortSignal) => ask('GET /api/statistics', {}, { signal })

export const daily = () => ask('GET /api/daily', {})
export const deals = (preset: string, day: string, signal?: AbortSignal) =>
  ask('GET /api/daily/{preset}', { preset, day: day || null }, { signal })
/** The table of the one try, or one for practice. */
export const playDeal = (preset: string, deal: number, day: string | null) =>
  ask('POST /api/daily/{preset}/{deal}', { preset, deal, body: { day } })
export const ratings = (preset: string, signal: AbortSignal) => ask('GET /api/ratings/{preset}', { preset }, { signal })
