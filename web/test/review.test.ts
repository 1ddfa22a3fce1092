// @vitest-environment jsdom
// The review page: which decisions are the worst, where steps lead, and what the graph draws.
import { describe, expect, it } from 'vitest'
import type { Decision, View } from '../src/protocol/messages'
import type { Frame } from '../src/game/frames'
import { ahead, byRound } from '../src/features/review/boards'
import { account, isBad, named, ofSeat, standing, step, worst, type Judged, type Verdict } from '../src/game/decisions'
import { graph, nearest } from '../src/features/review/graph'
import { sourceOf } from '../src/features/review/review.svelte'
import { reasonWords } from '../src/game/reasons'
import { deedLine } from '../src/game/review'
import { signedRounded } from '../src/words/format'

const decision = (index: number, seat: number, verdict: Verdict, loss: number, extra: Partial<Decision> = {}) =>
  ({
    round: 1,
    index,
    seat,
    kind: 'play',
    made: 'pass',
    best: 'play 7g',
    verdict,
    loss,
    value: 10,
    ...extra,
  }) as Decision
const all: Judged[] = [
  decision(0, 0, 'inaccuracy', 4, { kind: 'bet', made: 'no bet' }),
  decision(0, 0, 'mistake', 9),
  decision(1, 1, 'blunder', 30),
  decision(2, 0, 'good', 2),
  decision(5, 0, 'blunder', 20),
  decision(7, 0, 'mistake', 9),
  decision(2, 0, 'blunder', 40, { round: 2 }),
].map((one, at) => ({ ...one, at }))

describe('the worst decisions', () => {
  const places = (seat: number | null) => worst(ofSeat(all, seat)).map((one) => one.at)

  it('are at most three, the most expensive first, the earlier before the later', () => {
    expect(places(null)).toEqual([6, 2, 4])
    expect(places(0)).toEqual([6, 4, 1])
    expect(places(1)).toEqual([2])
  })

  it('are none where all was good, however much was behind', () => {
    expect(worst([{ ...all[3]!, loss: 50 }])).toEqual([])
  })
})

describe('steps', () => {
  const own = ofSeat(all, 0)

  it('go from decision to decision of the seat, and stay at the ends', () => {
    expect(step(own, 1, 1)).toBe(3)
    expect(step(own, 3, -1)).toBe(1)
    expect(step(own, 0, -1)).toBe(0)
    expect(step(own, 6, 1)).toBe(6)
  })

  it('go from mistake to mistake', () => {
    expect(step(own, 1, 1, isBad)).toBe(4)
    expect(step(own, 4, -1, isBad)).toBe(1)
  })

  it('follow an address to the worse of two decisions at one action', () => {
    expect(named(all, '#1.0')?.at).toBe(1)
    expect(named(all, '#2.2')?.at).toBe(6)
    expect(named(all, '#3.0')).toBeUndefined()
    expect(named(all, '#worst')).toBeUndefined()
  })
})

describe('the graph', () => {
  const first = all.filter((one) => one.round === 1)
  const data = graph(first, [[0]], 20, [-40, 40])

  it('goes through what was expected after each decision of the seat', () => {
    expect(data.lines[0]!.points.map(({ at, made, best }) => [at, made, best])).toEqual([
      [0, 6, 10],
      [1, 1, 10],
      [3, 8, 10],
      [4, -10, 10],
      [5, 1, 10],
    ])
  })

  it('puts a bet before the play of the same action', () => {
    const [bet, play] = data.lines[0]!.points
    expect(bet!.x).toBeLessThan(play!.x)
    expect(play!.x).toBe(0)
  })

  it('ends with the result and holds it within its range', () => {
    expect(data.lines[0]!.end).toBe(-40)
    expect(data.last).toBe(20)
    expect(data.low).toBeLessThanOrEqual(-40)
    expect(data.ticks).toContain(0)
    expect(data.ticks.length).toBeLessThanOrEqual(7)
  })

  it('keeps its width while results come', () => {
    expect(graph([], [[0]], 20).last).toBe(20)
    expect(graph([], [[0]], 20).ticks).toEqual([-30, -20, -10, 0, 10, 20, 30])
  })

  it('has one line for partners', () => {
    const [both] = graph(first, [[0, 1]], 20).lines
    expect(both!.points.map(({ at }) => at)).toEqual(first.map(({ at }) => at))
  })

  it('finds the decision that was meant by a tap', () => {
    expect(nearest(data, 5.4, 50)?.at).toBe(4)
    expect(nearest(graph(first, [[0], [1]], 20), 1.4, -20)?.at).toBe(2)
    expect(nearest(graph([], [[0]], 20), 1, 0)).toBeUndefined()
  })
})

describe('numbers and words', () => {
  const candidate = (behind: number, error: number, action = 'play 9r') => ({
    ...{ action, behind, error },
    ...{ value: 0, first_out: 0.5, worlds: 128 },
  })

  it('call a candidate worse only if that is certain', () => {
    const standings = [candidate(0, 0, 'play 7g'), candidate(1.4, 0.1), candidate(9, 5), candidate(9, 2)]
    expect(standings.map((one) => standing(all[1]!, one))).toEqual(['best', 'equal', 'equal', 'behind'])
  })

  it('say a round in one line, play and hindsight only when all was judged', () => {
    const round = {
      number: 1,
      points: [8, 48],
      result: [-40, 40],
      par: [10, -10],
      loss: [20, 30],
      play: [10, -10],
      hindsight: [-60, 60],
    }
    expect(account({ ...round, whole: true }, 0)).toEqual({
      side: 0,
      result: -40,
      luck: 10,
      play: 10,
      hindsight: -60,
    })
    expect(account({ ...round, whole: false }, 1)).toMatchObject({ result: 40, play: null, hindsight: null })
    expect(ahead([8, 48, 20], 1)).toBe(34)
    expect([12.4, -0.3, -7.6].map(signedRounded)).toEqual(['+12', '0', '−8'])
  })

  it('tell actions and reasons', () => {
    const names = { me: 0, name: (seat: number) => ['Ann', 'Bob'][seat]! }
    const lines = ['play 7g J=8g', 'no bet', 'bet 15', 'award 1', 'lead 0', 'pass']
    expect(lines.map((one) => deedLine(one, 0, names))).toEqual([
      '7♣ J',
      'No bet',
      'Bet 15',
      'Give it to Bob',
      'Lead',
      'Pass',
    ])
    const reason = [
      { code: 'first-out', params: { best: 62, other: 44 } },
      { code: 'court-kept', params: { court: 'K' } },
    ]
    const told = 'You go out first in 62 of 100 deals instead of 44. You keep the K for later.'
    expect(reasonWords({ reason, why: '' }, names)).toBe(told)
    const counted = (n: number) =>
      reasonWords({ reason: [{ code: 'held', params: { best: n, other: 5 } }], why: '' }, names)
    expect(counted(1)).toBe('You are down to about 1 card after this trick instead of 5.')
    expect(counted(2)).toBe('You are down to about 2 cards after this trick instead of 5.')
    const stored = [{ code: 'points', params: { points: 1 } }] // by an older server
    expect(reasonWords({ reason: stored, why: '' }, names)).toBe('It is worth about 1 more point on average.')
    expect(reasonWords({ reason: [{ code: 'newer', params: {} }], why: 'it keeps 7g' }, names)).toBe('It keeps 7♣')
  })

  it('read addresses', () => {
    expect(sourceOf(['abc'])).toEqual({ id: 'abc' })
    expect(sourceOf(['t', 'match', '2'])).toEqual({ table: 't', match: 2 })
    expect(sourceOf(['t', 'round', '1'])).toEqual({ table: 't', round: 1 })
  })
})

describe('the boards', () => {
  it('stand before the action that a place names, also in a later round', () => {
    const frame = (round: number, action: string | null) => ({ action, view: { round } as View }) as Frame
    const rounds = byRound([frame(1, null), frame(1, '0 pass'), frame(1, '1 pass'), frame(2, null), frame(2, '1 pass')])
    expect(rounds.map((one) => [one.number, one.before.length])).toEqual([
      [1, 3],
      [2, 2],
    ])
    expect(rounds[0]!.before[1]!.action).toBe('0 pass')
  })
})
