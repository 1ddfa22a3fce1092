// Where points come from, in the words of a table's own rules.
import { expect, it } from 'vitest'
import { sourceWords } from '../src/game/sources'
import type { Source } from '../src/protocol/messages'

const hand: Source = { rule: 'hand', part: 'cards', side: 0, seat: 0, hand: 1, cards: '7r', points: 1, count: 1 }
const names = { name: (seat: number) => ['Ann', 'Bob', 'Cleo'][seat]!, me: null }
const goes = (rules: string | Record<string, unknown>) => sourceWords({ rules }, { slam: null }, hand, names)

it('names whom the last hand goes to, by the house rules too (R6.4, R10)', () => {
  expect(goes('haggis-3')).toContain('went out last')
  expect(goes({ preset: 'haggis-3', last_hand: 'first_out' })).toContain('first out')
  expect(goes({ preset: 'haggis-3-2010', last_hand: 'last_out' })).toContain('went out last')
})
