// The sheets of this browser, in its database. A tap is written at once and down to the disk, so that neither a closed page
// nor a flat battery loses it.
import type { Saved } from './sheet'

const NAME = 'haggis-score'
const STORE = 'sheets'
let opening: Promise<IDBDatabase> | null = null

function database(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((done, fail) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' })
    request.onsuccess = () => done(request.result)
    request.onerror = () => fail(request.error ?? new Error(NAME))
  })
  opening.catch(() => (opening = null))
  return opening
}

async function act<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const transaction = (await database()).transaction(STORE, mode, { durability: 'strict' })
  return new Promise<T>((done, fail) => {
    const request = ask(transaction.objectStore(STORE))
    if (mode === 'readwrite') transaction.commit()
    transaction.oncomplete = () => done(request.result)
    transaction.onabort = transaction.onerror = () => fail(transaction.error ?? new Error(NAME))
  })
}

/** All sheets, the one that was touched last first. */
export const all = async () =>
  (await act<Saved[]>('readonly', (store) => store.getAll())).sort((a, b) => b.changed - a.changed)
export const find = (id: string) => act<Saved | undefined>('readonly', (store) => store.get(id))
export const remove = (id: string) => act('readwrite', (store) => store.delete(id))
export async function save(saved: Saved): Promise<void> {
  await act('readwrite', (store) => store.put(saved))
}

/** Asks the browser not to clear the sheets away when it needs room. */
export const persist = () => void navigator.storage?.persist?.().catch(() => false)
