// Writes what makes the page work without a network: the service worker with its lists of files, and the build's name,
// by which a page finds out that the site has a newer one.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { packagedFiles } from './python.ts'
import words from './src/words/en/push.ts'

const ENGINE = /\/(python|haggis|pyodide)[._-].*\.(bin|zip|mjs)$|\.wasm$/
const NOT_NEEDED = /\.map$|licenses\.txt$|og\.png$|icon-.*\.png$|\.html$/
const INDEX = 'index.html'

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
        const worker = readFileSync(join(import.meta.dirname, 'sw.js'), 'utf8')
          .replace('__BUILD__', build)
          .replace('{} // __WORDS__', JSON.stringify(words))
          .replace('[] // __SHELL__', JSON.stringify(files.filter((name) => !ENGINE.test(name))))
          .replace('[] // __ENGINE__', JSON.stringify(files.filter((name) => ENGINE.test(name))))
          .replace('[] // __PACKAGED__', JSON.stringify(packagedFiles()))
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: worker })
        this.emitFile({ type: 'asset', fileName: 'build.json', source: JSON.stringify({ build }) })
      },
    },
  }
}
