// Writes what makes the page work without a network: the service worker with its lists of files, and the build's name,
// by which a page finds out that the site has a newer one.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { packagedFiles } from './python.ts'
import words from './src/words/en/push.ts'

const ENGINE = /\/(python|haggis|pyodide|puzzles)[._-].*\.(bin|zip|mjs)$|\.wasm$/
const NOT_NEEDED = /\.map$|licenses\.txt$|og\.png$|icon-.*\.png$|\.html$/
const INDEX = 'index.html'
// What a first table needs, also one without a network: these modules, and all that they import at once.
const FIRST = [
  'index.html',
  'src/words/en/late.ts',
  'src/features/home/Home.svelte',
  'src/features/table/Table.svelte',
  'src/features/table/LocalTable.svelte',
  'src/source/page/answers.ts',
]
const AT_HAND = /\.woff2$|^(crest|thistle)\.svg$|\.webmanifest$/

/** The chunks that FIRST are in, and what they import at once, with their styles. */
function first(bundle: Rolldown.OutputBundle): Set<string> {
  const needed = new Set<string>()
  const need = (name: string): void => {
    const chunk = bundle[name]
    if (needed.has(name) || chunk?.type !== 'chunk') return
    needed.add(name)
    for (const style of chunk.viteMetadata?.importedCss ?? []) needed.add(style)
    chunk.imports.forEach(need)
  }
  for (const module of FIRST) {
    const chunk = Object.values(bundle).find(
      (one) => one.type === 'chunk' && one.moduleIds.some((id) => id === join(import.meta.dirname, module)),
    )
    if (!chunk) throw new Error(`offline.ts: there is no ${module}`)
    need(chunk.fileName)
  }
  return needed
}

export function offline(): Plugin {
  return {
    name: 'haggis-offline',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const index = bundle[INDEX]
        if (index?.type !== 'asset') return // the bundle of a worker
        const publicFiles = readdirSync(join(import.meta.dirname, 'public'))
        const files = [...Object.keys(bundle), ...publicFiles].filter((name) => !NOT_NEEDED.test(name)).sort()
        const page = String(index.source)
        // Names of files have hashes in them, so that they stand for the content.
        const build = createHash('sha256')
          .update([page, ...files].join('\n'))
          .digest('hex')
          .slice(0, 12)
        index.source = page.replace('<head>', `<head>\n    <meta name="haggis-build" content="${build}" />`)
        const core = first(bundle)
        const [kept, rest] = [true, false].map((wanted) =>
          files.filter((name) => !ENGINE.test(name) && (core.has(name) || AT_HAND.test(name)) === wanted),
        )
        const worker = readFileSync(join(import.meta.dirname, 'sw.js'), 'utf8')
          .replace('__BUILD__', build)
          .replace('{} // __WORDS__', JSON.stringify(words))
          .replace('[] // __CORE__', JSON.stringify(kept))
          .replace('[] // __REST__', JSON.stringify(rest))
          .replace(
            '[] // __ENGINE__',
            JSON.stringify([...files, ...packagedFiles()].filter((name) => ENGINE.test(name))),
          )
          .replace('[] // __PACKAGED__', JSON.stringify(packagedFiles().filter((name) => !ENGINE.test(name))))
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: worker })
        this.emitFile({ type: 'asset', fileName: 'build.json', source: JSON.stringify({ build }) })
      },
    },
  }
}
