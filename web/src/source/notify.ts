// Notifications in this browser: whether there can be any, and to turn them on and off. The server sends them to the
// browser's push service, and the service worker shows them (sw.js).
import { ask } from './who'
import { hasServer } from '../platform/place'
import { recall, remember } from '../platform/settings.svelte'

export type Notify = 'on' | 'off' | 'denied'

const WANTED = 'notify' // in this browser
const PATIENCE = 10_000 // ms until a service worker is there

/** Whether this browser can show notifications of a server. */
export const canNotify = hasServer && 'PushManager' in window && 'Notification' in window && !!navigator.serviceWorker

/** How it stands, or null where there are no notifications. A subscription of before is kept alive. */
export async function look(): Promise<Notify | null> {
  const { key } = await ask('GET /api/push', {})
  if (!canNotify || !key) return null
  if (Notification.permission === 'denied') return 'denied'
  if (!recall(WANTED, false) || Notification.permission !== 'granted') return 'off'
  return subscribe(key)
}

export async function turnOn(): Promise<Notify> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off'
  const { key } = await ask('GET /api/push', {})
  return key ? subscribe(key) : 'off'
}

export async function turnOff(): Promise<Notify> {
  remember(WANTED, false)
  const subscription = await (await worker()).pushManager.getSubscription()
  if (subscription) {
    await ask('POST /api/push/stop', { body: { endpoint: subscription.endpoint } })
    await subscription.unsubscribe()
  }
  return 'off'
}

/** The notification about a table goes when somebody looks at the table. */
export async function seen(table: string): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const shown of (await registration?.getNotifications({ tag: table })) ?? []) shown.close()
}

/** Subscribes with the server's key of now; the server hears of it each time, as a browser may renew a subscription. */
async function subscribe(key: string): Promise<Notify> {
  const { pushManager } = await worker()
  const kept = await pushManager.getSubscription()
  if (kept && text(kept.options.applicationServerKey) !== key) await kept.unsubscribe() // the server has another key now
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) })
  const [p256dh, auth] = [text(made.getKey('p256dh')), text(made.getKey('auth'))]
  await ask('POST /api/push', { body: { endpoint: made.endpoint, p256dh, auth, key } })
  remember(WANTED, true)
  return 'on'
}

async function worker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, fail) => setTimeout(() => fail(new Error('no service worker')), PATIENCE))
  return Promise.race([navigator.serviceWorker.ready, late])
}

function text(data: ArrayBuffer | null): string {
  const plain = String.fromCharCode(...new Uint8Array(data ?? new ArrayBuffer(0)))
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function bytes(key: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
}
