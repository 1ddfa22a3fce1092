// Editions: a newcomer sees the latest one of each game. A few questions find the one that a group plays.
import type { FormOf } from '../words'
import { GAMES, type GameFacts, type Preset } from '../protocol/games'

/** The address of the questions, beside the pages of the games. */
export const WHICH = 'which'
export const PRESETS = Object.keys(GAMES) as Preset[]

/** Whether a later edition of the same game exists; a game that is newer than this page has none. */
export function isOlder(preset: string): boolean {
  return GAMES[preset as Preset]?.older ?? false
}

type Answer = number | boolean
export interface Question {
  id: FormOf<'edition.question'>
  /** The games that are left after each answer. */
  answers: [Answer, Preset[]][]
}

const QUESTIONS: readonly [Question['id'], (game: GameFacts) => Answer][] = [
  ['players', (game) => game.players],
  ['auction', (game) => game.opening === 'auction'],
  ['sets', (game) => game.sets],
  ['reenter', (game) => game.reenter === true],
  ['slam', (game) => game.slam],
]

/** The first question that tells the games apart that are left; null for a single game. */
export function nextQuestion(left: readonly Preset[]): Question | null {
  for (const [id, answer] of QUESTIONS) {
    const found = new Map<Answer, Preset[]>()
    for (const preset of left) {
      const its = answer(GAMES[preset])
      found.set(its, [...(found.get(its) ?? []), preset])
    }
    if (found.size > 1) return { id, answers: [...found].sort(([a], [b]) => order(a) - order(b)) }
  }
  return null
}

/** Numbers from low to high, yes before no. */
const order = (answer: Answer) => (typeof answer === 'number' ? answer : answer ? 0 : 1)
