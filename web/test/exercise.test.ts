// Mistakes as exercises: what follows from which answer; and a line off the record.
import { Trouble } from '../src/platform/trouble.svelte'
import { describe, expect, it } from 'vitest'
import type { Decision, Line, Mistakes, Position, Review, Verdict, View } from '../src/protocol/messages'
import { NO_BET } from '../src/game/action'
import { Exercise, type Server, type Task } from '../src/game/exercise.svelte'
import { bankState, dueWords, mistakesOf, placeOf } from '../src/game/tasks'
import { WhatIf } from '../src/widgets/whatif.svelte'

const DAY = 24 * 3600
const task = (index: number, extra: Partial<Task> = {}): Task => ({
  record: 'r',
  round: 1,
  index,
  loss: 10,
  kind: 'play',
  theme: 'leads',
  ...extra,
})
const position = (made: string): Position => ({
  seat: 0,
  made,
  line: '',
  view: { seat: 0, legal: [] } as unknown as View,
})
const verdict = (action: string): Verdict => ({
  accepted: action === 'play 9b',
  verdict: action === 'play 9b' ? 'good' : 'mistake',
  action,
  behind: action === 'play 9b' ? 0 : 9,
  error: 1,
  best: 'play 9b',
  why: 'You go out first in 62 of 100 deals instead of 44.',
  reason: [],
  candidates: [],
  due: action === 'play 9b' ? 3 * DAY : DAY,
})

/** A server that knows one right answer, and what it was asked. */
function world(made = 'play 3r') {
  const asked: string[] = []
  const server: Server = {
    position: (one) => (asked.push(`position ${one.index}`), Promise.resolve(position(made))),
    judge: (one, action) => (asked.push(`${one.index} ${action}`), Promise.resolve(verdict(action))),
    forget: (one) => (asked.push(`forget ${one.index}`), Promise.resolve(null)),
  }
  return { asked, server }
}
const settled = () => new Promise((done) => setTimeout(done))
async function begun(tasks = [task(4), task(9)], { server } = world(), first = 0) {
  const exercise = new Exercise(tasks, server, first)
  await settled()
  return exercise
}

describe('an exercise', () => {
  it('is set up, answered and solved', async () => {
    const one = await begun()
    expect(one.stage).toBe('open')
    await one.answer('play 9b')
    expect([one.stage, one.outcomes, one.due]).toEqual(['solved', ['first', null], [3 * DAY, null]])
    await one.next()
    expect([one.stage, one.at, one.verdict]).toEqual(['open', 1, null])
  })

  it('can be tried again after a wrong answer, and the first answer decides when it comes back', async () => {
    const one = await begun()
    await one.answer('pass')
    expect([one.stage, one.outcomes[0]]).toEqual(['better', null])
    one.retry()
    await one.answer('play 9b')
    expect([one.stage, one.outcomes[0], one.due[0]]).toEqual(['solved', 'later', DAY])
    expect(one.tries.map((tried) => tried.action)).toEqual(['pass'])
  })

  it('shows the best answer, after a try without another question', async () => {
    const { asked, server } = world()
    const one = await begun(undefined, { asked, server })
    await one.answer('pass')
    await one.show()
    expect([one.stage, one.outcomes[0], one.verdict!.best]).toEqual(['shown', 'shown', 'play 9b'])
    expect(asked).toEqual(['position 4', '4 pass'])
  })

  it('that is shown at once is judged by what was done in the match', async () => {
    const known = world()
    const one = await begun(undefined, known)
    await one.show()
    expect(known.asked.at(-1)).toBe('4 play 3r')
    expect([one.stage, one.due[0]]).toEqual(['shown', DAY])
    const silent = world()
    const bet = await begun([task(4, { kind: 'bet', theme: 'bets' })], silent)
    await bet.show()
    expect(silent.asked.at(-1)).toBe(`4 ${NO_BET}`)
  })

  it('that is skipped stays due, and comes to the summary', async () => {
    const one = await begun()
    await one.skip()
    await one.answer('play 9b')
    await one.next()
    expect([one.stage, one.outcomes, one.solved]).toEqual(['done', ['skipped', 'first'], 1])
  })

  it('starts anywhere, and goes through all of them', async () => {
    const one = await begun([task(1), task(2), task(3)], world(), 1)
    for (const at of [1, 2, 0]) {
      expect(one.at).toBe(at)
      await one.answer('play 9b')
      await one.next()
    }
    expect(one.stage).toBe('done')
  })

  it('takes no answer while another is judged, nor after the end', async () => {
    const { asked, server } = world()
    const one = await begun(undefined, { asked, server })
    await Promise.all([one.answer('pass'), one.answer('play 9b')])
    await one.answer('play 9b')
    expect(asked).toEqual(['position 4', '4 pass'])
  })

  it('says what is wrong with the network, and goes on afterwards', async () => {
    const { server } = world()
    let broken = true
    const lost: Server = {
      ...server,
      position: (one) => (broken ? Promise.reject(new Trouble('offline')) : server.position(one)),
      judge: (one, action) => (broken ? Promise.reject(new Trouble('offline')) : server.judge(one, action)),
    }
    const one = await begun(undefined, { asked: [], server: lost })
    expect([one.stage, one.problem]).toEqual(['failed', 'offline'])
    broken = false
    await one.repeat()
    expect([one.stage, one.problem]).toEqual(['open', ''])
    broken = true
    await one.answer('play 9b')
    expect([one.stage, one.problem, one.outcomes[0]]).toEqual(['open', 'offline', null])
  })

  it('does not mind an answer that comes after another task was chosen', async () => {
    let late: (found: Position) => void = () => undefined
    const { server } = world()
    const slow: Server = {
      ...server,
      position: (one) => (one.index === 4 ? new Promise((done) => (late = done)) : server.position(one)),
    }
    const one = await begun(undefined, { asked: [], server: slow })
    await one.go(1)
    late(position('pass'))
    await settled()
    expect([one.at, one.made]).toEqual([1, 'play 3r'])
  })

  it('leaves the bank when it is forgotten', async () => {
    const known = world()
    const one = await begun(undefined, known)
    await one.answer('pass')
    await one.forget()
    expect([known.asked.at(-1), one.due[0], one.stage]).toEqual(['forget 4', null, 'better'])
  })
})

describe('what is to be tried again', () => {
  const decision = (seat: number, verdict: Decision['verdict'], loss: number): Decision =>
    ({ seat, verdict, loss, round: 1, index: loss, kind: 'play', theme: 'leads' }) as Decision
  const review = (...decisions: Decision[]) => ({ decisions }) as unknown as Review

  it('are the own mistakes, the worst first, or else inaccuracies', () => {
    const all = [decision(0, 'inaccuracy', 4), decision(0, 'mistake', 9), decision(1, 'blunder', 40)]
    expect(mistakesOf(review(...all, decision(0, 'blunder', 20)), 0).map((one) => one.loss)).toEqual([20, 9])
    expect(mistakesOf(review(all[0]!, decision(0, 'good', 1)), 0).map((one) => one.loss)).toEqual([4])
    expect(mistakesOf(review(decision(0, 'good', 1)), 0)).toEqual([])
  })

  it('can be named by the address', () => {
    const tasks = [task(4), task(9), task(9, { round: 2 })]
    expect(['#1.9', '#2.9', '', '#7.7', '#x'].map((hash) => placeOf(tasks, hash))).toEqual([1, 2, 0, 0, 0])
  })

  it('comes back in words', () => {
    expect([0, 90, 5 * 3600, DAY - 60, DAY, 3 * DAY].map(dueWords)).toEqual([
      ...['now', 'in 2 minutes', 'in 5 hours', 'tomorrow', 'tomorrow', 'in 3 days'],
    ])
  })

  it('depends on what the bank holds', () => {
    const bank = (kept: number, solved: number, due = 0) =>
      bankState({ kept, solved, next: null, due: new Array(due).fill({}) } as Mistakes)
    expect([bank(3, 0, 1), bank(3, 0), bank(0, 2), bank(0, 0)]).toEqual(['due', 'later', 'solved', 'empty'])
  })
})

describe('a line off the record', () => {
  const view = { log: [], results: [], round: 1 } as unknown as View
  /** Two seats that act in turn; the third action is refused. */
  function lines() {
    const asked: string[] = []
    const ask = (actions: readonly string[], values: boolean): Promise<Line> => {
      asked.push(`${actions.join(', ')}${values ? ' ?' : ''}`)
      if (actions.length > 2) return Promise.reject(new Trouble('refused'))
      const steps = actions.map((action) => ({ action, changes: {}, hands: [], haggis: '' }))
      const replay = { view, hands: [], haggis: '', steps }
      return Promise.resolve({ replay, over: false, seat: actions.length % 2, view, candidates: [] })
    }
    return { asked, what: new WhatIf(ask) }
  }

  it('grows by the actions of all seats, and steps back', async () => {
    const { asked, what } = lines()
    await settled()
    await what.act('play 9b')
    await what.act('pass')
    expect(what.actions).toEqual(['0 play 9b', '1 pass'])
    await what.act('play 2r')
    expect([what.problem, what.actions.length]).toEqual(['refused', 2])
    await what.back()
    await what.compare()
    expect(asked.slice(-2)).toEqual(['0 play 9b', '0 play 9b ?'])
    expect(what.candidates).toEqual([])
    await what.back()
    expect([what.actions, what.candidates, what.problem]).toEqual([[], null, ''])
  })
})
