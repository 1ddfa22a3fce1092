import jsQR from 'jsqr'
import { describe, expect, it } from 'vitest'
import { qr } from '../src/kit/qr'

const link = (length: number) => 'https://a.example/' + 'abcdefghij'.repeat(120).slice(0, length)

/** What a phone would read: the squares as a picture, four pixels each, with the margin of the page. */
function read(rows: boolean[][]): string | undefined {
  const [scale, margin] = [4, 4]
  const size = (rows.length + 2 * margin) * scale
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255)
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const dark = rows[Math.floor(y / scale) - margin]?.[Math.floor(x / scale) - margin]
      if (dark) pixels.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3)
    }
  }
  return jsQR(pixels, size, size)?.data
}

describe('QR codes', () => {
  it.each([
    [0, 25],
    [20, 29],
    [50, 37],
    [90, 45],
    [175, 57],
    [200, 53],
    [500, 77],
    [800, 97],
  ])('of %i letters more are %i squares wide and can be read', (length, size) => {
    const rows = qr(link(length))
    expect(rows.length).toBe(size)
    expect(read(rows)).toBe(link(length))
  })

  it('refuse what is too long', () => {
    expect(() => qr(link(1100))).toThrow('too long')
  })
})
