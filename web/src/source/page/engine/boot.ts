// Python with our modules in it; in a worker of the page, and in node for tests.
import { loadPyodide, type PyodideAPI } from 'pyodide'

type Options = NonNullable<Parameters<typeof loadPyodide>[0]>

/** What Python needs of the page; see `Host` in browser/page.py. */
export interface Host {
  send(socket: number, text: string): void
  keep(table: string, seq: number, write: string): Promise<boolean>
  log(table: string): Promise<string>
  thinks(level: string): boolean
  core(order: string): Promise<string>
  find(name: string): Promise<string>
  put(name: string, text: string): Promise<void>
}

/** Functions of the package by module and name, with JSON in and out; see browser/calls.py. */
export interface Python {
  call(module: string, name: string, args: string): string
  wait(module: string, name: string, args: string): Promise<string>
}

/** The memory of an earlier start, or who gets that of this one. */
export type Memory = { from: Uint8Array } | { to: (memory: Uint8Array<ArrayBuffer>) => void }

/** `sources` by path; `botPause` in seconds. `options` says where Pyodide's own files are. */
export async function boot(
  sources: Record<string, Uint8Array>,
  host: Host,
  botPause: number,
  options: Options = {},
  memory?: Memory,
): Promise<Python> {
  const python = await loadPyodide({
    ...options,
    ...(memory && ('from' in memory ? { _loadSnapshot: memory.from } : { _makeSnapshot: true })),
    fsInit: async (files, { sitePackages }) => {
      for (const [path, body] of Object.entries(sources)) {
        const file = `${sitePackages}/${path}`
        files.mkdirTree(file.slice(0, file.lastIndexOf('/')))
        files.writeFile(file, body)
      }
    },
  })
  const { config } = (python as unknown as { _api: { config: Options } })._api
  delete config._loadSnapshot // else it would stay as long as Python
  performance.mark('python')
  python.runPython('import haggis_cards.browser')
  python.runPython('import haggis_cards.browser.calls, haggis_cards.browser.tables')
  if (memory && 'to' in memory) give(python, memory.to)
  const tables = python.pyimport('haggis_cards.browser.tables') as { begin(host: Host, pause: number): void }
  tables.begin(host, botPause)
  const calls = python.pyimport('haggis_cards.browser.calls') as Python
  performance.mark('imported')
  return calls
}

/** Hands the memory over, as long as Python knows nothing of the page yet. */
function give(python: PyodideAPI, to: (memory: Uint8Array<ArrayBuffer>) => void): void {
  try {
    to(python.makeMemorySnapshot() as Uint8Array<ArrayBuffer>)
  } catch (error) {
    console.info('the next start will not be quicker', error) // it is an experiment of Pyodide's
  }
}
