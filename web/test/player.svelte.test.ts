// One seat plays a position: the cards of it, the keys, the values of bets.
import { describe, expect, it } from 'vitest'
import { Player } from '../src/game/player.svelte'
import type { View } from '../src/protocol/messages'

const view = (more: Partial<View> = {}) =>
  ({
    rules: 'haggis-2',
    phase: 'play',
    seat: 0,
    hand: '3r 4r 5r 7b',
    legal: ['play 4r', 'play 5r', 'play 7b', 'pass'],
    to_beat: { seat: 1, play: '3b' },
    log: [],
    trick: [],
    tricks: [],
    ...more,
  }) as unknown as View

function at(more: Partial<View> = {}, rest = {}) {
  const player = new Player(() => ({ view: view(more), ...rest }))
  player.lay(view(more).hand)
  return player
}

describe('the keys of the cards', () => {
  it('pick the smallest and the largest play that beats the trick, and put cards back', () => {
    const player = at()
    player.key('n')!()
    expect(player.picker.names).toEqual(['4r'])
    player.key('m')!()
    expect(player.picker.names).toEqual(['7b'])
    player.key('Escape')!()
    expect(player.picker.names).toEqual([])
    expect(player.key('Escape')).toBeUndefined()
  })

  it('choose by number what the picked cards are completed to', () => {
    const player = at({ legal: ['play 3r 4r 5r', 'play 4r 5r', 'play 4r 7b'], to_beat: null } as Partial<View>)
    player.picker.toggle('4r')
    const ways = player.picker.completions.map((one) => one.action)
    expect(ways.length).toBeGreaterThan(1)
    player.key('2')!()
    expect(player.picker.choice?.action).toBe(ways[1])
    expect(player.key('9')).toBeUndefined()
  })

  it('sort the hand', () => {
    const player = at()
    const before = player.picker.sort
    player.key('s')!()
    expect(player.picker.sort).not.toBe(before)
  })
})

it('asks for cards where the phase is about cards', () => {
  expect(at().byCards).toBe(true)
  expect(at({ phase: 'auction' }).byCards).toBe(false)
  expect(new Player(() => ({ view: null })).byCards).toBe(false)
})

it('knows the values of bets: those of the game, or the table’s own', () => {
  expect(at().bets).toEqual([15, 30, 45])
  expect(at({ rules: { preset: 'haggis-2', bets: [10] } }).bets).toEqual([10])
  expect(at({ rules: 'a game of the future' }).bets).toEqual([])
})

it('has nothing to play where no answer is asked for', () => {
  expect(at({}, { legal: [] }).picker.legal.choices).toEqual([])
})
