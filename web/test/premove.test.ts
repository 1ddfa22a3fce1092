import { describe, expect, it } from 'vitest'
import { actionOf, canPremove, premovePass, premovePlay, stands } from '../src/game/premove'
import { readChoice } from '../src/game/plays'
import type { View } from '../src/protocol/messages'

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
const choices = mine.legal.filter((text) => text !== 'pass').map((one) => readChoice(one)!)

describe('premoves', () => {
  it('stand while others pass', () => {
    expect(actionOf(premovePass(view), mine, choices)).toBe('pass')
    expect(actionOf(premovePlay(view, ['7r']), mine, choices)).toBe('play 7r')
  })

  const pass = (by: number) => ({ seat: by, play: null })
  const play = (by: number, cards = '5b') => ({ seat: by, play: cards })
  it.each<[string, Record<string, unknown>, boolean]>([
    ['before a turn', {}, true],
    ['after another has passed', { trick: [play(1), pass(2)] }, true],
    ['on the own play', { trick: [play(0)] }, false],
    ['on the own play that others have passed on', { trick: [play(0), pass(1)] }, false],
    ['while another leads', { trick: [] }, false],
    ['after the own pass on this play', { trick: [play(2), pass(0), pass(1)] }, false],
    ['after the own pass on a lower play', { trick: [play(2), pass(0), play(1, '6b')] }, true],
    ['after any own pass, without reentering', { trick: [play(2), pass(0), play(1, '6b')], reenter: false }, false],
    ['in another phase', { phase: 'award' }, false],
    ['when out', { seats: [{ ...seat, out: true }, seat, seat] }, false],
  ])('can be made %s %j: %s', (_, { reenter = true, ...change }, can) => {
    const rules = { preset: 'tatties-3', reenter }
    expect(canPremove({ ...view, rules, ...change } as View, 0)).toBe(can)
  })
  it('know whether the game lets players reenter', () => {
    const again = { ...view, trick: [play(2), pass(0), play(1, '6b')] }
    expect(canPremove({ ...again, rules: 'tatties-3' } as View, 0)).toBe(true)
    expect(canPremove({ ...again, rules: 'tatties-3-2024' } as View, 0)).toBe(false)
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
    const two = ['play J=6r 7r 8r', 'play 7r 8r J=9r'].map((one) => readChoice(one)!)
    expect(actionOf(premovePlay(view, ['7r', '8r', 'J']), mine, two)).toBeNull()
    expect(actionOf(premovePlay(view, ['2r']), mine, choices)).toBeNull()
  })
})
