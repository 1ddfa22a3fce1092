// Python's memory as it is after its imports, 31 MB. The browser keeps it, so that the next start goes on from there: Python's
// own start takes the most time of all. Nothing of a person is in it. One that is not whole, or of another build, is not used.
import type { Files } from './protocol'

const CACHE = 'haggis.memory' // caches of the service worker start with `haggis-`, and it clears old ones away

/** Stands for everything that the memory depends on: the files have hashes in their names. */
export function nameOf(files: Files): string {
  const depends = [...Object.values(files), navigator.userAgent].join(' ')
  return new URL(`memory?${encodeURIComponent(depends)}`, self.location.href).href
}

export async function find(name: string): Promise<Uint8Array | undefined> {
  try {
    const kept = await (await caches.open(CACHE)).match(name)
    const memory = new Uint8Array(await kept!.arrayBuffer())
    return kept!.headers.get('sum') === sum(memory) ? memory : undefined
  } catch {
    return undefined // there is none, or this browser keeps nothing
  }
}

/** Keeps the memory, and no other, if the browser has room for it. */
export async function keep(name: string, memory: Uint8Array<ArrayBuffer>): Promise<void> {
  try {
    await caches.delete(CACHE)
    await (await caches.open(CACHE)).put(name, new Response(memory, { headers: { sum: sum(memory) } }))
  } catch {
    // then the next start is a plain one
  }
}

/** FNV-1a over words of 32 bits: a tenth of the time of a cryptographic sum, and against accidents it does. */
function sum(memory: Uint8Array): string {
  const words = new Uint32Array(memory.buffer, 0, memory.length >> 2)
  let sum = 0x811c9dc5
  for (let at = 0; at < words.length; at++) sum = Math.imul(sum ^ words[at]!, 0x01000193)
  return `${memory.length} ${sum}`
}
