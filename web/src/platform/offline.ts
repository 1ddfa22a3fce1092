// The service worker, and whether the site has a newer build than this page.
import { fileAt } from './place'
import { update } from './update.svelte'

const LATER = 3000 // ms; first the page itself
const MUCH_LATER = 20_000 // ms; and then what somebody may want who comes again, without a network
const AT_MOST = 30_000 // ms; so often the site is asked

const build = () => document.querySelector<HTMLMetaElement>('meta[name=haggis-build]')?.content
let asked = 0

/** Asks the site which build it has, unless that was done a moment ago. */
export async function compare(now = Date.now()): Promise<void> {
  if (!build() || now - asked < AT_MOST || update.ready) return
  asked = now
  try {
    const answer = await fetch(fileAt('build.json'), { cache: 'no-store' })
    if (answer.ok) update.ready = ((await answer.json()) as { build: string }).build !== build()
  } catch {
    // no network: then there is nothing newer
  }
}

/** Keeps all pages and the engine for times without a network. */
export async function keepAll(): Promise<void> {
  if (build()) (await navigator.serviceWorker?.ready)?.active?.postMessage('keep-all')
}

/** Whether some megabytes cost nobody anything, as far as the browser says. */
export function isCheap(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string; type?: string } }
  return !connection?.saveData && connection?.type !== 'cellular' && (connection?.effectiveType ?? '4g') === '4g'
}

export function begin(): void {
  if (!build()) return // while the page is being worked on
  setTimeout(() => {
    navigator.serviceWorker?.register(fileAt('sw.js')).catch(() => undefined) // a browser that forbids it
    if (matchMedia('(display-mode: standalone)').matches) void keepAll()
  }, LATER)
  if (navigator.serviceWorker?.controller)
    setTimeout(() => isCheap() && (window.requestIdleCallback ?? setTimeout)(() => void keepAll()), MUCH_LATER)
  window.addEventListener('appinstalled', () => void keepAll())
  window.addEventListener('online', () => void compare())
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void compare())
  setTimeout(() => void compare(), LATER)
}
