// The core: specs, files of weights, downloads, and what a browser lacks. What it decides is compared in tests/wasm.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { download } from '../src/platform/download'
import { readNpz } from '../src/source/page/core/npz'
import { parseSpec } from '../src/source/page/core/spec'
import { missing } from '../src/source/page/core/support'

describe('a spec', () => {
  it('names a bot of the core and its effort', () => {
    expect(parseSpec('foresight:800ms')).toEqual({ bot: 'foresight', iterations: 0, seconds: 0.8 })
    expect(parseSpec('search:2s:1')).toEqual({ bot: 'search', iterations: 0, seconds: 2 })
    expect(parseSpec('search:1000it')).toEqual({ bot: 'search', iterations: 1000, seconds: 0 })
    expect(parseSpec('neural')?.bot).toBe('neural')
    for (const other of ['greedy', 'greedy:30', 'search:soon', 'neural:file.npz', 'search:1s/flat']) {
      expect(parseSpec(other), other).toBeUndefined()
    }
  })
})

/** A zip with one array, as NumPy stores it. */
function npz(header: string, body: number[]): Uint8Array {
  const text = (value: string) => [...new TextEncoder().encode(value)]
  const two = (value: number) => [value & 255, value >> 8]
  const four = (value: number) => [...two(value & 65535), ...two(value >>> 16)]
  const array = [0x93, ...text('NUMPY'), 1, 0, ...two(header.length), ...text(header), ...body]
  const name = text('bias.npy')
  const local = [...text('PK\x03\x04'), ...Array<number>(22).fill(0), ...two(name.length), 0, 0, ...name, ...array]
  const entry = [
    ...text('PK\x01\x02'),
    ...Array<number>(24).fill(0),
    ...two(name.length),
    ...Array<number>(16).fill(0),
    ...name,
  ]
  const end = [
    ...text('PK\x05\x06'),
    ...Array<number>(6).fill(0),
    1,
    0,
    ...four(entry.length),
    ...four(local.length),
    0,
    0,
  ]
  return new Uint8Array([...local, ...entry, ...end])
}
const HEADER = "{'descr': '<f2', 'fortran_order': False, 'shape': (2,), }"

describe('a file of weights', () => {
  it('is read without a copy', () => {
    const [array] = readNpz(npz(HEADER, [0, 60, 0, 64]))
    expect(array).toMatchObject({ name: 'bias', shape: [2] })
    expect([...array!.halves]).toEqual([0, 60, 0, 64])
  })

  it('that is cut off, no zip, or has other numbers is an error', () => {
    const whole = npz(HEADER, [0, 60, 0, 64])
    expect(() => readNpz(whole.subarray(0, 60))).toThrow('ends too early')
    expect(() => readNpz(new Uint8Array(0))).toThrow('ends too early')
    expect(() => readNpz(npz(HEADER.replace('(2,)', '(9999,)'), [0, 60]))).toThrow('ends too early')
    expect(() => readNpz(npz(HEADER.replace('<f2', '<f4'), [0, 60, 0, 64]))).toThrow('16-bit floats')
  })
})

describe('a download', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  function serve(length: number, ...parts: number[][]) {
    const fetch = (_url: string, { signal }: RequestInit) => {
      const body = new ReadableStream({
        start(stream) {
          for (const part of parts) stream.enqueue(new Uint8Array(part))
          if (length < 0) signal!.addEventListener('abort', () => stream.error(new Error('aborted')))
          else stream.close()
        },
      })
      return Promise.resolve(new Response(body, { headers: { 'content-length': String(Math.abs(length)) } }))
    }
    vi.stubGlobal('fetch', fetch)
  }

  it('tells how far it is', async () => {
    serve(3, [1, 2], [3])
    const heard: number[][] = []
    expect([...(await download('/x', (...piece) => heard.push(piece)))]).toEqual([1, 2, 3])
    expect(heard).toEqual([
      [2, 3],
      [1, 3],
    ])
  })

  it('that ends early or stands still is an error', async () => {
    serve(3, [1, 2])
    await expect(download('/x', () => undefined)).rejects.toThrow('2 of 3 bytes')
    vi.useFakeTimers()
    serve(-3, [1, 2])
    const stuck = expect(download('/x', () => undefined)).rejects.toThrow('aborted')
    await vi.advanceTimersByTimeAsync(30_000)
    await stuck
  })
})

describe('a browser', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('may lack WebAssembly or its vectors', () => {
    expect(missing()).toBeUndefined()
    vi.stubGlobal('WebAssembly', { validate: () => false })
    expect(missing()).toBe('simd')
    vi.stubGlobal('WebAssembly', undefined)
    expect(missing()).toBe('wasm')
  })
})
