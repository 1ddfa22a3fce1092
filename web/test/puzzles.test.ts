// A puzzle as the page plays it: answers one after the other, what counts, and what is asked of the server.
import { Trouble } from '../src/platform/trouble.svelte'
import { describe, expect, it } from 'vitest'
import type { PuzzlePlayer, PuzzleReply, PuzzleTask, View } from '../src/protocol/messages'
import { Attempt, type Server } from '../src/game/attempt.svelte'

const view = (hand: string) => ({ hand, legal: ['pass'] }) as unknown as View
const player = (value: number, streak = 0): PuzzlePlayer => ({
  rating: { value, deviation: 90 },
  solved: 0,
  missed: 0,
  streak,
  best_streak: 0,
})
const task: PuzzleTask = {
  id: 'x',
  kind: 'sure',
  preset: 'haggis-2',
  seat: 0,
  rating: { value: 1500, deviation: 250 },
  view: view('2r 3r'),
  hands: null,
  solved: null,
}
const reply = (result: PuzzleReply['result'], more: Partial<PuzzleReply> = {}): PuzzleReply => ({
  result,
  moves: [],
  view: view('3r'),
  hands: null,
  counted: result !== 'right',
  me: player(1500),
  ...more,
})

function server(replies: PuzzleReply[]): Server & { asked: unknown[] } {
  const asked: unknown[] = []
  return {
    asked,
    task: () => Promise.resolve(task),
    answer: (_, answers) => (asked.push(answers), Promise.resolve(replies.shift()!)),
    hint: () => Promise.resolve({ verb: 'play', kind: 'single', cards: 1, me: player(1400) }),
    solution: () => (
      asked.push('solution'),
      Promise.resolve({
        moves: [],
        why: 'So.',
        reason: [],
        values: [],
        deals: null,
        themes: [],
        solved: true,
        me: player(1600, 1),
      })
    ),
  }
}
const settled = () => new Promise((done) => setTimeout(done))

describe('an attempt', () => {
  it('goes on answer by answer, and asks for the solution only when it is over', async () => {
    const asked = server([reply('right'), reply('solved', { me: player(1600, 1) })])
    const attempt = new Attempt('x', asked, player(1500))
    await settled()
    expect(attempt.stage).toBe('open')
    await attempt.answer('play 2r')
    expect(attempt.stage).toBe('open')
    expect(attempt.view?.hand).toBe('3r')
    expect(attempt.solution).toBe(null)
    await attempt.answer('play 3r')
    expect(attempt.stage).toBe('solved')
    expect(asked.asked).toEqual([['play 2r'], ['play 2r', 'play 3r'], 'solution'])
    expect([attempt.before?.rating.value, attempt.me?.rating.value, attempt.counted]).toEqual([1500, 1600, true])
  })

  it('stays where it is after a wrong answer', async () => {
    const asked = server([reply('wrong', { view: null, me: player(1400) }), reply('solved', { counted: false })])
    const attempt = new Attempt('x', asked, player(1500))
    await settled()
    await attempt.answer('pass')
    expect(attempt.stage).toBe('wrong')
    expect(attempt.view?.hand).toBe('2r 3r')
    attempt.retry()
    await attempt.answer('play 2r')
    expect(attempt.stage).toBe('solved')
    expect(asked.asked.slice(0, 2)).toEqual([['pass'], ['play 2r']])
    expect(attempt.before?.rating.value).toBe(1500)
  })

  it('can be tried again when the server does not answer', async () => {
    const asked = server([])
    asked.answer = () => Promise.reject(new Trouble('offline'))
    const attempt = new Attempt('x', asked)
    await settled()
    await attempt.answer('pass')
    expect([attempt.stage, attempt.problem]).toEqual(['open', 'offline'])
  })
})
