// Whether this browser can run the core.

// The smallest module that has a vector of 128 bits: () => v128, i32.const 0, i8x16.splat.
const WITH_SIMD = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11]

export type Missing = 'wasm' | 'simd'

/** What is missing here; undefined if nothing is. */
export function missing(): Missing | undefined {
  if (typeof WebAssembly !== 'object') return 'wasm'
  return WebAssembly.validate(new Uint8Array(WITH_SIMD)) ? undefined : 'simd'
}
