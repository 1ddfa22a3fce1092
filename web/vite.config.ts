import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { offline } from './offline.ts'
import { packed, packaged } from './python.ts'

// HAGGIS_SERVER: where `npm run dev` finds a running `haggis serve`. HAGGIS_WEB_OUT: where the build goes.
const server = process.env['HAGGIS_SERVER'] ?? 'http://127.0.0.1:8000'

// What the table, the lessons and the replay share is one file: many small ones compress worse. What is opened later than
// the first page is not in it.
const SHARED = /src.(board|game|protocol|source.[^/]*$|features.table)/
const OPENED_LATER = /(Chat|HostTools|HouseFields|[iI]nvite|QrCode|ReactionSign|reactions|ScoreSheet)\.(svelte|ts)/

export default defineConfig(({ mode }) => ({
  base: './', // any folder of any host; the server writes its own
  plugins: [svelte(), packed(), packaged(), offline()],
  worker: { format: 'es' },
  build: {
    outDir: process.env['HAGGIS_WEB_OUT'] ?? 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the server's content policy allows no data: addresses
    modulePreload: { polyfill: false },
    license: { fileName: 'licenses.txt' }, // of the packages in the bundle
    rolldownOptions: {
      input: { index: 'index.html', core: 'src/source/page/core/core.ts' }, // the core can also be imported by itself, as tests do
      preserveEntrySignatures: 'exports-only',
      output: {
        advancedChunks: {
          groups: [{ name: 'shared', test: (id) => SHARED.test(id) && !OPENED_LATER.test(id), minShareCount: 2 }],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  test: { environment: 'jsdom', include: ['test/**/*.test.ts'], setupFiles: ['test/setup.ts'] },
}))
