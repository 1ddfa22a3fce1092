// The rules of a game in sentences. Which a game has follows from its facts, by the table that the Python side reads, too
// (src/haggis_cards/rulebook; scripts/web_data.py writes it), so terminal, paper and page say the same.
import type { GameFacts } from '../protocol/games'
import { RULEBOOK } from '../protocol/rulebook'
import { form, t, type FormOf } from '../words'
import { rankText, SUITS } from './cards'

interface Sentence {
  name: FormOf<'rules.says'>
  when?: Readonly<Record<string, readonly unknown[]>>
  plays?: readonly string[]
}
export interface Said {
  text: string
  plays: readonly string[] // that show it
}
export interface Section {
  id: keyof typeof RULEBOOK
  title: string
  said: Said[]
}

/** The rules in the order in which a match is played: at each place the first sentence that holds, if one does. */
export function sections(game: GameFacts): Section[] {
  const given = slots(game)
  const places = Object.entries(RULEBOOK) as [Section['id'], readonly (readonly Sentence[])[]][]
  const all = places.map(([id, choices]) => {
    const found = choices.flatMap((choice) => choice.find((sentence) => holds(sentence, game)) ?? [])
    const said = found.map(({ name, plays = [] }) => ({ text: form('rules.says', name, given as never), plays }))
    return { id, title: t('rules.section', { is: id }), said }
  })
  return all.filter(({ said }) => said.length > 0)
}

function holds({ when = {} }: Sentence, game: GameFacts): boolean {
  const facts: Readonly<Record<string, unknown>> = game
  return Object.entries(when).every(([fact, values]) => values.includes(facts[fact]))
}

/** What stands in the slots of sentences: facts, and what follows from them. */
function slots(game: GameFacts) {
  const [low_rounds, high_rounds] = game.suggested_rounds ?? []
  const [low_goal, high_goal] = game.suggested_goal
  return {
    ...game,
    bets: game.bets.map(String),
    hand: game.hand_size + 3,
    suit_names: SUITS.slice(0, game.suits).map((is) => t('suit', { is })),
    top: rankText(game.top_rank),
    low_rounds,
    high_rounds,
    low_goal,
    high_goal,
  }
}

/** What stands in the box on top: names and values. */
export function atAGlance(game: GameFacts): [string, string][] {
  const { players, suits, hand_size: hand, haggis_size: haggis, suggested_rounds: rounds, suggested_goal: goal } = game
  const points = { from: goal[0], to: goal[1] }
  return [
    [t('rules.fact', { is: 'players' }), t('rules.players', { is: game.partners ? 'partners' : 'alone', players })],
    [t('rules.fact', { is: 'deck' }), t('rules.deck', { is: game.copies > 1 ? 'twice' : 'once', suits })],
    [t('rules.fact', { is: 'deal' }), t('rules.deal', { is: haggis ? 'haggis' : 'none', hand, haggis })],
    [
      t('rules.fact', { is: 'length' }),
      rounds ? t('rules.length', { low: rounds[0], high: rounds[1], ...points }) : t('rules.goal', points),
    ],
  ]
}
