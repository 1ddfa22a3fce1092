// Suits are told apart by shape first; here it is checked that their colours can be read and told apart as well.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync('src/kit/theme.css', 'utf-8')
/** The colours of a rule, by name: for light, and for dark. */
function rule(selector: string): Map<string, [string, string]> {
  const body = css.slice(css.indexOf(`${selector} {`)).match(/\{([^}]*)\}/)![1]!
  const found = body.matchAll(/--([\w-]+): (?:light-dark\()?(#[0-9a-f]{6})(?:, (#[0-9a-f]{6}))?/g)
  return new Map([...found].map(([, name, light, dark]) => [name!, [light!, dark ?? light!]]))
}
const root = rule(':root')
const LOOKS = { five: root, strong: new Map([...root, ...rule(":root[data-suits='strong']")]) }
const SUITS = ['red', 'yellow', 'green', 'blue', 'orange']
const FELTS = [...root.keys()].filter((name) => /^felt-(?!ink|soft|line)/.test(name))
const BOTH = [0, 1] as const // light, dark

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

const contrast = (a: string, b: string) => {
  const [dark, light] = [luminance(a), luminance(b)].sort((one, other) => one - other) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}
/** A colour with something of white or black over it. */
function under(hex: string, share: number, over: number): string {
  const parts = [1, 3, 5].map((at) => Math.round(parseInt(hex.slice(at, at + 2), 16) * (1 - share) + over * share))
  return '#' + parts.map((part) => part.toString(16).padStart(2, '0')).join('')
}

describe.each(Object.keys(LOOKS) as (keyof typeof LOOKS)[])('the colours of the suits, %s', (look) => {
  const colours = LOOKS[look]
  it.each([...SUITS, 'court'])('%s has a contrast of 4.5 to 1 on every card', (suit) => {
    for (const at of BOTH)
      expect(contrast(colours.get('card-face')![at], colours.get(suit)![at])).toBeGreaterThanOrEqual(4.5)
  })

  it.each(Object.keys(SIGHT))('the shapes’ fills stay apart with %s', (sight) => {
    const seen = SUITS.map((suit) => lab(times(SIGHT[sight]!, linear(colours.get(`${suit}-fill`)![0]))))
    for (let i = 0; i < seen.length; i++) {
      for (let j = 0; j < i; j++)
        expect(Math.hypot(...seen[i]!.map((part, k) => part - seen[j]![k]!))).toBeGreaterThan(15)
    }
  })
})

describe('the felts', () => {
  it.each(FELTS)('what is written on %s can be read, also where light falls on it', (felt) => {
    expect(FELTS.length).toBe(10)
    for (const at of BOTH) {
      const ground = under(root.get(felt)![at], 0.08, 255)
      expect(contrast(ground, root.get('felt-ink')![at])).toBeGreaterThanOrEqual(5)
      expect(contrast(ground, root.get('felt-soft')![at])).toBeGreaterThanOrEqual(4.5)
      expect(contrast(ground, root.get('gold')![at])).toBeGreaterThanOrEqual(3) // rings, not letters
    }
  })
})

describe('the paper', () => {
  const accents = ['heather', 'barley', 'loch'].map((name) => rule(`[data-accent='${name}']`))
  it('every ink can be read on every ground', () => {
    for (const at of BOTH) {
      for (const ground of ['page', 'raised', 'sunken'])
        for (const ink of ['ink', 'soft', 'warn', 'good'])
          expect(contrast(root.get(ground)![at], root.get(ink)![at]), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
      for (const accent of accents) {
        const [plain, ink, soft] = ['accent', 'accent-ink', 'accent-soft'].map((name) => accent.get(name)![at])
        expect(contrast(plain!, ink!)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(soft!, root.get('ink')![at])).toBeGreaterThanOrEqual(4.5)
        expect(contrast(soft!, root.get('soft')![at])).toBeGreaterThanOrEqual(4.5)
        for (const ground of ['page', 'raised', 'sunken'])
          expect(contrast(root.get(ground)![at], plain!), ground).toBeGreaterThanOrEqual(4.5)
      }
    }
  })
})

describe('custom properties', () => {
  it('are set somewhere if they are used without a default', () => {
    const files = readdirSync('src', { encoding: 'utf-8', recursive: true }).filter((file) =>
      /\.(css|svelte|ts)$/.test(file),
    )
    const texts = files.map((file) => readFileSync(`src/${file}`, 'utf-8'))
    const all = (pattern: RegExp) => texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name!))
    const set = new Set(all(/(?:style:)?(--[\w-]+)\s*[:=]/g))
    expect(all(/var\((--[\w-]+)\)/g).filter((name) => !set.has(name))).toEqual([])
  })
})
