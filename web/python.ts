// Packs what runs in Pyodide: its WebAssembly, and the Python modules that src/haggis_cards/browser/ imports. Both are
// compressed here, so that every host sends little; `.bin`, so that no host believes that it must unpack them.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const PACKAGE = process.env['HAGGIS_PYTHON'] ?? join(import.meta.dirname, '../src/haggis_cards')
const NAME = 'haggis_cards'
// Only imports at the start of a line count: those within functions and branches are for other places than a browser.
const IMPORTS = /^(?:import (haggis_cards[\w.]*)|from (haggis_cards[\w.]*) import (?:\(([^)]*)\)|(.*)))/gm

/** The sources that the browser needs, by path. */
export function sources(folder = PACKAGE): Record<string, string> {
  const found: Record<string, string> = {}
  const seen = new Set<string>()
  const add = (module: string): void => {
    if (seen.has(module)) return
    seen.add(module)
    const above = module.slice(0, Math.max(0, module.lastIndexOf('.')))
    if (above) add(above)
    const path = module.split('.').slice(1).join('/')
    const file = [join(path, '__init__.py'), `${path}.py`].find((one) => existsSync(join(folder, one)))
    if (!file) return // a name in a module
    const text = readFileSync(join(folder, file), 'utf8')
    found[`${NAME}/${file}`] = text
    for (const [, whole, from, many, one] of text.matchAll(IMPORTS)) {
      add((whole ?? from)!)
      for (const name of (many ?? one ?? '').matchAll(/(\w+)(?: as \w+)?/g)) add(`${from}.${name[1]}`)
    }
  }
  for (const file of readdirSync(join(folder, 'browser')))
    if (file.endsWith('.py')) add(`${NAME}.browser.${file.slice(0, -3)}`)
  return found
}

const FILES: Record<string, () => Buffer> = {
  'python.wasm.bin': () =>
    gzipSync(readFileSync(createRequire(import.meta.url).resolve('pyodide/pyodide.asm.wasm')), { level: 9 }),
  'haggis.json.bin': () => gzipSync(JSON.stringify(sources()), { level: 9 }),
}

/** `import url from 'packed:haggis.json.bin'` is the address of a packed file. */
export function packed(): Plugin {
  let dev = false
  return {
    name: 'haggis-packed',
    configResolved: ({ command }) => void (dev = command === 'serve'),
    resolveId: (id) => (id.startsWith('packed:') ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith('\0packed:')) return
      const name = id.slice('\0packed:'.length)
      if (dev) return `export default '/packed/${name}'`
      const file = this.emitFile({ type: 'asset', name, source: FILES[name]!() })
      return `export default import.meta.ROLLUP_FILE_URL_${file}`
    },
    configureServer: ({ middlewares }) =>
      void middlewares.use('/packed/', (request, response) => void response.end(FILES[request.url!.slice(1)]?.())),
  }
}

/**
 * `import path from 'weights:quick.npz'` is where a file of weights will be, from the page on. It is not copied into the
 * build, as the package has it already: whoever shows the client puts it there (server/static_files.py).
 */
export function weights(): Plugin {
  return {
    name: 'haggis-weights',
    resolveId: (id) => (id.startsWith('weights:') ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith('\0weights:')) return
      const name = id.slice('\0weights:'.length)
      const hash = createHash('sha256')
        .update(readFileSync(join(PACKAGE, 'bots', name)))
        .digest('hex')
        .slice(0, 8)
      return `export default 'assets/${name.replace('.', `-${hash}.`)}'`
    },
  }
}
