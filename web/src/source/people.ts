// What the pages about people ask of the server.
import { request } from './api'
import type { DailyDeals, DailyGames, Leaderboard, MyMatches, Statistics, TableInfo } from '../protocol/messages'

/** Which matches; an empty value means all. */
export interface Filter {
  preset: string
  with: '' | 'people' | 'bots'
  result: '' | 'won' | 'tied' | 'lost' | 'abandoned'
  name: string
}

export function matches(filter: Filter, before?: number): Promise<MyMatches> {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value))
  if (before !== undefined) query.set('before', String(before))
  return request<MyMatches>('GET', `/api/matches?${query}`)
}
export const statistics = () => request<Statistics>('GET', '/api/statistics')

export const daily = () => request<DailyGames>('GET', '/api/daily')
export const deals = (preset: string, day: string) =>
  request<DailyDeals>('GET', `/api/daily/${encodeURIComponent(preset)}${day && `?day=${encodeURIComponent(day)}`}`)
/** The table of the one try, or one for practice. */
export const playDeal = (preset: string, deal: number, day: string | null) =>
  request<TableInfo>('POST', `/api/daily/${encodeURIComponent(preset)}/${deal}`, { day })
export const ratings = (preset: string) => request<Leaderboard>('GET', `/api/ratings/${encodeURIComponent(preset)}`)
