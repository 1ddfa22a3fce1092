// The core in the browser: what it cannot do here.
export default {
  'core.missing': {
    wasm: 'This browser has no WebAssembly, so strong bots cannot play in it. Play at a table on a server instead.',
    simd: 'This browser has no WebAssembly SIMD, so strong bots cannot play in it. Play at a table on a server instead.',
  },
  'core.notBuilt': 'This page was built without the core. Play at a table on a server instead.',
  'core.download': 'The download was cut off. Try again.',
  'core.refused': 'The core cannot do that: {why}.',
  'core.closed': 'The core was closed.',
} as const
