// What the profile asks of the server.
import type { Ending } from '../protocol/messages'
import { recall } from '../platform/settings.svelte'
import { address } from './door'
import { ask } from './who'

export const DATA = address('GET /api/profile/data', {}) // a file to download

export const profile = () => ask('GET /api/profile', {})
export const removePasskey = (id: string) => ask('DELETE /api/passkeys/{passkey}', { passkey: id })
export const makeCode = () => ask('POST /api/code', {})
export const enterCode = (code: string) => ask('POST /api/sign-in/code', { body: { code } })
export const makeLink = () => ask('POST /api/link', {})
export const linkState = () => ask('GET /api/link', {})
export const look = (secret: string, signal: AbortSignal) =>
  ask('POST /api/sign-in/link/look', { body: { secret } }, { signal })
export const join = (secret: string) => ask('POST /api/sign-in/link', { body: { secret } })
export async function signOut() {
  if (recall('notify', false)) {
    const { turnOff } = await import('./notify')
    await turnOff().catch(() => null) // whoever comes after is not told of my tables
  }
  return ask('POST /api/sign-out', {})
}
export const signOutEverywhere = (ending: Ending) => ask('POST /api/sign-out/everywhere', { body: ending })
export const deleteMe = () => ask('DELETE /api/me', {})
