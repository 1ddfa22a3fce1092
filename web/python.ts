// Packs what runs in Pyodide: its WebAssembly, Python's library, and the modules that src/haggis_cards/browser/ imports. All are
// compressed here, so that every host sends little; `.bin`, so that no host believes that it must unpack them.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { loadPyodide } from 'pyodide'
import { joined } from './src/source/page/engine/files.ts'
import type { Plugin } from 'vite'

export const PACKAGE = process.env['HAGGIS_PYTHON'] ?? join(import.meta.dirname, '../src/haggis_cards')
const NAME = 'haggis_cards'
// Only imports at the start of a line count: those within functions and branches are for other places than a browser.
const IMPORTS = /^(?:import (haggis_cards[\w.]*)|from (haggis_cards[\w.]*) import (?:\(([^)]*)\)|(.*)))/gm

const DATA = ['bots/equity.npz'] // what the modules read

/** The sources that the browser needs, by path. */
export function sources(folder = PACKAGE): Record<string, Uint8Array> {
  const found: Record<string, Uint8Array> = {}
  const seen = new Set<string>()
  const add = (module: string): void => {
    if (seen.has(module)) return
    seen.add(module)
    const above = module.slice(0, Math.max(0, module.lastIndexOf('.')))
    if (above) add(above)
    const path = module.split('.').slice(1).join('/')
    const file = [join(path, '__init__.py'), `${path}.py`].find((one) => existsSync(join(folder, one)))
    if (!file) return // a name in a module
    const text = readFileSync(join(folder, file))
    found[`${NAME}/${file}`] = text
    for (const [, whole, from, many, one] of text.toString().matchAll(IMPORTS)) {
      add((whole ?? from)!)
      for (const name of (many ?? one ?? '').matchAll(/(\w+)(?: as \w+)?/g)) add(`${from}.${name[1]}`)
    }
  }
  for (const file of readdirSync(join(folder, 'browser')))
    if (file.endsWith('.py')) add(`${NAME}.browser.${file.slice(0, -3)}`)
  for (const file of DATA) found[`${NAME}/${file}`] = readFileSync(join(folder, file))
  return found
}

// Modules are compiled here, as Python keeps them: a browser would do that at every start, and slowly.
const COMPILED = `
from importlib._bootstrap_external import _code_to_hash_pyc
from pyodide.ffi import to_js
def compiled(path, source):
    return _code_to_hash_pyc(compile(source, path, "exec", dont_inherit=True, optimize=2), bytes(8), False)
`

/** The same with the modules compiled. */
export async function compiled(files: Record<string, Uint8Array>): Promise<Record<string, Uint8Array>> {
  const python = await loadPyodide()
  const compile = python.runPython(`${COMPILED}
lambda path, source: to_js(compiled(path, source))
  `) as (path: string, source: string) => Uint8Array
  const entries = Object.entries(files).map(([path, body]): [string, Uint8Array] =>
    path.endsWith('.py') ? [`${path}c`, compile(path, Buffer.from(body).toString())] : [path, body],
  )
  return Object.fromEntries(entries)
}

// Of Python's library, what no page has a use for.
const UNUSED =
  '_pydatetime _pyio _pyrepl argparse bdb cProfile configparser ctypes difflib doctest ensurepip ftplib getopt ' +
  'gettext http imaplib mailbox modulefinder multiprocessing netrc optparse pdb pickletools plistlib poplib ' +
  'profile pstats pyclbr pydoc pydoc_data smtplib sqlite3 tarfile trace turtle unittest venv wave webbrowser wsgiref ' +
  'xml xmlrpc zipapp'

const KEPT = join(import.meta.dirname, 'node_modules/.cache')

/** Python's library, compiled: once for each version of it and of this file, as that takes seconds. */
export async function library(): Promise<Uint8Array> {
  const whole = readFileSync(createRequire(import.meta.url).resolve('pyodide/python_stdlib.zip'))
  const version = createHash('sha256')
    .update(whole)
    .update(readFileSync(import.meta.filename))
    .digest('hex')
  const kept = join(KEPT, `python-library-${version}.zip`)
  if (existsSync(kept)) return readFileSync(kept)
  const pack = (await loadPyodide()).runPython(`${COMPILED}
import io, re, zipfile
CODECS = "__init__ aliases ascii cp437 latin_1 raw_unicode_escape unicode_escape utf_8"
def packed(whole, unused):
    left_out = re.compile(rf"({unused.replace(' ', '|')})(/|[.]py)|encodings/(?!({CODECS.replace(' ', '|')})[.])")
    made = io.BytesIO()
    old = zipfile.ZipFile(io.BytesIO(whole.to_py()))
    with zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            if name.endswith(".py") and not left_out.match(name):
                code = compiled(f"/lib/python314.zip/{name}", old.read(name))
                new.writestr(zipfile.ZipInfo(f"{name}c"), code, zipfile.ZIP_DEFLATED, 9)
    return to_js(made.getvalue())
packed
  `) as (whole: Uint8Array, unused: string) => Uint8Array
  const made = pack(new Uint8Array(whole), UNUSED)
  mkdirSync(KEPT, { recursive: true })
  writeFileSync(`${kept}.${process.pid}`, made)
  renameSync(`${kept}.${process.pid}`, kept) // whole, or not there
  return made
}

const FILES: Record<string, () => Uint8Array | Promise<Uint8Array>> = {
  'python_library.zip': library,
  'python.wasm.bin': () =>
    gzipSync(readFileSync(createRequire(import.meta.url).resolve('pyodide/pyodide.asm.wasm')), { level: 9 }),
  'haggis.bin': async () => gzipSync(joined(await compiled(sources())), { level: 9 }),
}

/** `import url from 'packed:haggis.bin'` is the address of a packed file. */
export function packed(): Plugin {
  let dev = false
  return {
    name: 'haggis-packed',
    configResolved: ({ command }) => void (dev = command === 'serve'),
    resolveId: (id) => (id.startsWith('packed:') ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith('\0packed:')) return
      const name = id.slice('\0packed:'.length)
      if (dev) return `export default '/packed/${name}'`
      const file = this.emitFile({ type: 'asset', name, source: await FILES[name]!() })
      return `export default import.meta.ROLLUP_FILE_URL_${file}`
    },
    configureServer: ({ middlewares }) =>
      void middlewares.use('/packed/', (request, response) => {
        void Promise.resolve(FILES[request.url!.slice(1)]?.()).then((body) => response.end(body))
      }),
  }
}

// Files of the package that are fetched when they are wanted, by the name that a page has for them.
const PACKAGED: Record<string, string> = {
  'weights.npz': 'bots/weights.npz',
  'quick.npz': 'bots/quick.npz',
  'puzzles.bin': 'puzzles/collection.jsonl.xz',
}

/** Where such a file will be, from the page on. */
function place(name: string): string {
  const hash = createHash('sha256').update(readFileSync(join(PACKAGE, PACKAGED[name]!)))
  return `assets/${name.replace('.', `-${hash.digest('hex').slice(0, 8)}.`)}`
}
export const packagedFiles = () => Object.keys(PACKAGED).map(place)

/**
 * `import path, { size } from 'packaged:quick.npz'` is where that file will be, and its size in the package. It is not copied into the build, as the package has it
 * already: whoever shows the client puts it there (server/app/static_files.py).
 */
export function packaged(): Plugin {
  return {
    name: 'haggis-packaged',
    resolveId: (id) => (id.startsWith('packaged:') ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith('\0packaged:')) return
      const name = id.slice('\0packaged:'.length)
      const { size } = statSync(join(PACKAGE, PACKAGED[name]!))
      return `export default '${place(name)}'\nexport const size = ${size}`
    },
  }
}
