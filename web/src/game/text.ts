// The rules pages: which sentences a game gets follows from its rules (`facts.ts`, written by scripts/web_data.py out of
// the engine's), and so do the numbers in them. docs/rules.md is the long version.
import { unknown } from '../protocol/exhaustive'
import { rankText } from './cards'
import { presetOf } from './words'
import { has, t, type FormOf } from '../words'
import { GAMES, SCORING, type GameFacts, type HouseRule, type Preset } from '../protocol/games'

export interface Picture {
  cells: string
  says: string
}
export interface Section {
  id: FormOf<'rules.section'>
  title: string
  text: string[]
  pictures?: Picture[]
}
type Pictures = [string, FormOf<'rules.picture'>][]

const TEN = 10 // the highest number card
const COMBINATIONS: Pictures = [
  ['8y', 'single'],
  ['5b 6b 7b', 'sequence'],
  ['6r 6b 7r 7b', 'stair'],
  ['4r 4y 4g 5r 5y 5g', 'wideStair'],
]
const SET: Pictures = [['6r 6g 6b', 'set']]
const courts = (top: number): Pictures => [
  ['5b J=6b 7b', 'gap'],
  top > TEN ? ['9r Tr J=Jr', 'above'] : ['K=8g 9g Tg', 'top'],
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
  const { players, suits, hand, haggis, rounds, goal } = game
  const top = Math.min(game.top, TEN)
  const points = { from: goal[0], to: goal[1] }
  return [
    [t('rules.fact', { is: 'players' }), t('rules.players', { is: game.partners ? 'partners' : 'alone', players })],
    [t('rules.fact', { is: 'deck' }), t('rules.deck', { is: game.copies > 1 ? 'twice' : 'once', suits, top })],
    [t('rules.fact', { is: 'deal' }), t('rules.deal', { is: haggis ? 'haggis' : 'none', hand, haggis })],
    [
      t('rules.fact', { is: 'length' }),
      rounds ? t('rules.length', { low: rounds[0], high: rounds[1], ...points }) : t('rules.goal', points),
    ],
  ]
}

function before(game: GameFacts): string[] {
  const { bets, opening } = game
  const say = (is: FormOf<'rules.before'>) =>
    t('rules.before', { is, bets: bets.map(String), swaps: SCORING.swaps, draws: draws(game) })
  const out = opens(opening).map(say)
  if (game.openBets) {
    const says = t('rules.promise', { is: game.betRule })
    out.push(t('rules.openBets', { is: game.betsUntil, bets: bets.map(String), says }))
  }
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
  const out = game.opening === 'auction' ? [] : [t('rules.firstLead')]
  out.push(t('rules.trick'), t('rules.reenter', { is: game.reenter === null ? 'two' : `${game.reenter}` }))
  if (game.copies > 1) out.push(t('rules.double'))
  const bombed = game.bombTo === 'chosen' && game.players === 2 ? 'chosenOfTwo' : game.bombTo
  out.push(t('rules.bombed', { is: bombed, n: game.players - 1 }))
  if (game.nameLead) out.push(t('rules.nameLead'))
  return out
}

function goingOut(game: GameFacts): string[] {
  const { bonus } = SCORING
  const haggis = game.haggis ? [t('rules.haggis', { is: game.haggisTo })] : []
  if (game.players === 2) return [t('rules.out', { is: 'duel', bonus }), ...haggis]
  if (game.partners) return [t('rules.out', { is: 'partners', bonus }), t('rules.slam', { is: `${game.slam}` })]
  return [t('rules.out', { is: game.outBonus, bonus }), t('rules.lastHand', { is: game.lastHand }), ...haggis]
}

function score(game: GameFacts): string[] {
  const { odd, jack, queen, king } = SCORING.points[game.points]
  const kind = game.players === 2 ? 'duel' : game.partners ? 'partners' : 'alone'
  return [
    t('rules.points', { is: game.points, odd, jack, queen, king }),
    t('rules.bets', {
      is: !game.openBets ? 'auction' : game.players > 2 && isShared(game) ? 'shared' : kind,
      times: game.betMultiplier,
    }),
    ...next(game),
    t('rules.end', { is: game.rounds ? 'rounds' : 'goal' }),
    t('rules.tie', { is: game.tie }),
  ]
}

/** Who deals and leads the next round; after an auction the Shepherd leads. */
function next(game: GameFacts): string[] {
  switch (game.nextRound) {
    case 'trailing_leads':
      return [t('rules.next', { is: game.partners ? 'trailingSide' : 'trailing' })]
    case 'leader_deals': {
      const lead = game.opening === 'auction' ? [] : [t('rules.nextLead', { is: game.partners ? 'side' : 'alone' })]
      return [t('rules.next', { is: 'leader' }), ...lead]
    }
    default:
      return unknown(game.nextRound, [])
  }
}

/** Whether a failed bet also scores for everybody who has not bet. */
function isShared(game: GameFacts): boolean {
  return game.betRule === 'score' || game.failedBetTo === 'without_bet'
}

export function sections(game: GameFacts): Section[] {
  const { top } = game
  const above = top > TEN ? 'above' : 'ten'
  const section = (id: Section['id'], text: string[], shown?: Pictures): Section => ({
    id,
    title: t('rules.section', { is: id }),
    text,
    ...(shown ? { pictures: pictures(shown) } : {}),
  })
  return [
    section('aim', [t('rules.aim')]),
    section(
      'combinations',
      [t('rules.combinations'), ...(game.sets ? [t('rules.sets')] : []), t('rules.higher', { top: rankText(top) })],
      game.sets ? [...COMBINATIONS, ...SET] : COMBINATIONS,
    ),
    section('courts', [t('rules.courts', { is: above }), t('rules.readings')], courts(top)),
    section('bombs', [t('rules.bombs')], BOMBS),
    section('before', before(game)),
    section('trick', trick(game)),
    section('out', goingOut(game)),
    section('score', score(game)),
  ]
}

/** The fact that a house rule changes. */
const FACT_OF: Record<HouseRule, keyof GameFacts> = {
  points: 'points',
  sets: 'sets',
  top_rank: 'top',
  bets: 'bets',
  bet_rule: 'betRule',
  bets_until: 'betsUntil',
  failed_bet_to: 'failedBetTo',
  bomb_to: 'bombTo',
  out_bonus: 'outBonus',
  haggis_to: 'haggisTo',
  last_hand: 'lastHand',
  reenter: 'reenter',
  tie: 'tie',
}

/** The facts of a table's game: those of its preset, with its house rules. */
export function atTable(rules: string | Record<string, unknown>): { preset: Preset; facts: GameFacts } | null {
  const preset = presetOf(rules) as Preset
  if (!Object.hasOwn(GAMES, preset)) return null
  const facts = GAMES[preset]
  if (typeof rules === 'string') return { preset, facts }
  const known = Object.entries(rules).filter(([name]) => Object.hasOwn(FACT_OF, name))
  const own = Object.fromEntries(known.map(([name, value]) => [FACT_OF[name as HouseRule], value]))
  return { preset, facts: { ...facts, ...own } as GameFacts }
}

/** The house rules of a table: names and values. */
export function houseRules(rules: string | Record<string, unknown>): [string, string][] {
  if (typeof rules === 'string') return []
  return Object.entries(rules)
    .filter(([name]) => has('house.name', name))
    .map(([name, value]) => [t('house.name', { is: name as FormOf<'house.name'> }), houseValue(value)])
}

/** A house rule's value as people read it; one that is newer than this page stays as it is. */
export function houseValue(value: unknown): string {
  if (Array.isArray(value)) return value.join(' ')
  const text = String(value)
  return has('house.value', text) ? t('house.value', { is: text }) : text
}
