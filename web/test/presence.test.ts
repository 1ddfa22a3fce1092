// People who come and go, take-backs and hints, in words.
import { describe, expect, it } from 'vitest'
import { adviceWords } from '../src/game/advice'
import { reasonWords } from '../src/game/reasons'
import { lostWords, seatWords, tableWords, takenAction, undoWords } from '../src/game/presence'
import type { Names } from '../src/game/words'
import type { SeatInfo, Table, TableInfo, View } from '../src/protocol/messages'

const names: Names = { me: 0, name: (seat) => ['Ann', 'Bob', 'Cat'][seat]! }
const info = (changes: Partial<SeatInfo> = {}): SeatInfo =>
  ({ kind: 'person', name: 'Bob', level: null, away: null, connected: true, ...changes }) as SeatInfo
const table = (changes: Partial<TableInfo> = {}): TableInfo =>
  ({ seats: [info({ name: 'Ann' }), info()], host: 0, undo: null, match: 1, ...changes }) as TableInfo
const event = (what: Table['what'], changes: Partial<Table> = {}): Table =>
  ({ type: 'table', what, seat: 1, table: table(), seq: 9, ...changes }) as Table

describe('at the seat', () => {
  it('nothing is said of people who are there', () => expect(seatWords(info(), null)).toBe(''))
  it.each([
    [info({ connected: false }), 32, 'no connection: a bot plays in 0:32'],
    [info({ connected: false }), null, 'not connected'],
    [info({ connected: false, away: 'gone' }), null, 'away: a bot plays'],
    [info({ kind: 'bot', level: 'club' }), null, 'bot · club'],
  ])('%#', (who, grace, words) => expect(seatWords(who, grace)).toBe(words))
})

describe('lines about the table', () => {
  it('count down', () => {
    expect(lostWords('Bob', 32)).toBe('Bob has lost the connection; a bot plays for Bob in 0:32.')
    expect(lostWords('Bob', null)).toBe('Bob has lost the connection.')
  })
  it('tell who comes and goes, and who is the host', () => {
    expect(tableWords(event('back'), table(), names)).toEqual(['Bob is back.'])
    const left = table({ seats: [info({ name: 'Ann' }), info({ away: 'left' })] })
    expect(tableWords(event('leave', { table: left }), table(), names)).toEqual(['Bob has left; a bot plays for Bob.'])
    const kicked = table({ seats: [info({ name: 'Ann' }), info({ kind: 'open', name: null })] })
    expect(tableWords(event('kick', { table: kicked }), table(), names)).toEqual([
      'The host has taken Bob’s seat away.',
    ])
    expect(tableWords(event('host'), table({ host: 1 }), names)).toEqual(['You are the host now.'])
    expect(tableWords(event('back', { seat: 0 }), table(), names)).toEqual([]) // I know that I am back
  })
})

describe('a take-back', () => {
  const view = { log: ['1 play 7g J=8g 9g', '0 pass', '1 bet 15'] } as View
  const asked = table({ undo: { seat: 1, agreed: [] } })
  it('names the last action', () => {
    expect(takenAction(view, 0)).toBe('the pass')
    expect(takenAction(view, 1)).toBe('the bet of 15')
    expect(takenAction({ log: ['1 play 7g J=8g 9g'] } as View, 1)).toBe('7♣ J 9♣')
  })
  it('is told when it is over', () => {
    expect(undoWords(event('undo', { table: asked }), table(), view, names)).toBeNull()
    expect(undoWords(event('consent', { seat: 0, view }), asked, view, names)).toBe('Bob takes back the bet of 15.')
    expect(undoWords(event('consent', { seat: 0 }), asked, view, names)).toBe('You refuse: the action stands.')
    expect(undoWords(event('consent', { seat: 1 }), asked, view, names)).toBe('Bob no longer asks: the action stands.')
    expect(undoWords(event('consent', { seat: null }), asked, view, names)).toBe(
      'Nobody has answered: the action stands.',
    )
  })
})

describe('a hint', () => {
  const view = { seat: 0, awarding: 'trick', seats: [{ side: 0 }, { side: 1 }, { side: 0 }] } as unknown as View
  it.each([
    ['play 5b J=6b 7b', 'Play 5◆ J 7◆'],
    ['pass', 'Pass'],
    ['bet 30', 'Bet 30'],
    ['bid 45', 'Bid 45'],
    ['give 4r', 'Give 4♥ to Cat'],
    ['bury 2r 4g', 'Put 2♥ 4♣ back'],
    ['award 1', 'Give the trick to Bob'],
    ['lead 2', 'Let Cat lead'],
    ['lead 0', 'Lead yourself'],
  ])('%s', (action, words) => expect(adviceWords(view, names, action)).toBe(words))

  it('has its reason in the words of the page, or as it came', () => {
    const reason = [{ code: 'bomb-last', params: { bomb: '3g 5y 7r 9b', count: 1 } }]
    const told = 'Your bomb 3♣ 5★ 7♥ 9◆ stays whole, and you have only 1 other card then.'
    expect(reasonWords({ reason, why: '' }, names)).toBe(told)
    expect(reasonWords({ reason, why: '', other: 'play 9b' }, names)).toBe(`Better than 9◆. ${told}`)
    expect(reasonWords({ reason, why: '', other: 'lead 2' }, names)).toBe(`Better than the lead for Cat. ${told}`)
    const many = [{ code: 'best', params: { worlds: 4096, points: 1, action: 'pass' } }]
    expect(reasonWords({ reason: many, why: '' }, names)).toBe(
      'On average over 4,096 deals it is worth 1 more point than the next best, a pass.',
    )
    expect(reasonWords({ reason: [], why: 'my lowest' }, names)).toBe('My lowest')
  })
})
