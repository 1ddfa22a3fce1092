// What the profile asks of the server.
import { request } from './api'
import type { Invited, Link, LinkState, Me, Profile, RecoveryCode } from '../protocol/messages'
import { recall } from '../platform/settings.svelte'

export const DATA = '/api/profile/data' // a file to download

export const profile = () => request<Profile>('GET', '/api/profile')
export const removePasskey = (id: string) => request<Profile>('DELETE', `/api/passkeys/${encodeURIComponent(id)}`)
export const makeCode = () => request<RecoveryCode>('POST', '/api/code')
export const enterCode = (code: string) => request<Me>('POST', '/api/sign-in/code', { code })
export const makeLink = () => request<Link>('POST', '/api/link')
export const linkState = () => request<LinkState>('GET', '/api/link')
export const look = (secret: string) => request<Invited>('POST', '/api/sign-in/link/look', { secret })
export const join = (secret: string) => request<Me>('POST', '/api/sign-in/link', { secret })
export async function signOut(): Promise<Me> {
  if (recall('notify', false)) {
    const { turnOff } = await import('./notify')
    await turnOff().catch(() => null) // whoever comes after is not told of my tables
  }
  return request<Me>('POST', '/api/sign-out')
}
export const signOutEverywhere = () => request<Me>('POST', '/api/sign-out/everywhere')
export const deleteMe = () => request<Me>('DELETE', '/api/me')
