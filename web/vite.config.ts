import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

// HAGGIS_SERVER: where `npm run dev` finds a running `haggis serve`. HAGGIS_WEB_OUT: where the build goes.
const server = process.env['HAGGIS_SERVER'] ?? 'http://127.0.0.1:8000'

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  build: {
    outDir: process.env['HAGGIS_WEB_OUT'] ?? 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the server's content policy allows no data: addresses
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  test: { environment: 'jsdom', include: ['test/**/*.test.ts'] },
}))
