// Python with our modules in it; in a worker of the page, and in node for tests.
import { loadPyodide } from 'pyodide'

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

/** `sources` by path; `botPause` in seconds. `options` says where Pyodide's own files are. */
export async function boot(
  sources: Record<string, Uint8Array>,
  host: Host,
  botPause: number,
  options: Options = {},
): Promise<Python> {
  const python = await loadPyodide({
    ...options,
    fsInit: async (files, { sitePackages }) => {
      for (const [path, body] of Object.entries(sources)) {
        const file = `${sitePackages}/${path}`
        files.mkdirTree(file.slice(0, file.lastIndexOf('/')))
        files.writeFile(file, body)
      }
    },
  })
  performance.mark('python')
  python.runPython('import haggis_cards.browser')
  const tables = python.pyimport('haggis_cards.browser.tables') as { begin(host: Host, pause: number): void }
  tables.begin(host, botPause)
  const calls = python.pyimport('haggis_cards.browser.calls') as Python
  performance.mark('imported')
  return calls
}
