// The game in words: names of games, the line under the trick, the log, and what is read aloud.
import { DAY } from '../protocol/facts'
import type { BotInfo, View } from '../protocol/messages'
import { has, list, t } from '../words'
import { readEntry } from './action'
import { cells, sign, spokenCell, type Cell } from './cards'
import { unknown } from '../protocol/exhaustive'
import { nameOf, shapeOf } from './plays'

export function presetOf(rules: string | Record<string, unknown>): string {
  return typeof rules === 'string' ? rules : String(rules['preset'])
}

/** The name of a game; a game that is newer than this page keeps the server's name. */
export function presetName(preset: string, otherwise = preset): string {
  return has('game.name', preset) ? t('game.name', { is: preset }) : otherwise
}

export function presetLine(preset: string): string {
  return has('game.line', preset) ? t('game.line', { is: preset }) : ''
}

export function botAbout({ level, about }: BotInfo): string {
  return has('bot.about', level) ? t('bot.about', { is: level }) : about
}

/** The level of a bot; one that is newer than this page keeps the server's word. */
export function levelName(level: string): string {
  return has('bot.level', level) ? t('bot.level', { is: level }) : level
}

export function gameName(rules: string | Record<string, unknown>): string {
  const game = presetName(presetOf(rules))
  const house = typeof rules === 'string' ? 0 : Object.keys(rules).length - 1
  return house ? t('game.withHouseRules', { game }) : game
}

export function endWords(end: Record<string, number>): string {
  return 'goal' in end ? t('end.goal', { goal: end['goal']! }) : t('end.rounds', { n: end['rounds']! })
}

export function roundWords({ round, end }: View): string {
  return 'goal' in end
    ? t('round.toGoal', { round, goal: end['goal']! })
    : t('round.of', { round, rounds: end['rounds']! })
}

export const cardCount = (n: number) => t('cards', { n })
export const points = (n: number) => t('points', { n })

/** A time as people say it. */
export function timeWords(seconds: number): string {
  if (seconds >= DAY) return t('form.days', { n: Math.round(seconds / DAY) })
  if (seconds >= 3600) return t('form.hours', { number: seconds / 3600 })
  return seconds >= 60 ? t('form.minutes', { number: seconds / 60 }) : t('form.seconds', { number: seconds })
}

/** What the server says, as people read it: `7♣` for `7g`, and 10 for the notation's T. */
export function people(words: string): string {
  return words.replace(/\b[2-9T][rygbo]\b/g, sign).replace(/\bT\b/g, '10')
}

/** How people are called on the page. */
export interface Names {
  me: number | null
  name: (seat: number) => string
}

/** What a seat is called where nobody is named: from my seat, or by its number. */
export function seatName(seat: number, me: number | null | undefined, seats: number): string {
  if (me === null || me === undefined) return t('seat.unnamed', { number: seat + 1 })
  const left = (seat - me + seats) % seats
  if (!left) return t('You')
  return t('seat.role', {
    is: seats === 2 ? 'opponent' : left === 1 ? 'left' : left === seats - 1 ? 'right' : 'partner',
  })
}

/** Somebody in the middle of a sentence. */
export function who({ me, name }: Names, seat: number): string {
  return seat === me ? t('you') : name(seat)
}

/** Somebody at its beginning. */
export function Who(names: Names, seat: number): string {
  return seat === names.me ? t('You') : names.name(seat)
}

/** Which form of a message is about this seat, and the name for its slot. */
export function person(names: Names, seat: number): { is: 'you' | 'they'; name: string } {
  return { is: seat === names.me ? 'you' : 'they', name: names.name(seat) }
}

/** The players of a side, you first. */
export function sideSeats(view: View, { me }: Names, side: number): number[] {
  const seats = view.seats.flatMap((seat, i) => (seat.side === side ? [i] : []))
  return seats.sort((a, b) => Number(b === me) - Number(a === me))
}

/** The name of a side: a person, or two partners. */
export function sideName(view: View, names: Names, side: number, say = Who): string {
  return list(sideSeats(view, names, side).map((seat) => say(names, seat)))
}

/** What must be beaten. */
export function beatWords(view: View, names: Names): string {
  const beat = view.to_beat
  return beat ? t('beat.by', { play: nameOf(shapeOf(cells(beat.play))), who: who(names, beat.seat) }) : ''
}

/** What the table waits for. */
export function turnWords(view: View, names: Names): string {
  if (view.winners) return t('turn.match-over')
  const mine = names.me !== null && view.to_act.includes(names.me)
  const act = { is: mine ? 'you' : 'they', names: view.to_act.map((seat) => who(names, seat)) } as const
  switch (view.phase) {
    case 'exchange':
      return t('turn.exchange', { ...act, partner: mine ? names.name(partner(view, names.me!)) : '' })
    case 'auction':
      return t('turn.auction', act)
    case 'bury':
      return t('turn.bury', { ...act, n: view.auction?.draws ?? 0 })
    case 'award':
      return t(view.awarding === 'haggis' ? 'turn.award-haggis' : 'turn.award-trick', act)
    case 'lead':
      return t('turn.lead', act)
    case 'play':
      return t(view.trick.length ? 'turn.play' : 'turn.first', act)
    case 'over':
      return t('turn.round-over')
    default:
      return unknown(view.phase, '')
  }
}

export function partner(view: View, seat: number): number {
  return view.seats.findIndex((other, i) => i !== seat && other.side === view.seats[seat]!.side)
}

/** A line of the log: who, words, and cards to draw. */
export interface LogLine {
  seat: number
  words: string
  cells: Cell[]
  kind: 'act' | 'trick' | 'bomb'
}

export function readLog(view: View, names: Names): LogLine[] {
  const lines: LogLine[] = []
  const auction = view.auction?.bids.length ?? 0
  let bids = 0
  let entries = 0
  let done = 0
  let won: LogLine | null = null // its line comes after the line that gives it away
  for (const text of view.log) {
    const { verb } = readEntry(text)
    if (won && verb !== 'award') {
      lines.push(won)
      won = null
    }
    lines.push(logLine(text, names, bids < auction))
    if (bids < auction && (verb === 'bid' || verb === 'pass')) {
      bids++
      continue
    }
    if (verb === 'play' || verb === 'pass') entries++
    const trick = view.tricks[done]
    if (trick && entries === trick.entries.length) {
      done++
      entries = 0
      won = { seat: trick.winner, words: trickWords(view, names, done - 1), cells: [], kind: 'trick' }
    }
  }
  return won ? [...lines, won] : lines
}

/** Who has taken a finished trick. */
export function trickWords(view: View, names: Names, index: number): string {
  const trick = view.tricks[index]!
  const size = trick.entries.reduce((sum, entry) => sum + (entry.play ? cells(entry.play).length : 0), 0)
  const winner = { ...person(names, trick.winner), cards: cardCount(size) }
  if (view.seats[trick.winner]!.side === trick.side) return t('log.trick', winner)
  return t('log.trick-given', { ...winner, side: sideName(view, names, trick.side, who) })
}

export function logLine(text: string, names: Names, bidding = false): LogLine {
  const { seat, verb, value } = readEntry(text)
  const one = person(names, seat)
  const say = (words: string, shown: Cell[] = [], kind: LogLine['kind'] = 'act'): LogLine => ({
    seat,
    words,
    cells: shown,
    kind,
  })
  switch (verb) {
    case 'play': {
      const shown = cells(value)
      const shape = shapeOf(shown)
      return say(t('log.play', { ...one, play: nameOf(shape) }), shown, shape.kind === 'bomb' ? 'bomb' : 'act')
    }
    case 'pass':
      return say(t(bidding ? 'log.pass-auction' : 'log.pass', one))
    case 'bet':
      return say(t('log.bet', { ...one, value }))
    case 'bid':
      return say(t('log.bid', { ...one, value }))
    case 'give':
      return value ? say(t('log.give-shown', one), cells(value)) : say(t('log.give', one))
    case 'bury':
      return value ? say(t('log.bury-shown', one), cells(value)) : say(t('log.bury', one))
    case 'award':
      return say(t('log.award', { ...one, other: who(names, Number(value)) }))
    case 'lead':
      if (Number(value) === seat) return say(t('log.lead', one))
      return say(t('log.lead-other', { ...one, other: who(names, Number(value)) }))
    default:
      return say(unknown(verb, text))
  }
}

/** Sentences one after the other; those that end with a mark of their own get no full stop. */
export function joined(sentences: readonly string[]): string {
  return sentences
    .filter(Boolean)
    .reduce((all, one) => (all ? all + (/[.!?…]$/.test(all) ? ' ' : '. ') + one : one), '')
}

export function spokenLine(line: LogLine): string {
  if (!line.cells.length) return line.words
  return t('log.spoken', { words: line.words, cards: line.cells.map(spokenCell).join(', ') })
}
