// Fetches a file and tells how it goes on. A connection that gives nothing for a while is lost: nothing waits for ever.

const SILENCE = 20_000 // ms

export class Lost extends Error {}

/** Hears of every piece that has come: its bytes, and those of the whole file; 0 if that is not known. */
export type Heard = (bytes: number, total: number) => void

export async function download(url: string, heard: Heard, silence = SILENCE): Promise<Uint8Array<ArrayBuffer>> {
  const stop = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => stop.abort(), silence)
  }
  try {
    wait()
    const answer = await fetch(url, { signal: stop.signal })
    if (!answer.ok || !answer.body) throw new Lost(`${url}: ${answer.status}`)
    const encoded = answer.headers.has('content-encoding') // then the length is that of the encoded bytes
    const total = encoded ? 0 : Number(answer.headers.get('content-length') ?? 0)
    const chunks: Uint8Array[] = []
    const reader = answer.body.getReader()
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      wait()
      chunks.push(next.value)
      heard(next.value.length, total)
    }
    const whole = joined(chunks)
    if (whole.length < total) throw new Lost(`${url}: ${whole.length} of ${total} bytes`)
    return whole
  } catch (error) {
    throw error instanceof Lost ? error : new Lost(`${url}: ${String(error)}`)
  } finally {
    clearTimeout(timer)
  }
}

function joined(chunks: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

export function unpacked(packed: Uint8Array): ReadableStream {
  return new Blob([packed as BlobPart]).stream().pipeThrough(new DecompressionStream('gzip'))
}
