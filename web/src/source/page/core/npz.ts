// Reads a file of weights (.npz as NumPy writes it, not compressed): a zip of arrays of 16-bit floats. Nothing is imported
// here, so that node runs this file as it is.
import type { WeightArray } from './instance'

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const ABOUT = 'about' // a text, not weights

/** The arrays of a file; what is not such a file is an error. */
export function readNpz(file: Uint8Array): WeightArray[] {
  try {
    return read(file)
  } catch (error) {
    if (error instanceof RangeError) throw new Error('the file of weights ends too early', { cause: error })
    throw error
  }
}

function read(file: Uint8Array): WeightArray[] {
  const data = new DataView(file.buffer, file.byteOffset, file.length)
  let end = file.length - 22
  while (data.getUint32(end, true) !== END) end -= 1
  const arrays: WeightArray[] = []
  let at = data.getUint32(end + 16, true)
  for (let left = data.getUint16(end + 10, true); left > 0; left -= 1) {
    if (data.getUint32(at, true) !== ENTRY) throw new Error('the file of weights is damaged')
    if (data.getUint16(at + 10, true) !== 0)
      throw new Error('the file of weights is compressed, which cannot be read here')
    const [nameSize, extra, comment] = [28, 30, 32].map((field) => data.getUint16(at + field, true)) as [
      number,
      number,
      number,
    ]
    const name = text(file, at + 46, nameSize).replace(/\.npy$/, '')
    const start = data.getUint32(at + 42, true)
    if (data.getUint32(start, true) !== LOCAL) throw new Error('the file of weights is damaged')
    const body = start + 30 + data.getUint16(start + 26, true) + data.getUint16(start + 28, true)
    if (name !== ABOUT) arrays.push({ name, ...readArray(file, body, data) })
    at += 46 + nameSize + extra + comment
  }
  return arrays
}

function readArray(file: Uint8Array, at: number, data: DataView): { shape: number[]; halves: Uint8Array } {
  const long = data.getUint8(at + 6) > 1 // the version of the format
  const begin = at + (long ? 12 : 10)
  const size = long ? data.getUint32(at + 8, true) : data.getUint16(at + 8, true)
  const header = text(file, begin, size)
  const shape = /'shape': \(([\d, ]*)\)/.exec(header)?.[1]
  if (shape === undefined || !header.includes("'<f2'") || !header.includes("'fortran_order': False")) {
    throw new Error('the weights are not arrays of 16-bit floats')
  }
  const sizes = shape
    .split(',')
    .filter((part) => part.trim())
    .map(Number)
  const bytes = 2 * sizes.reduce((all, one) => all * one, 1)
  if (begin + size + bytes > file.length) throw new Error('the file of weights ends too early')
  return { shape: sizes, halves: file.subarray(begin + size, begin + size + bytes) }
}

function text(file: Uint8Array, at: number, size: number): string {
  return new TextDecoder('latin1').decode(file.subarray(at, at + size))
}
