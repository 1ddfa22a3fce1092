// Downloads a file and tells how far it is.

/** Bytes so far, and of all: 0 if that is not known. */
export type Progress = (fetched: number, total: number) => void

const PATIENCE = 20_000 // milliseconds without a byte, after which a connection is lost

/** The bytes of a file. A connection that is lost or stands still is an error. */
export async function download(url: string, progress: Progress): Promise<Uint8Array<ArrayBuffer>> {
  const stop = new AbortController()
  let timer = setTimeout(() => stop.abort(), PATIENCE)
  try {
    const answer = await fetch(url, { signal: stop.signal })
    if (!answer.ok || !answer.body) throw new Error(`${url}: ${answer.status}`)
    const encoded = answer.headers.has('content-encoding') // then the length is that of the encoded bytes
    const total = encoded ? 0 : Number(answer.headers.get('content-length') ?? 0)
    const parts: Uint8Array[] = []
    let fetched = 0
    for (const reader = answer.body.getReader(); ;) {
      const { done, value } = await reader.read()
      if (done) break
      clearTimeout(timer)
      timer = setTimeout(() => stop.abort(), PATIENCE)
      parts.push(value)
      fetched += value.length
      progress(fetched, total)
    }
    if (total && fetched < total) throw new Error(`${url}: ${fetched} of ${total} bytes`)
    const bytes = new Uint8Array(fetched)
    for (let at = 0; parts.length;) {
      const part = parts.shift()!
      bytes.set(part, at)
      at += part.length
    }
    return bytes
  } finally {
    clearTimeout(timer)
  }
}
