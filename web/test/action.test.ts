// Actions and entries of a log: one reader for all.
import { expect, it } from 'vitest'
import { handAfter, NO_BET, readAction, readEntry } from '../src/game/action'

it('reads what is made by picking cards with its cells', () => {
  expect(readAction('play 5b J=6b')).toEqual({
    verb: 'play',
    value: '5b J=6b',
    cells: [{ card: '5b' }, { card: 'J', as: '6b' }],
  })
  expect(readAction('bury 5b')).toMatchObject({ verb: 'bury', cells: [{ card: '5b' }] })
})

it('reads everything else with its value', () => {
  expect(readAction('pass')).toEqual({ verb: 'pass', value: '', cells: [] })
  expect(readAction('bet 30')).toEqual({ verb: 'bet', value: '30', cells: [] })
  expect(readAction(NO_BET).cells).toEqual([])
  expect(readAction('')).toEqual({ verb: '', value: '', cells: [] })
})

it('reads who did it in the log, and cards that nobody may see', () => {
  expect(readEntry('2 play 7g')).toMatchObject({ seat: 2, action: 'play 7g', verb: 'play' })
  expect(readEntry('1 give')).toEqual({ seat: 1, action: 'give', verb: 'give', value: '', cells: [] })
})

it('takes the cards of an action out of the hand, one copy each', () => {
  expect(handAfter('5b 5b J 6b', 'play 5b J=6b')).toBe('5b 6b')
  expect(handAfter('5b J', 'pass')).toBe('5b J')
  expect(handAfter(null, null)).toBe('')
})
