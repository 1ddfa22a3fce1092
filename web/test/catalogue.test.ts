// The catalogue: plurals, lists, forms; and a translation has all messages with the same slots.
import { describe, expect, it } from 'vitest'
import first from '../src/words/en'
import late from '../src/words/en/late'
import pseudo from '../src/words/pseudo'
import { form, has, list, parts, t, words, type Message } from '../src/words'

const en = { ...first, ...late }

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
