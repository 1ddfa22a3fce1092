// The engine's worker: fetches Python and our modules, answers calls, and runs the local tables.
import { info } from 'pyodide/pyodide-lock.json'
import { boot, type Host, type Memory, type Python } from './boot'
import { download, Lost, unpacked } from '../../../platform/download'
import { split } from './files'
import { find, keep, nameOf } from './memory'
import type { Files, FromEngine, Question, ToEngine } from './protocol'

const LATER = 1000 // ms; first the table
const tell = (message: FromEngine) => postMessage(message)
const asked = new Map<number, (value: unknown) => void>()
let engine: Promise<Python> | undefined
let counter = 0

async function start(files: Files, host: Host, pause: number, silence: number): Promise<Python> {
  const fetched = (bytes: number) => tell({ did: 'fetched', bytes })
  const script = import(/* @vite-ignore */ files.script).catch((error: unknown) => {
    throw new Lost(String(error))
  }) as Promise<{ default: never }>
  script.catch(() => undefined) // it is awaited below, unless a download fails first
  const name = nameOf(files)
  const earlier = find(name)
  const [wasm, library, sources] = await Promise.all(
    [files.wasm, files.library, files.sources].map((url) => download(url, fetched, silence)),
  )
  performance.mark('fetched') // for bench/browser_page.py
  const { default: createPyodideModule } = await script
  performance.mark('script')
  // Pyodide fetches two files by itself; both are here already.
  const here: Record<string, () => Response> = {
    'pyodide.asm.wasm': () => new Response(unpacked(wasm!), { headers: { 'content-type': 'application/wasm' } }),
    'python_stdlib.zip': () => new Response(library! as BodyInit),
  }
  const fetchOther = self.fetch.bind(self)
  self.fetch = (what, init) => {
    const name = String(what instanceof Request ? what.url : what)
      .split('/')
      .pop()!
    return here[name] ? Promise.resolve(here[name]()) : fetchOther(what, init)
  }
  const indexURL = new URL('.', self.location.href).href
  const modules = split(new Uint8Array(await new Response(unpacked(sources!)).arrayBuffer()))
  const run = (memory: Memory) =>
    boot(
      modules,
      host,
      pause,
      {
        indexURL,
        createPyodideModule,
        stdLibURL: `${indexURL}python_stdlib.zip`,
        lockFileContents: { info, packages: {} } as never, // no further packages
        checkAPIVersion: false,
      },
      memory,
    )
  const from = await earlier
  performance.mark('memory')
  if (from)
    try {
      const python = await run({ from })
      performance.mark('remembered')
      return python
    } catch (error) {
      console.info('the engine starts anew', error)
    }
  return run({ to: (memory) => setTimeout(() => void keep(name, memory), LATER) })
}

function ask<T>(question: Question): Promise<T> {
  return new Promise((done) => {
    asked.set(++counter, done as (value: unknown) => void)
    tell({ did: 'asked', id: counter, question })
  })
}

function host(thinkers: string[]): Host {
  return {
    send: (socket, text) => tell({ did: 'sent', socket, text }),
    keep: (table, seq, write) => ask({ what: 'keep', table, seq, write }),
    log: (table) => ask({ what: 'log', table }),
    thinks: (level) => thinkers.includes(level),
    core: (order) => ask({ what: 'core', order }),
    find: (name) => ask({ what: 'find', name }),
    put: (name, text) => ask({ what: 'put', name, text }),
  }
}

self.onmessage = async ({ data }: MessageEvent<ToEngine>) => {
  if (data.do === 'start') {
    try {
      engine = start(data.files, host(data.thinkers), data.pause, data.silence)
      await engine
      tell({ did: 'started' })
    } catch (error) {
      console.warn('the engine does not start', error)
      tell({ did: 'failed', why: error instanceof Lost ? 'offline' : 'broken' })
    }
  } else if (data.do === 'told') {
    asked.get(data.id)?.(data.value)
    asked.delete(data.id)
  } else {
    const python = await engine!
    tell({ did: 'answered', id: data.id, json: await python[data.do](data.module, data.name, data.args) })
  }
}
