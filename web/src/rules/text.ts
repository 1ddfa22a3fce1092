// The rules for the rules pages: what all games share, and what each has of its own. docs/rules.md is the long version.

export interface Picture {
  cells: string
  says: string
}
export interface Section {
  title: string
  text: string[]
  pictures?: Picture[]
}

const COMBINATIONS: Section = {
  title: 'Combinations',
  text: [
    'A Single is one card. A Sequence is three or more neighbouring ranks in one suit. A Stair is the same run, of two ranks or more, in two suits or more.',
    'Higher means: the same kind, the same size, on higher ranks. Suits never count, and one rank up is enough. No rank lies outside 2 to 10.',
  ],
  pictures: [
    { cells: '8y', says: 'Single' },
    { cells: '5b 6b 7b', says: 'Sequence of 3' },
    { cells: '6r 6b 7r 7b', says: 'Stair of 2 × 2' },
    { cells: '4r 4y 4g 5r 5y 5g', says: 'Stair of 3 × 2' },
  ],
}

const WILD: Section = {
  title: 'Wild courts',
  text: [
    'Everybody has a Jack, a Queen and a King, face up. Alone they are Singles above 10: J, then Q, then K. In a Sequence or Stair they are wild and stand for any card that is missing, from 2 to 10. At least one number card must be there.',
    'If cards can be read in several ways, you say which one you mean.',
  ],
  pictures: [
    { cells: '5b J=6b 7b', says: 'a gap filled' },
    { cells: 'K=8g 9g Tg', says: 'nothing goes above 10' },
    { cells: '5r 5g 6r Q=6g', says: 'a corner of a Stair' },
  ],
}

const BOMBS: Section = {
  title: 'Bombs',
  text: ['A bomb beats everything that is no bomb, and every lower bomb. You may lead one too. From low to high:'],
  pictures: [
    { cells: '3r 5y 7g 9b', says: '3-5-7-9 in four suits' },
    { cells: 'J Q', says: 'Jack and Queen' },
    { cells: 'J K', says: 'Jack and King' },
    { cells: 'Q K', says: 'Queen and King' },
    { cells: 'J Q K', says: 'all three' },
    { cells: '3g 5g 7g 9g', says: '3-5-7-9 in one suit' },
  ],
}

const AIM: Section = {
  title: 'The aim',
  text: [
    'Be rid of your cards before everybody else, and have good cards in your score pile when it happens. Points come from captured cards, from going out while others still hold cards, and from bets on being first out. The highest total at the end of the match wins.',
  ],
}

interface Game {
  facts: [string, string][]
  before: string[]
  tricks: string[]
  out: string[]
  score: string[]
}

const OPEN_BETS =
  'Until you have played a card, and until somebody is out, you may bet 15, 30 or 45 that you will be first out: at any moment, once a round.'
const BACK = 'Whoever has passed may come back when the turn comes round again.'
const PRINTED = 'Each 3, 5, 7 and 9 counts 1, a Jack 2, a Queen 3, a King 5.'
const FLAT = 'Every card counts 1.'
const TRAILING = 'Who trails leads the next round; the player on the right deals.'
const LEADER = 'The player with the most points deals the next round.'

const TATTIES: Game = {
  facts: [
    ['Players', '3'],
    ['Deck', '2 to 10 in five suits'],
    ['Deal', '14 cards and J Q K each, 3 in the haggis'],
    ['Length', '6 to 9 rounds, or 250 to 350 points'],
  ],
  before: [
    'An auction comes first. From the dealer on, everybody bids 15, 30 or 45 on going out first, or passes for good. A bid must be higher; who has fewer points than the bidder may also equal it.',
    'The last bidder is the Shepherd and plays alone against the two Sheep. The Shepherd draws from the haggis, 3 cards for the lowest bid, 2 for the middle, 1 for the highest, puts as many number cards back, and leads.',
  ],
  tricks: [BACK, 'Whoever wins with a bomb keeps the trick.'],
  out: [
    'You score 5 for each card of the bigger hand if you win a trick while being out and both others still hold cards. The second out scores 5 for each card of the last hand.',
    'The first out takes the last hand and the haggis.',
  ],
  score: [
    FLAT,
    'The Shepherd scores the bid by being first out. If a Sheep is faster, that Sheep scores two thirds of it, the other one third.',
    LEADER,
  ],
}
const NEEPS: Game = {
  facts: [
    ['Players', '4, partners opposite'],
    ['Deck', '2 to 10 in four suits, twice'],
    ['Deal', '18 cards and J Q K each, no haggis'],
    ['Length', '4 to 6 rounds, or 350 to 550 points'],
  ],
  before: [
    'Twice, everybody picks a number card for the partner; when all have picked, the cards change hands.',
    OPEN_BETS,
    'You may replace your partner’s bet by a higher one.',
  ],
  tricks: [
    BACK,
    'A suit may stand twice in a Stair, as there are two copies of each card.',
    'A bombed trick goes to the other side. Its winner leads, or has the partner lead.',
  ],
  out: [
    'Everybody who goes out scores 5 for each card in the bigger hand of the other side.',
    'Partners who are out first and second make a slam: all cards that are left go to their pile. Otherwise the last hand goes to the side of the first out.',
  ],
  score: [
    FLAT,
    'A bet that comes true scores twice its value; one that fails scores its value for the other side.',
    TRAILING,
  ],
}

export const GAME_RULES: Record<string, Game> = {
  'haggis-2': {
    facts: [
      ['Players', '2'],
      ['Deck', '2 to 10 in four suits'],
      ['Deal', '14 cards and J Q K each, 8 in the haggis'],
      ['Length', '6 to 8 rounds, or 250 to 350 points'],
    ],
    before: [OPEN_BETS],
    tricks: ['Any pass ends the trick.', 'The cards of a bombed trick go to the other player, but the winner leads.'],
    out: [
      'Going out ends the round at once. You score 5 for each card that the other holds, and put these cards and the haggis onto your pile.',
    ],
    score: [PRINTED, 'A bet that comes true scores its value for you, one that fails for the other.', TRAILING],
  },
  'haggis-3': {
    facts: [
      ['Players', '3'],
      ['Deck', '2 to 10 in five suits'],
      ['Deal', '14 cards and J Q K each, 3 in the haggis'],
      ['Length', '6 to 8 rounds, or 250 to 350 points'],
    ],
    before: [OPEN_BETS],
    tricks: [BACK, 'The winner of a bombed trick gives its cards to one of the two others, and leads.'],
    out: [
      'Both who go out score 5 for each card in the biggest hand at that moment. When the second is out, the round ends.',
      'The first out gets the haggis, the second out the cards that the last player holds.',
    ],
    score: [PRINTED, 'A bet that comes true scores its value; one that fails scores it for the first out.', TRAILING],
  },
  'tatties-3': TATTIES,
  'neeps-4': NEEPS,
  'tatties-3-2024': {
    ...TATTIES,
    tricks: [
      'Whoever passes is out of the trick; there is no coming back.',
      'Whoever wins with a bomb keeps the trick.',
    ],
  },
  'neeps-4-2024': {
    ...NEEPS,
    tricks: [
      BACK,
      'A suit may stand twice in a Stair, as there are two copies of each card.',
      'The winner of a bombed trick gives it to any of the three others, and leads or has the partner lead.',
    ],
    out: [
      'Everybody who goes out scores 5 for each card in the bigger hand of the other side.',
      'If partners are out first and second the round ends, and the cards that are left score for nobody. Otherwise the last hand goes to the side of the first out.',
    ],
    score: [
      FLAT,
      'A bet that comes true scores twice its value; one that fails scores its value for the other side.',
      LEADER,
    ],
  },
}

export function sections(preset: string): Section[] {
  const game = GAME_RULES[preset]!
  return [
    AIM,
    COMBINATIONS,
    WILD,
    BOMBS,
    { title: 'Before the first trick', text: game.before },
    {
      title: 'A trick',
      text: [
        'The leader plays any combination. Going left, everybody plays a higher one of the same kind and size, or a bomb, or passes; you may pass although you could play. When all others have passed, whoever played last takes the trick and leads the next.',
        ...game.tricks,
      ],
    },
    { title: 'Going out', text: game.out },
    { title: 'Scoring', text: game.score },
  ]
}
