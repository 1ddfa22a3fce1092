// Passkeys in the browser: WebAuthn speaks in bytes, the server in base64url.
import { isLoopback } from './invite'
import type { Me, Profile } from '../protocol/messages'
import { Trouble } from '../platform/trouble.svelte'
import { t, type FormOf } from '../words'
import { ask } from './who'

type Options = Record<string, unknown> & { challenge: string }
type Named = { id: string }
type Hindrance = FormOf<'passkey.trouble'>

/** Why there can be no passkey at this address, or with this browser. */
export function trouble(
  place: { hostname: string; protocol: string } = location,
  known = 'PublicKeyCredential' in window,
): Hindrance | null {
  if (/^[\d.]+$|^\[/.test(place.hostname)) return 'number'
  const local = place.hostname === 'localhost' || place.hostname.endsWith('.localhost')
  if (place.protocol !== 'https:' && !local) return 'insecure'
  return known ? null : 'old'
}

/** The same page under a name, where this computer is the server. */
export const asLocalhost = (place: Location = location) =>
  isLoopback(place.hostname) ? place.href.replace(place.hostname, 'localhost') : null

export const fromText = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))

export const toText = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const named = (list: unknown) =>
  ((list ?? []) as Named[]).map(({ id }) => ({ type: 'public-key' as const, id: fromText(id) }))

/** A credential as the server reads it: everything that the browser has answered with. */
function written(credential: Credential | null) {
  const { id, type, rawId, response } = credential as PublicKeyCredential
  const parts = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle']
  const found = response as unknown as Record<string, ArrayBuffer | null | undefined>
  const texts = parts.flatMap((part) => (found[part] ? [[part, toText(found[part])]] : []))
  return { id, type, rawId: toText(rawId), response: Object.fromEntries(texts) as Record<string, string> }
}

/** Words for what a browser refuses. */
function words(error: unknown): Error {
  if (!(error instanceof DOMException)) return error as Error
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return new Trouble(t('passkey.cancelled'))
  if (error.name === 'InvalidStateError') return new Trouble(t('passkey.again'))
  return new Trouble(t('passkey.failed', { why: error.message }))
}

/** Makes a passkey for who I am. */
export async function add(name: string): Promise<Profile> {
  const options = (await ask('POST /api/passkeys/new', {})).options as Options
  const user = options['user'] as Named & PublicKeyCredentialUserEntity
  const publicKey = {
    ...options,
    challenge: fromText(options.challenge),
    user: { ...user, id: fromText(user.id as unknown as string) },
    excludeCredentials: named(options['excludeCredentials']),
  } as unknown as PublicKeyCredentialCreationOptions
  const made = await navigator.credentials.create({ publicKey }).catch((error: unknown) => {
    throw words(error)
  })
  return ask('POST /api/passkeys', { body: { name, credential: written(made) } })
}

/** Signs in with any passkey that this device has for this address. */
export async function signIn(): Promise<Me> {
  const options = (await ask('POST /api/sign-in/passkey/new', {})).options as Options
  const publicKey = {
    ...options,
    challenge: fromText(options.challenge),
    allowCredentials: named(options['allowCredentials']),
  } as unknown as PublicKeyCredentialRequestOptions
  const found = await navigator.credentials.get({ publicKey }).catch((error: unknown) => {
    throw words(error)
  })
  return ask('POST /api/sign-in/passkey', { body: { credential: written(found) } })
}

/** A first name for a passkey: that of the device. */
export function deviceName(agent = navigator.userAgent): string {
  const known = ['Android', 'iPhone', 'iPad', 'Mac', 'Windows', 'Linux'] as const
  return t('passkey.device', { is: known.find((one) => agent.includes(one)) ?? 'other' })
}
