// Suits are told apart by shape first; here it is checked that their colours can be read and told apart as well.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync('src/app.css', 'utf-8')
const colour = (name: string) => css.match(new RegExp(`--${name}: (#[0-9a-f]{6})`))![1]!
const SUITS = ['red', 'yellow', 'green', 'blue', 'orange']
const CARDS = css.match(/--card-face: .*;/)![0].match(/#[0-9a-f]{6}/g)! // light, dark

function linear(hex: string): number[] {
  return [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
}
const times = (matrix: number[][], v: number[]) =>
  matrix.map((row) => row.reduce((sum, factor, i) => sum + factor * v[i]!, 0))
const luminance = (hex: string) => times([[0.2126, 0.7152, 0.0722]], linear(hex))[0]!

const XYZ = [
  [0.4124, 0.3576, 0.1805],
  [0.2126, 0.7152, 0.0722],
  [0.0193, 0.1192, 0.9505],
]
function lab(rgb: number[]): number[] {
  const white = times(XYZ, [1, 1, 1])
  const [x, y, z] = times(
    XYZ,
    rgb.map((part) => Math.max(0, Math.min(1, part))),
  ).map((value, i) => {
    const t = value / white[i]!
    return t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116
  }) as [number, number, number]
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

// How colours look with the three common deficiencies, in linear light (Machado, Oliveira and Fernandes, 2009).
const SIGHT: Record<string, number[][]> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

describe('the colours of the suits', () => {
  it.each(SUITS)('%s has a contrast of 4.5 to 1 on every card', (suit) => {
    expect(CARDS.length).toBe(2)
    for (const card of CARDS)
      expect((luminance(card) + 0.05) / (luminance(colour(suit)) + 0.05)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(Object.keys(SIGHT))('the shapes’ fills stay apart with %s', (sight) => {
    const seen = SUITS.map((suit) => lab(times(SIGHT[sight]!, linear(colour(`${suit}-fill`)))))
    for (let i = 0; i < seen.length; i++) {
      for (let j = 0; j < i; j++)
        expect(Math.hypot(...seen[i]!.map((part, k) => part - seen[j]![k]!))).toBeGreaterThan(15)
    }
  })
})
