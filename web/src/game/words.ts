// The game in words: names of games, the line under the trick, the log, and what is read aloud.
import type { View } from '../net/messages'
import { cells, sign, spokenCell, type Cell } from './cards'
import { nameOf, shapeOf } from './plays'
import { list } from './refusal'

export interface GameWords {
  short: string
  line: string
}

export const GAMES: Record<string, GameWords> = {
  'haggis-2': { short: 'Haggis for two', line: 'The duel: quick and open, every pass ends a trick.' },
  'haggis-3': { short: 'Haggis for three', line: 'Everybody for themselves; a bombed trick is a gift to hand out.' },
  'tatties-3': { short: 'Tatties', line: 'Bid to be the Shepherd, and play alone against two Sheep.' },
  'neeps-4': { short: 'Neeps', line: 'Two against two: swap cards with your partner and hope for a slam.' },
  'tatties-3-2024': { short: 'Tatties 2024', line: 'The older Tatties: whoever passes is out of the trick.' },
  'neeps-4-2024': { short: 'Neeps 2024', line: 'The older Neeps: no slam, and a bombed trick goes where you like.' },
}

export function presetOf(rules: string | Record<string, unknown>): string {
  return typeof rules === 'string' ? rules : String(rules['preset'])
}

export function gameName(rules: string | Record<string, unknown>): string {
  const preset = presetOf(rules)
  const house = typeof rules === 'string' ? 0 : Object.keys(rules).length - 1
  return (GAMES[preset]?.short ?? preset) + (house ? ' with house rules' : '')
}

export function endWords(end: Record<string, number>): string {
  if ('goal' in end) return `to ${end['goal']} points`
  return end['rounds'] === 1 ? 'one round' : `${end['rounds']} rounds`
}

export function roundWords(view: View): string {
  return 'rounds' in view.end
    ? `round ${view.round} of ${view.end['rounds']}`
    : `round ${view.round}, to ${view.end['goal']}`
}

export function cardCount(number: number): string {
  return number === 1 ? '1 card' : `${number} cards`
}

export function points(number: number): string {
  return `${number} ${Math.abs(number) === 1 ? 'point' : 'points'}`
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

export function who({ me, name }: Names, seat: number): string {
  return seat === me ? 'you' : name(seat)
}

export function Who(names: Names, seat: number): string {
  return seat === names.me ? 'You' : names.name(seat)
}

/** `plays` or `play`, as it goes with the name. */
export function does(names: Names, seat: number, verb: string): string {
  return seat === names.me ? verb : verb.endsWith('ss') ? `${verb}es` : verb === 'go' ? 'goes' : `${verb}s`
}

/** The name of a side: a person, or two partners. */
export function sideName(view: View, names: Names, side: number): string {
  const seats = view.seats.flatMap((seat, i) => (seat.side === side ? [i] : []))
  const mine = names.me !== null && seats.includes(names.me)
  if (seats.length === 1) return Who(names, seats[0]!)
  const others = seats.filter((seat) => seat !== names.me).map((seat) => names.name(seat))
  return mine ? list(['You', ...others]) : list(others)
}

/** What must be beaten. */
export function beatWords(view: View, names: Names): string {
  const beat = view.to_beat
  return beat ? `${nameOf(shapeOf(cells(beat.play)))}, by ${who(names, beat.seat)}` : ''
}

/** What the table waits for. */
export function turnWords(view: View, names: Names): string {
  if (view.winners) return 'The match is over'
  const seats = view.to_act
  const mine = names.me !== null && seats.includes(names.me)
  const names_ = list(seats.map((seat) => who(names, seat)))
  switch (view.phase) {
    case 'exchange':
      if (mine) return `Choose a card for ${names.name(partner(view, names.me!))}`
      return `Waiting for ${names_}`
    case 'auction':
      return mine ? 'Your bid' : `${names_} to bid`
    case 'bury':
      return mine ? `Put ${cardCount(view.auction?.draws ?? 0)} back, face down` : `${names_} puts cards back`
    case 'award':
      return mine ? `Who gets the ${view.awarding}?` : `${names_} gives the ${view.awarding} away`
    case 'lead':
      return mine ? 'Who leads?' : `${names_} says who leads`
    case 'play':
      if (!view.trick.length) return mine ? 'You lead' : `${names_} leads`
      return mine ? 'Your turn' : `${names_} to play`
    default:
      return 'The round is over'
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
  let won: LogLine | null = null // told after it was given away
  for (const text of view.log) {
    const verb = text.split(' ')[1]
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
  const winner = Who(names, trick.winner)
  if (view.seats[trick.winner]!.side === trick.side)
    return `${winner} ${does(names, trick.winner, 'take')} ${cardCount(size)}`
  const side = sideName(view, names, trick.side)
  return `${winner} ${does(names, trick.winner, 'win')}, ${side} ${side === 'You' || side.includes(' and ') ? 'get' : 'gets'} ${cardCount(size)}`
}

export function logLine(text: string, names: Names, bidding = false): LogLine {
  const [first = '0', verb = '', ...rest] = text.split(' ')
  const seat = Number(first)
  const value = rest.join(' ')
  const name = Who(names, seat)
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
      return say(
        `${name} ${does(names, seat, 'play')} a ${nameOf(shape)}`,
        shown,
        shape.kind === 'bomb' ? 'bomb' : 'act',
      )
    }
    case 'pass':
      return say(`${name} ${does(names, seat, 'pass')}${bidding ? ' the auction' : ''}`)
    case 'bet':
      return say(`${name} ${does(names, seat, 'bet')} ${value}`)
    case 'bid':
      return say(`${name} ${does(names, seat, 'bid')} ${value}`)
    case 'give':
      return value
        ? say(`${name} ${does(names, seat, 'give')} your partner`, cells(value))
        : say(`${name} has chosen a card to give`)
    case 'bury':
      return value
        ? say(`${name} ${does(names, seat, 'put')} back`, cells(value))
        : say(`${name} puts cards back, face down`)
    case 'award':
      return say(`${name} ${does(names, seat, 'give')} it to ${who(names, Number(value))}`)
    case 'lead':
      return Number(value) === seat
        ? say(`${name} ${does(names, seat, 'lead')}`)
        : say(`${name} ${does(names, seat, 'let')} ${who(names, Number(value))} lead`)
  }
  return say(text)
}

export function spokenLine(line: LogLine): string {
  return line.cells.length ? `${line.words}: ${line.cells.map(spokenCell).join(', ')}` : line.words
}
