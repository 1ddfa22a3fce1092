import { describe, expect, it } from 'vitest'
import { actionOf, premovePass, premovePlay, stands } from '../src/game/premove'
import { readChoice } from '../src/game/plays'
import type { View } from '../src/net/messages'

const seat = { side: 0, cards: 5, courts: '', out: false, bet: null, bet_stands: false }
const view = {
  round: 1,
  phase: 'play',
  tricks: [],
  trick: [{ seat: 1, play: '5b' }],
  out: [],
  winners: null,
  seats: [seat, seat, seat],
  legal: [],
} as unknown as View
const mine = {
  ...view,
  trick: [...view.trick, { seat: 2, play: null }],
  legal: ['pass', 'play 7r', 'play 7r J=8r 9r'],
} as View
const choices = mine.legal.filter((text) => text !== 'pass').map(readChoice)

describe('premoves', () => {
  it('stand while others pass', () => {
    expect(actionOf(premovePass(view), mine, choices)).toBe('pass')
    expect(actionOf(premovePlay(view, ['7r']), mine, choices)).toBe('play 7r')
  })

  it.each([
    ['another play', { trick: [...view.trick, { seat: 2, play: '6b' }] }],
    ['another trick', { tricks: [{ entries: [], winner: 1, side: 1 }] }],
    ['another round', { round: 2 }],
    ['somebody out', { out: [2] }],
    ['a bet', { seats: [seat, { ...seat, bet: 15 }, seat] }],
  ])('are cancelled after %s', (_, change) => {
    const changed = { ...mine, ...change } as View
    expect(stands(premovePass(view), changed)).toBe(false)
    expect(actionOf(premovePlay(view, ['7r']), changed, choices)).toBeNull()
  })

  it('leave the choice to the player when there are several readings, or none', () => {
    const two = ['play J=6r 7r 8r', 'play 7r 8r J=9r'].map(readChoice)
    expect(actionOf(premovePlay(view, ['7r', '8r', 'J']), mine, two)).toBeNull()
    expect(actionOf(premovePlay(view, ['2r']), mine, choices)).toBeNull()
  })
})
