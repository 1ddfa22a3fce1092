// The catalogue: plurals, lists, forms; and a translation has all messages with the same slots.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import first from '../src/words/en'
import late from '../src/words/en/late'
import pseudo from '../src/words/pseudo'
import { dateWords, dayWords, decimal, exactly, gain, rounded, signed } from '../src/words/format'
import { form, has, list, parts, t, words, type Message } from '../src/words'

const en = { ...first, ...late }
const sources = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|svelte)$/.test(path))
    .map((path) => `${folder}/${path}`)

describe('a message', () => {
  it('has forms by number', () => {
    expect([0, 1, 2, 1200].map((n) => t('cards', { n }))).toEqual(['0 cards', '1 card', '2 cards', '1,200 cards'])
  })

  it('has forms by name, and forms by number within them', () => {
    const wins = (is: 'you' | 'they', ...names: string[]) =>
      t('ends.wins', { is, names, n: names.length, points: t('points', { n: 1 }) })
    expect(wins('you', 'You')).toBe('You win with 1 point')
    expect(wins('they', 'Ann')).toBe('Ann wins with 1 point')
    expect(wins('they', 'Ann', 'Bob', 'Cat')).toBe('Ann, Bob and Cat win with 1 point')
  })

  it('joins lists by "or" unless it says "and", as the engine does', () => {
    const given = { values: ['15', '30', '45'] }
    expect(words('{values}', given)).toBe('15, 30 or 45')
    expect(words('{values:and}', given)).toBe(list(given.values))
    expect(list(given.values)).toBe('15, 30 and 45')
    expect(words('{{"rounds": 1 to {most}}}', { most: 50 })).toBe('{"rounds": 1 to 50}')
  })

  it('shows the slots of one form alone', () => {
    expect(form('refusal', 'not-your-turn', { seat: 'Ann' })).toBe("it is Ann's turn")
    expect(has('refusal', 'not-your-turn')).toBe(true)
    expect(has('refusal', 'newer-than-the-page')).toBe(false)
  })

  it('leaves slots for things that are drawn', () => {
    expect(parts('phase.gave')).toEqual(['You gave ', { slot: 'gave' }, ' and got ', { slot: 'got' }])
  })
})

describe('numbers and dates', () => {
  const at = Date.UTC(2026, 10, 15, 12)
  it('are written in the language of the page, not of the browser', async () => {
    expect([rounded(1234.4), decimal(-0.55), signed(2.5), signed(-3), gain(0.04)]).toEqual([
      '1,234',
      '−0.6',
      '+2.5',
      '−3',
      '0.0',
    ])
    expect([exactly(0.1234, 3, true), dateWords(at), dayWords('2026-11-15')]).toEqual([
      '+0.123',
      '15 Nov 2026',
      '15 Nov 2026',
    ])
    expect(dayWords('')).toBe('')
  })

  it('come from one module', () => {
    const raw = /Intl\.(NumberFormat|DateTimeFormat)|toLocale(Date|Time)?String\((?!'sv')/
    const found = sources('src').filter(
      (path) => !path.startsWith('src/words/') && raw.test(readFileSync(path, 'utf8')),
    )
    expect(found).toEqual([])
  })
})

describe('every message', () => {
  it('is used somewhere', () => {
    const files = [
      ...sources('src').filter((path) => !path.startsWith('src/words/en/')),
      'vite.config.ts',
      'offline.ts',
    ]
    const source = files.map((path) => readFileSync(path, 'utf8')).join('\n')
    const begun = [...source.matchAll(/`([\w.]+\.)\$\{/g)].map(([, start]) => start!) // `daily.${does}`
    const used = (key: string) =>
      source.includes(`'${key}'`) || source.includes(`"${key}"`) || begun.some((start) => key.startsWith(start))
    expect(Object.keys(en).filter((key) => !used(key))).toEqual([])
  })
})

describe('a translation', () => {
  const slots = (message: Message): string[] =>
    typeof message === 'string'
      ? [...message.matchAll(/\{(\w+)/g)].map((found) => found[1]!).sort()
      : [...new Set(Object.values(message).flatMap(slots))].sort()

  it('has every message of the English one, with the same slots', () => {
    expect(Object.keys(pseudo)).toEqual(Object.keys(en))
    for (const key of Object.keys(en) as (keyof typeof en)[]) expect(slots(pseudo[key]), key).toEqual(slots(en[key]))
  })

  it('in accents and brackets is a third longer and leaves slots alone', () => {
    expect(words(pseudo['act.give'], { cards: '7♣', partner: 'Bob' })).toBe('[Ğívé 7♣ tó Bob ~~~]')
  })
})
