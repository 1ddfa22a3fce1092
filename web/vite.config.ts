import { join } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Rolldown } from 'vite'
import { NOTICE, notice } from './notice.ts'
import { offline } from './offline.ts'
import { packed, packaged } from './python.ts'

// HAGGIS_SERVER: where `npm run dev` finds a running `haggis serve`. HAGGIS_WEB_OUT: where the build goes.
const server = process.env['HAGGIS_SERVER'] ?? 'http://127.0.0.1:8000'

// What pages share is two files, as many small ones compress worse: what the home page needs, and what the table needs besides.
const PAGES = { home: ['app/main.ts', 'features/home/Home.svelte'], table: ['features/table/Table.svelte'] }
const ALONE = /app.App|features.home/ // nobody shares them
const needs: Partial<Record<keyof typeof PAGES, Set<string>>> = {}
const group = (name: keyof typeof PAGES, priority: number): Rolldown.CodeSplittingGroup => ({
  debugName: name,
  priority,
  name: (id, modules) => {
    const pages = PAGES[name].map((page) => join(import.meta.dirname, 'src', page))
    const all = (needs[name] ??= new Set(pages)) // grows while it is read
    if (all.size === pages.length)
      for (const one of all) for (const other of modules.getModuleInfo(one)?.importedIds ?? []) all.add(other)
    return all.has(id) && !pages.includes(id) && !ALONE.test(id) ? name : null
  },
})

export default defineConfig(({ mode }) => ({
  base: './', // any folder of any host; the server writes its own
  plugins: [svelte(), packed(), packaged(), offline(), notice()],
  worker: { format: 'es' },
  build: {
    outDir: process.env['HAGGIS_WEB_OUT'] ?? 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the server's content policy allows no data: addresses
    modulePreload: { polyfill: false },
    license: { fileName: NOTICE }, // of the packages in the bundle; notice.ts adds the rest
    rolldownOptions: {
      input: { index: 'index.html', core: 'src/source/page/core/core.ts' }, // the core can also be imported by itself, as tests do
      preserveEntrySignatures: 'exports-only',
      output: {
        codeSplitting: { groups: [group('home', 2), group('table', 1)] },
      },
    },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  test: {
    environment: './test/plain.ts',
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    pool: 'threads', // which start sooner than processes
    maxWorkers: '100%', // also the one that vitest would leave idle
  },
}))
