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

/** What a group has at hand. The sheets seem to sum up the box of 2023, but leave out its Sets. */
export type Source = FormOf<'edition.source'>
export interface Edition {
  source: Source
  preset: Preset
}
export const EDITIONS: readonly Edition[] = PRESETS.flatMap((preset): Edition[] => {
  if (preset.endsWith('2010')) return [{ source: 'box2010', preset }]
  const sheet: Edition = { source: 'sheets', preset }
  return isOlder(preset) ? [sheet] : [sheet, { source: 'box2023', preset }]
})

type Answer = Source | number | boolean
export interface Question {
  id: FormOf<'edition.question'>
  /** The editions that are left after each answer. */
  answers: [Answer, Edition[]][]
}

const QUESTIONS: readonly [Question['id'], (game: GameFacts, source: Source) => Answer][] = [
  ['source', (_, source) => source],
  ['players', (game) => game.players],
  ['reenter', (game) => game.reenter === true],
  ['slam', (game) => game.slam],
  ['auction', (game) => game.opening === 'auction'],
]

/** The first question that tells the editions apart that are left; null for a single one. */
export function nextQuestion(left: readonly Edition[]): Question | null {
  for (const [id, answer] of QUESTIONS) {
    const found = new Map<Answer, Edition[]>()
    for (const edition of left) {
      const its = answer(GAMES[edition.preset], edition.source)
      found.set(its, [...(found.get(its) ?? []), edition])
    }
    if (found.size > 1) return { id, answers: [...found].sort(([a], [b]) => order(a) - order(b)) }
  }
  return null
}

/** Numbers from low to high, yes before no, sources as they stand above. */
const order = (answer: Answer) => (typeof answer === 'number' ? answer : answer === true ? 0 : 1)
