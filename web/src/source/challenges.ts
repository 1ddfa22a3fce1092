// What the pages of challenges ask of the server.
import { beGuest, me, record, request } from './api'
import type { Challenge, MyChallenges, NewChallenge } from '../protocol/messages'
import { keep } from './records'
import { isHere } from './who'

const at = (id: string, rest = '') => `/api/challenges/${encodeURIComponent(id)}${rest}`

export const mine = () => request<MyChallenges>('GET', '/api/challenges')
export const show = (id: string) => request<Challenge>('GET', at(id))
export const leave = (id: string) => request<Challenge>('DELETE', at(id, '/seat'))
export const close = (id: string) => request<Challenge>('POST', at(id, '/close'), {})

/** Whether others would see a name that this person has chosen. */
export async function isNamed(): Promise<boolean> {
  return (await me()).named
}

/** Asks as a guest of the server. */
async function named<T>(ask: () => Promise<T>): Promise<T> {
  await beGuest()
  return ask()
}
export const make = (wish: Partial<NewChallenge>) => named(() => request<Challenge>('POST', '/api/challenges', wish))
/** Takes part: anywhere, or on this seat. */
export const play = (id: string, where: { place?: number; seat?: number } = {}) =>
  named(() => request<Challenge>('POST', at(id, '/seat'), where))

/** A challenge with the cards of a match: of the server, or of this browser, which first sends it. */
export async function makeOf(table: string, number: number, wish: Partial<NewChallenge>): Promise<Challenge> {
  const found = await record(table, number)
  if (!isHere(table)) return make({ ...wish, record: found['id'] as string })
  const seats = (found['bots'] as (string | null)[]).map((level) => level ?? 'me')
  return make({ ...wish, record: await keep(found), seats })
}
