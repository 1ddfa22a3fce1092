// Python with our modules in it; in a worker of the page, and in node for tests.
import { loadPyodide, type PyodideAPI } from 'pyodide'

type Options = NonNullable<Parameters<typeof loadPyodide>[0]>

/** Calls `haggis_cards.<module>.<name>(*args)`; see browser/calls.py. */
export type Call = (module: string, name: string, args: string) => string

export interface Python {
  call: Call
  python: PyodideAPI
}

/** `sources` by path. The rest says where Pyodide's own files are. */
export async function boot(sources: Record<string, string>, options: Options = {}): Promise<Python> {
  const python = await loadPyodide({
    ...options,
    fsInit: async (files, { sitePackages }) => {
      for (const [path, text] of Object.entries(sources)) {
        const file = `${sitePackages}/${path}`
        files.mkdirTree(file.slice(0, file.lastIndexOf('/')))
        files.writeFile(file, text)
      }
    },
  })
  python.runPython('import haggis_cards.browser')
  return { call: python.pyimport('haggis_cards.browser.calls').call as Call, python }
}
