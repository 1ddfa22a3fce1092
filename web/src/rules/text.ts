// The rules pages: which sentences a game gets follows from its rules (`facts.ts`, written by scripts/web_data.py out of
// the engine's), and so do the numbers in them. docs/rules.md is the long version.
import { unknown } from '../game/exhaustive'
import { t, type FormOf } from '../words'
import { GAMES, SCORING, type GameFacts } from './facts'

export interface Picture {
  cells: string
  says: string
}
export interface Section {
  title: string
  text: string[]
  pictures?: Picture[]
}
type Pictures = [string, FormOf<'rules.picture'>][]

const COMBINATIONS: Pictures = [
  ['8y', 'single'],
  ['5b 6b 7b', 'sequence'],
  ['6r 6b 7r 7b', 'stair'],
  ['4r 4y 4g 5r 5y 5g', 'wideStair'],
]
const COURTS: Pictures = [
  ['5b J=6b 7b', 'gap'],
  ['K=8g 9g Tg', 'top'],
  ['5r 5g 6r Q=6g', 'corner'],
]
const BOMBS: Pictures = [
  ['3r 5y 7g 9b', 'fourSuits'],
  ['J Q', 'jackQueen'],
  ['J K', 'jackKing'],
  ['Q K', 'queenKing'],
  ['J Q K', 'threeCourts'],
  ['3g 5g 7g 9g', 'oneSuit'],
]
const pictures = (all: Pictures): Picture[] => all.map(([cells, is]) => ({ cells, says: t('rules.picture', { is }) }))

/** What stands in the box on top: names and values. */
export function facts(game: GameFacts): [string, string][] {
  const { players, suits, hand, haggis, top } = game
  return [
    [t('rules.fact', { is: 'players' }), t('rules.players', { is: game.partners ? 'partners' : 'alone', players })],
    [t('rules.fact', { is: 'deck' }), t('rules.deck', { is: game.copies > 1 ? 'twice' : 'once', suits, top })],
    [t('rules.fact', { is: 'deal' }), t('rules.deal', { is: haggis ? 'haggis' : 'none', hand, haggis })],
    [
      t('rules.fact', { is: 'length' }),
      t('rules.length', { low: game.rounds[0], high: game.rounds[1], from: game.goal[0], to: game.goal[1] }),
    ],
  ]
}

function before(game: GameFacts): string[] {
  const { bets, opening } = game
  const say = (is: FormOf<'rules.before'>) =>
    t('rules.before', { is, bets: bets.map(String), swaps: SCORING.swaps, draws: draws(game) })
  const out = opens(opening).map(say)
  if (game.openBets) out.push(say('openBets'))
  if (game.openBets && game.partners) out.push(say('partnersBet'))
  return out
}

function opens(opening: GameFacts['opening']): FormOf<'rules.before'>[] {
  switch (opening) {
    case '':
      return []
    case 'auction':
      return ['auction', 'shepherd']
    case 'exchange':
      return ['exchange']
    default:
      return unknown(opening, [])
  }
}

/** The lower the bid, the more cards the Shepherd draws. */
function draws({ bets }: GameFacts): string[] {
  return bets.map((bid, i) => t('rules.draws', { bid, draw: bets.length - i }))
}

function trick(game: GameFacts): string[] {
  const out = [t('rules.trick'), t('rules.reenter', { is: game.reenter === null ? 'two' : `${game.reenter}` })]
  if (game.copies > 1) out.push(t('rules.double'))
  const bombed = game.bombTo === 'chosen' && game.players === 2 ? 'chosenOfTwo' : game.bombTo
  out.push(t('rules.bombed', { is: bombed, n: game.players - 1 }))
  if (game.nameLead) out.push(t('rules.nameLead'))
  return out
}

function goingOut(game: GameFacts): string[] {
  const { bonus } = SCORING
  if (game.players === 2) return [t('rules.out', { is: 'duel', bonus })]
  if (game.partners) return [t('rules.out', { is: 'partners', bonus }), t('rules.slam', { is: `${game.slam}` })]
  return [t('rules.out', { is: game.outBonus, bonus }), t('rules.leftover', { is: game.leftover })]
}

function score(game: GameFacts): string[] {
  const { odd, jack, queen, king } = SCORING.points[game.points]
  const kind = game.players === 2 ? 'duel' : game.partners ? 'partners' : 'alone'
  return [
    t('rules.points', { is: game.points, odd, jack, queen, king }),
    t('rules.bets', { is: game.openBets ? kind : 'auction', times: game.betMultiplier }),
    t('rules.next', { is: game.nextRound }),
  ]
}

export function sections(game: GameFacts): Section[] {
  const { top } = game
  const title = (is: FormOf<'rules.section'>) => t('rules.section', { is })
  return [
    { title: title('aim'), text: [t('rules.aim')] },
    {
      title: title('combinations'),
      text: [t('rules.combinations'), t('rules.higher', { top })],
      pictures: pictures(COMBINATIONS),
    },
    { title: title('courts'), text: [t('rules.courts', { top }), t('rules.readings')], pictures: pictures(COURTS) },
    { title: title('bombs'), text: [t('rules.bombs')], pictures: pictures(BOMBS) },
    { title: title('before'), text: before(game) },
    { title: title('trick'), text: trick(game) },
    { title: title('out'), text: goingOut(game) },
    { title: title('score'), text: score(game) },
  ]
}

export { GAMES }
