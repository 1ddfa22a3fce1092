// The core in the browser: its downloads, and what it cannot do here.
export default {
  'core.missing': {
    wasm: 'This browser has no WebAssembly, so strong bots cannot play in it. Play at a table on a server instead.',
    simd: 'This browser has no WebAssembly SIMD, so strong bots cannot play in it. Play at a table on a server instead.',
  },
  'core.notBuilt': 'This page was built without the core. Play at a table on a server instead.',
  'core.download': 'The download was cut off. Try again.',
  'core.fetching': {
    quick: 'Fetching the small network of the bots ({mb} MB): {percent}%',
    large: 'Fetching the large network of the bots ({mb} MB): {percent}%',
  },
  'core.lost':
    'A network of the bots could not be fetched. A simpler bot plays and advises until it can be; reviews have to wait.',
  'core.refused': 'The core cannot do that: {why}.',
  'core.closed': 'The core was closed.',
} as const
