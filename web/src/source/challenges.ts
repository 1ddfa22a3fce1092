// What the pages of challenges ask of the server.
import type { Challenge, NewChallenge, SeatChoice } from '../protocol/messages'
import { beGuest, me, record } from './api'
import { keep } from './records'
import { ask, isHere } from './who'

export const mine = (signal: AbortSignal) => ask('GET /api/challenges', {}, { signal })
export const show = (id: string, signal?: AbortSignal) =>
  ask('GET /api/challenges/{challenge}', { challenge: id }, { signal })
export const leave = (id: string) => ask('DELETE /api/challenges/{challenge}/seat', { challenge: id })
export const close = (id: string) => ask('POST /api/challenges/{challenge}/close', { challenge: id })

/** Whether others would see a name that this person has chosen. */
export async function isNamed(): Promise<boolean> {
  return (await me()).named
}

export async function make(wish: NewChallenge): Promise<Challenge> {
  await beGuest()
  return ask('POST /api/challenges', { body: wish })
}
/** Takes part: anywhere, or on this seat. */
export async function play(id: string, where: SeatChoice = {}): Promise<Challenge> {
  await beGuest()
  return ask('POST /api/challenges/{challenge}/seat', { challenge: id, body: where })
}

/** A challenge with the cards of a match: of the server, or of this browser, which first sends it. */
export async function makeOf(table: string, number: number, wish: NewChallenge): Promise<Challenge> {
  const found = await record(table, number)
  if (!isHere(table)) return make({ ...wish, record: found['id'] as string })
  const seats = (found['bots'] as (string | null)[]).map((level) => level ?? 'me')
  return make({ ...wish, record: await keep(found), seats })
}
