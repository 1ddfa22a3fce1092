// The service worker: the page works without a network after the first visit. web/offline.ts writes the lists into it.
//
// Pages come from the network if it answers, so that nobody plays with an old client; files whose name has their hash in it
// come from the cache. CORE, what a first table needs, is fetched at once; the REST of the pages and the ENGINE with its
// puzzles are kept when they are used, and whole when the page asks for it; weights (PACKAGED) are kept once they were used.
const BUILD = '__BUILD__'
const CORE = [] // __CORE__
const REST = [] // __REST__
const ENGINE = [] // __ENGINE__
const WORDS = {} // __WORDS__
const PACKAGED = [] // __PACKAGED__

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self))
const NAME = `haggis-${BUILD}`
const KEPT = 'haggis-engine' // for all versions: its files change more rarely
const PATIENCE = 3000 // ms; then the network does not answer
const BATCH = 4 // files at a time; the page may be fetching, too
const HASHED = /\/assets\//
const here = (path) => new URL(path, worker.registration.scope).href
const PAGE = () => here('./')

worker.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(NAME).then(async (cache) => {
      await cache.add(fresh(PAGE()))
      await gather(cache, CORE)
      await worker.skipWaiting()
    }),
  )
})

const fresh = (url) => new Request(url, { cache: HASHED.test(url) ? 'default' : 'no-cache' })

/** Puts files into a cache. One that does not come now is fetched when it is used. */
async function gather(cache, paths) {
  const add = async (url) => (await cache.match(url)) ?? cache.add(fresh(url))
  for (let at = 0; at < paths.length; at += BATCH)
    await Promise.allSettled(paths.slice(at, at + BATCH).map((path) => add(here(path))))
}

worker.addEventListener('activate', (event) => event.waitUntil(tidy().then(() => worker.clients.claim())))

/** Caches of older versions go, except for the last one: a page that is still open may need files of it. */
async function tidy() {
  const names = (await caches.keys()).filter((name) => name.startsWith('haggis-') && name !== KEPT && name !== NAME)
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)))
  const cache = await caches.open(KEPT)
  const wanted = new Set([...ENGINE, ...PACKAGED].map(here))
  const old = (await cache.keys()).filter(({ url }) => !wanted.has(url))
  await Promise.all(old.map((file) => cache.delete(file)))
}

worker.addEventListener('message', (event) => {
  if (event.data === 'keep-all') event.waitUntil(keepAll())
})

async function keepAll() {
  await gather(await caches.open(NAME), REST)
  await gather(await caches.open(KEPT), ENGINE)
}

// Notifications: one for each table, the latest; a click opens the table, or goes to the page where it is open.
worker.addEventListener('push', (event) => event.data && event.waitUntil(tell(event.data.json())))

function tell({ kind, table, title, names }) {
  const listed = new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names)
  /** @type {NotificationOptions & { renotify: boolean }} */
  const options = {
    body: WORDS.with.replace('{title}', () => title).replace('{names}', () => listed),
    icon: here('icon-192.png'),
    tag: table,
    renotify: true,
    data: { table },
  }
  return worker.registration.showNotification(WORDS[kind] ?? WORDS.turn, options)
}

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(here(`table/${encodeURIComponent(event.notification.data.table)}`)))
})

async function show(address) {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = pages.find(({ url }) => url.replace(/[?#].*/, '') === address)
  return there ? there.focus() : worker.clients.openWindow(address)
}

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin || !request.url.startsWith(here('./'))) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (HASHED.test(url.pathname) || [...CORE, ...REST].some((path) => here(path) === request.url))
    event.respondWith(file(request))
})

async function page(request) {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), PATIENCE)
  try {
    const answer = await fetch(request, { signal: stop.signal })
    if (answer.status < 500) return answer
  } catch {
    // no network, or one that does not answer
  } finally {
    clearTimeout(timer)
  }
  return (await kept(PAGE())) ?? Response.error()
}

/** What is kept of this version, or else of another one: its pages and icons have the same names. */
async function kept(request) {
  const found = await (await caches.open(NAME)).match(request, { ignoreVary: true })
  return found ?? caches.match(request, { ignoreVary: true })
}

async function file(request) {
  const found = await kept(request)
  if (found) return found
  const answer = await fetch(request)
  if (answer.status === 200) {
    const copy = answer.clone()
    const large = [...ENGINE, ...PACKAGED].some((path) => here(path) === request.url)
    const cache = await caches.open(large ? KEPT : NAME)
    // A download that breaks off, or a full disk: then it is fetched again next time.
    cache.put(request, copy).catch(() => undefined)
  }
  return answer
}
