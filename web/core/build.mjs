// Compiles native/ for the browser: node build.mjs NATIVE OUT. The compiler is an npm package, itself WebAssembly.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { argv, stderr } from 'node:process'
import { runClang } from '@yowasp/clang'

const [native, out] = argv.slice(2)
const files = Object.fromEntries(
  readdirSync(native)
    .filter((name) => name.endsWith('.hpp') || name === 'wasm.cpp' || name === 'network_kernels.cpp')
    .map((name) => [name, readFileSync(join(native, name), 'utf8')]),
)
const flags = [
  '-std=c++20',
  '-O3',
  '-msimd128',
  '-fno-exceptions',
  '-fno-rtti',
  '-ffp-contract=off',
  '-fno-threadsafe-statics',
  // To copy a few bytes, engines call a function for the instruction of bulk memory.
  '-mno-bulk-memory',
  '-mno-bulk-memory-opt',
  '-mexec-model=reactor',
  '-Wall',
  '-Wextra',
  // The usual stack of 64 kB overflows without a word; here it ends at address 0, and an overflow is a trap.
  '-Wl,-z,stack-size=1048576,--stack-first,--strip-all',
]
const built = await runClang(['clang++', ...flags, 'wasm.cpp', 'network_kernels.cpp', '-o', 'haggis.wasm'], files, {
  stderr: (bytes) => bytes && stderr.write(bytes),
})
mkdirSync(dirname(out), { recursive: true })
writeFileSync(out, built['haggis.wasm'])
