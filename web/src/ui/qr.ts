// A QR code of a short text: byte mode, error correction level M, versions 1 to 10. ISO/IEC 18004, as small as it goes.

// For each version: error correction bytes in a block, blocks of the first kind, data bytes in each; the second kind
// has one data byte more.
const BLOCKS: readonly (readonly [number, number, number, number])[] = [
  [10, 1, 16, 0],
  [16, 1, 28, 0],
  [26, 1, 44, 0],
  [18, 2, 32, 0],
  [24, 2, 43, 0],
  [16, 4, 27, 0],
  [18, 4, 31, 0],
  [22, 2, 38, 2],
  [22, 3, 36, 2],
  [26, 4, 43, 1],
]
const ALIGN: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
]

// Powers of 2 in the field of 256 elements with x^8 + x^4 + x^3 + x^2 + 1.
const EXP = new Uint8Array(510)
const LOG = new Uint8Array(256)
for (let i = 0, x = 1; i < 255; i++, x = (x << 1) ^ (x & 128 ? 0x11d : 0)) {
  EXP[i] = EXP[i + 255] = x
  LOG[x] = i
}

function correction(data: readonly number[], size: number): number[] {
  let generator = [1]
  for (let i = 0; i < size; i++) {
    const next = new Array<number>(generator.length + 1).fill(0)
    generator.forEach((factor, at) => {
      next[at]! ^= factor
      next[at + 1]! ^= factor ? EXP[LOG[factor]! + i]! : 0
    })
    generator = next
  }
  const rest = [...data, ...new Array<number>(size).fill(0)]
  for (let i = 0; i < data.length; i++) {
    const lead = rest[i]!
    if (lead) generator.forEach((factor, at) => (rest[i + at]! ^= factor ? EXP[LOG[factor]! + LOG[lead]!]! : 0))
  }
  return rest.slice(data.length)
}

function codewords(bytes: Uint8Array, version: number): number[] {
  const [size, first, each, second] = BLOCKS[version - 1]!
  const room = first * each + second * (each + 1)
  const bits: number[] = []
  const put = (value: number, length: number) => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1)
  }
  put(4, 4)
  put(bytes.length, version < 10 ? 8 : 16)
  bytes.forEach((byte) => put(byte, 8))
  put(0, Math.min(4, room * 8 - bits.length))
  while (bits.length % 8) bits.push(0)
  const data: number[] = []
  for (let i = 0; i < bits.length; i += 8) data.push(parseInt(bits.slice(i, i + 8).join(''), 2))
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad)
  const blocks: number[][] = []
  let at = 0
  for (let i = 0; i < first + second; i++) {
    const length = each + (i >= first ? 1 : 0)
    blocks.push(data.slice(at, (at += length)))
  }
  const checks = blocks.map((block) => correction(block, size))
  const out: number[] = []
  for (let i = 0; i <= each; i++) for (const block of blocks) if (i < block.length) out.push(block[i]!)
  for (let i = 0; i < size; i++) for (const check of checks) out.push(check[i]!)
  return out
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** The code as rows of dark (true) and light squares. */
export function qr(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text)
  const version =
    BLOCKS.findIndex(
      ([, first, each, second], i) => bytes.length + (i < 9 ? 2 : 3) <= first * each + second * (each + 1),
    ) + 1
  if (!version) throw new Error('too long for a QR code')
  const data = codewords(bytes, version)
  const drawn = MASKS.map((_, mask) => draw(version, data, mask))
  return drawn.reduce((best, one) => (penalty(one) < penalty(best) ? one : best))
}

function draw(version: number, data: readonly number[], mask: number): boolean[][] {
  const size = version * 4 + 17
  const dark = Array.from({ length: size }, () => new Array<boolean>(size).fill(false))
  const fixed = Array.from({ length: size }, () => new Array<boolean>(size).fill(false))
  const set = (x: number, y: number, on: boolean) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return
    dark[y]![x] = on
    fixed[y]![x] = true
  }
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0)
    set(i, 6, i % 2 === 0)
  }
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    for (let y = -4; y <= 4; y++) {
      for (let x = -4; x <= 4; x++) {
        const ring = Math.max(Math.abs(x), Math.abs(y))
        set(cx + x, cy + y, ring !== 2 && ring !== 4)
      }
    }
  }
  const places = ALIGN[version - 1]!
  const last = places.length - 1
  places.forEach((cy, j) => {
    places.forEach((cx, i) => {
      if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) return
      for (let y = -2; y <= 2; y++)
        for (let x = -2; x <= 2; x++) set(cx + x, cy + y, Math.max(Math.abs(x), Math.abs(y)) !== 1)
    })
  })
  format(size, mask, version, set)
  let bit = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      for (const x of [right, right - 1]) {
        const up = ((right + 1) & 2) === 0
        const y = up ? size - 1 - step : step
        if (fixed[y]![x]) continue
        const on = bit < data.length * 8 && ((data[bit >> 3]! >> (7 - (bit & 7))) & 1) === 1
        bit++
        dark[y]![x] = on !== MASKS[mask]!(x, y)
      }
    }
  }
  return dark
}

function format(size: number, mask: number, version: number, set: (x: number, y: number, on: boolean) => void): void {
  const level = 0 // M
  let rest = (level << 3) | mask
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >> 9) * 0x537)
  const bits = ((((level << 3) | mask) << 10) | rest) ^ 0x5412
  const on = (i: number) => ((bits >> i) & 1) === 1
  for (let i = 0; i <= 5; i++) set(8, i, on(i))
  set(8, 7, on(6))
  set(8, 8, on(7))
  set(7, 8, on(8))
  for (let i = 9; i < 15; i++) set(14 - i, 8, on(i))
  for (let i = 0; i < 8; i++) set(size - 1 - i, 8, on(i))
  for (let i = 8; i < 15; i++) set(8, size - 15 + i, on(i))
  set(8, size - 8, true)
  if (version < 7) return
  let left = version
  for (let i = 0; i < 12; i++) left = (left << 1) ^ ((left >> 11) * 0x1f25)
  const information = (version << 12) | left
  for (let i = 0; i < 18; i++) {
    const a = size - 11 + (i % 3)
    const b = Math.floor(i / 3)
    set(a, b, ((information >> i) & 1) === 1)
    set(b, a, ((information >> i) & 1) === 1)
  }
}

/** How hard a code is to read: long runs, blocks, shapes like the corner squares, and too much of one colour. */
function penalty(dark: readonly (readonly boolean[])[]): number {
  const size = dark.length
  let sum = 0
  let count = 0
  const lines = [dark, dark.map((_, x) => dark.map((row) => row[x]!))]
  for (const rows of lines) {
    for (const row of rows) {
      let run = 1
      for (let i = 1; i <= size; i++) {
        if (i < size && row[i] === row[i - 1]) run++
        else {
          if (run >= 5) sum += run - 2
          run = 1
        }
      }
      const text = row.map((on) => (on ? '1' : '0')).join('')
      for (const shape of ['10111010000', '00001011101'])
        for (let at = text.indexOf(shape); at >= 0; at = text.indexOf(shape, at + 1)) sum += 40
    }
  }
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (dark[y]![x]) count++
      if (
        x &&
        y &&
        dark[y]![x] === dark[y]![x - 1] &&
        dark[y]![x] === dark[y - 1]![x] &&
        dark[y]![x] === dark[y - 1]![x - 1]
      )
        sum += 3
    }
  }
  return sum + Math.floor(Math.abs((count * 20) / (size * size) - 10)) * 10
}
