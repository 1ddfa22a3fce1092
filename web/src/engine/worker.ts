// The engine's worker: fetches Python and our modules, and answers calls.
import { boot, type Python } from './boot'
import { download, Lost, unpacked } from './download'
import type { Files, FromEngine, ToEngine } from './protocol'

const tell = (message: FromEngine) => postMessage(message)
let engine: Promise<Python> | undefined

async function start(files: Files): Promise<Python> {
  const fetched = (bytes: number) => tell({ did: 'fetched', bytes })
  const [wasm, library, sources] = await Promise.all(
    [files.wasm, files.library, files.sources].map((url) => download(url, fetched)),
  )
  const { default: createPyodideModule } = (await import(/* @vite-ignore */ files.script)) as { default: never }
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
  const texts = (await new Response(unpacked(sources!)).json()) as Record<string, string>
  return boot(texts, {
    indexURL,
    createPyodideModule,
    stdLibURL: `${indexURL}python_stdlib.zip`,
    lockFileContents: { info: {}, packages: {} } as never, // no further packages
    checkAPIVersion: false,
  })
}

self.onmessage = async ({ data }: MessageEvent<ToEngine>) => {
  if (data.do === 'start') {
    try {
      engine = start(data.files)
      await engine
      tell({ did: 'started' })
    } catch (error) {
      console.warn('the engine does not start', error)
      tell({ did: 'failed', why: error instanceof Lost ? 'offline' : 'broken' })
    }
  } else if (data.do === 'call') {
    const { call } = await engine!
    tell({ did: 'answered', id: data.id, json: call(data.module, data.name, data.args) })
  }
}
