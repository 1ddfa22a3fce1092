// The engine in the browser, and tables without a server.
export default {
  'engine.loading': 'Fetching the game: {percent}%',
  'engine.starting': 'Setting up the table …',
  'engine.noWasm':
    'This browser cannot play on its own: it has no WebAssembly. Update it, or play on a server, which needs none.',
  'engine.failed': {
    offline: 'The game could not be fetched. Check your connection, and try again; once fetched, it is kept.',
    broken: 'The game does not start in this browser. Reload the page, or play on a server.',
  },
  'local.needsServer': 'This needs a server; it cannot be done in the browser alone.',
  'engine.again': 'Try again',
} as const
