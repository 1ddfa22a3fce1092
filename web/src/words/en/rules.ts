// The rules pages. Which sentences a game gets, and the numbers in their slots, follow from its rules (rules/text.ts).
export default {
  'rules.title': 'Rules · {game}',
  'rules.none': 'There is no such game',
  'rules.none.why': 'Choose one of the family.',
  'rules.games': 'Games',
  'rules.contents': 'Contents',
  'rules.house': 'House rules of this table',
  'rules.play': 'Play',
  'print.title': 'Print',
  'print.paper': 'Paper',
  'print.size': { a4: 'A4', letter: 'US Letter' },
  'print.sheet': {
    rules: 'The rules on one page',
    aid: 'Player aids',
    scores: 'Score sheet',
    tokens: 'Bet tokens',
    decks: 'With standard decks',
  },
  'print.about': {
    rules: 'in the order of the rule sheets',
    aid: 'combinations, bombs, points and bets, two on a page',
    scores: 'with the columns that this game needs',
    tokens: 'to cut out',
    decks: 'which cards stand for which suits',
  },
  'edition.title': 'Which edition do you play?',
  'edition.about': 'The game has been sold and handed on with different rules. A few questions find yours.',
  'edition.question': {
    players: 'How many of you play?',
    auction: 'Is there an auction before the first trick?',
    source: 'What do you play from?',
    reenter: 'If you have passed, may you come back into the same trick?',
    slam: 'Do partners who are out first and second take all the cards that are left?',
  },
  'edition.answer': { true: 'Yes', false: 'No' },
  'edition.source': {
    sheets: 'Rule sheets (Roger’s Rules)',
    box2010: 'The box of 2010',
    box2023: 'The box of 2023',
  },
  'edition.sets':
    'The box of 2023 has Sets: pairs, triples and more. Turn on the house rule Sets when you make a table.',
  'edition.found': 'You play {game}.',
  'edition.rules': 'Read its rules',
  'edition.again': 'Start again',
  'rules.fact': { players: 'Players', deck: 'Deck', deal: 'Deal', length: 'Length' },
  'rules.players': { alone: '{players}', partners: '{players}, partners opposite' },
  'rules.deck': { once: '2 to {top} in {suits} suits', twice: '2 to {top} in {suits} suits, twice' },
  'rules.deal': {
    haggis: '{hand} cards and J Q K each, {haggis} in the haggis',
    none: '{hand} cards and J Q K each, no haggis',
  },
  'rules.length': '{low} to {high} rounds, or {from} to {to} points',
  'rules.goal': '{from} to {to} points',

  'rules.section': {
    aim: 'The aim',
    combinations: 'Combinations',
    courts: 'Wild courts',
    bombs: 'Bombs',
    before: 'Before the first trick',
    trick: 'A trick',
    out: 'Going out',
    score: 'Scoring',
  },
  'rules.aim':
    'Be rid of your cards before everybody else, and have good cards in your score pile when it happens. Points come from captured cards, from going out while others still hold cards, and from bets on being first out. The highest total at the end of the match wins.',
  'rules.combinations':
    'A Single is one card. A Sequence is three or more neighbouring ranks in one suit. A Stair is the same run, of two ranks or more, in two suits or more.',
  'rules.sets':
    'A Set is two or more cards of one rank. A court in it is one more card of the rank. As many cards of a higher rank beat it.',
  'rules.higher':
    'Higher means: the same kind, the same size, on higher ranks. Suits never count, and one rank up is enough. No rank lies outside 2 to {top}.',
  'rules.courts': {
    ten: 'Everybody has a Jack, a Queen and a King, face up. Alone they are Singles above 10: J, then Q, then K. In a Sequence or Stair they are wild and stand for any card that is missing, from 2 to 10. At least one number card must be there.',
    above:
      'Everybody has a Jack, a Queen and a King, face up. Alone they are Singles above 10: J, then Q, then K. In a Sequence or Stair they are wild and stand for any card that is missing, from 2 up to their own rank: above the ten, a Sequence continues with J, Q and K. At least one number card must be there.',
  },
  'rules.readings': 'If your cards can be read in several ways, you say which one you mean.',
  'rules.bombs':
    'A bomb beats everything that is not a bomb, and every lower bomb. You may also lead one. From low to high:',
  'rules.picture': {
    single: 'Single',
    sequence: 'Sequence of 3',
    stair: 'Stair of 2 × 2',
    wideStair: 'Stair of 3 × 2',
    gap: 'a gap filled',
    top: 'nothing goes above 10',
    above: 'above the ten',
    corner: 'a corner of a Stair',
    set: 'Set of 3',
    fourSuits: '3-5-7-9 in four suits',
    jackQueen: 'Jack and Queen',
    jackKing: 'Jack and King',
    queenKing: 'Queen and King',
    threeCourts: 'all three',
    oneSuit: '3-5-7-9 in one suit',
  },

  'rules.openBets': {
    'first-out':
      'Until you have played a card, and until somebody is out, you may bet {bets} {says}: at any moment, once a round.',
    'first-card': 'Until you have played a card, you may bet {bets} {says}: at any moment, once a round.',
  },
  'rules.promise': {
    out: 'that you will be first out',
    score: 'that your cards and your points for going out will reach that value',
  },
  'rules.before': {
    auction:
      'An auction comes first. Starting with the dealer, everybody bids {bets} on going out first, or passes for good. A bid must be higher than the one before; if you have fewer points than the bidder, you may also equal it. If nobody bids, there is no Shepherd: the player with the fewest points leads, a tie goes to the first from the dealer’s left.',
    shepherd:
      'The last bidder is the Shepherd and plays alone against the two Sheep. The Shepherd draws from the haggis ({draws:and}), puts as many number cards back, and leads.',
    exchange:
      'Everybody picks a number card for the partner; when all have picked, the cards change hands. This happens {swaps} times.',
    partnersBet: 'You may replace your partner’s bet with a higher one; the replaced bet is void.',
  },
  'rules.draws': '{draw} for a bid of {bid}',
  'rules.firstLead': 'In the first round, the player to the dealer’s left leads.',
  'rules.trick':
    'The leader plays any combination. Going left, everybody plays a higher one of the same kind and size, or a bomb, or passes; you may pass although you could play. When all others have passed, whoever played last takes the trick and leads the next; if that player is out, the next to the left who has cards leads.',
  'rules.reenter': {
    two: 'Any pass ends the trick.',
    true: 'If you have passed, you may come back when the turn comes round again.',
    false: 'If you pass, you are out of the trick; there is no coming back.',
  },
  'rules.double': 'A suit may stand twice in a Stair, as there are two copies of each card.',
  'rules.bombed': {
    winner: 'If you win with a bomb, you keep the trick.',
    opponents: 'A bombed trick goes to the other side.',
    previous:
      'The cards of a bombed trick go to the player whom the bomb beat, those of a bomb that was led to the player on the right; the winner leads.',
    chosenOfTwo: 'The cards of a bombed trick go to the other player, but the winner leads.',
    chosen: {
      one: 'The winner of a bombed trick gives its cards to the other player, and leads.',
      other: 'The winner of a bombed trick gives its cards to one of the {n} others, also one who is out, and leads.',
    },
  },
  'rules.nameLead': 'If you win with a bomb, you lead or let your partner lead.',
  'rules.out': {
    duel: 'Going out ends the round at once. You score {bonus} for each card that the other player holds, and put these cards onto your pile.',
    immediate:
      'Everybody who goes out scores {bonus} for each card in the biggest opposing hand at that moment. The round ends when only one player holds cards.',
    trick:
      'You score {bonus} for each card of the bigger hand if you win a trick while being out and both others still hold cards. The second out scores {bonus} for each card of the last hand.',
    partners: 'Everybody who goes out scores {bonus} for each card in the bigger hand of the other side.',
  },
  'rules.lastHand': {
    first_out: 'The first out takes the cards that are left in the last hand.',
    last_out: 'The last to go out takes the cards that are left in the last hand.',
    nobody: 'The cards that are left in the last hand score for nobody.',
  },
  'rules.haggis': {
    first_out: 'The first out takes the haggis.',
    last_to_play:
      'The haggis goes to whoever played the last combination of the round; after a bomb, to an opponent of that player’s choice.',
  },
  'rules.slam': {
    true: 'Partners who are out first and second make a slam: all cards that are left go to their pile. Otherwise the last hand goes to the side of the first out.',
    false:
      'If partners are out first and second, the round ends, and the cards that are left score for nobody. Otherwise the last hand goes to the side of the first out.',
  },
  'rules.points': {
    printed: 'Each 3, 5, 7 and 9 counts {odd}, a Jack {jack}, a Queen {queen}, a King {king}.',
    flat: 'Every card counts {odd}.',
  },
  'rules.bets': {
    duel: 'A bet that comes true scores its value for you, one that fails for the other player.',
    alone: 'A bet that comes true scores its value; one that fails scores it for the first out.',
    partners:
      'A bet that comes true scores {times} times its value; one that fails scores its value for the other side.',
    shared:
      'A bet that comes true scores its value; one that fails scores it for the first out and for everybody who has not bet, never for the bettor.',
    auction:
      'The Shepherd scores the bid by being first out. If a Sheep is faster, that Sheep scores two thirds of it, the other one third.',
  },
  'rules.next': {
    trailing:
      'The player with the fewest points leads the next round; a tie goes to the first of them to the left of the last lead. The player on the leader’s right deals.',
    trailingSide:
      'The side with the fewest points leads the next round, by the first of its players to the left of the last lead. The player on the leader’s right deals.',
    leader:
      'The player with the most points deals the next round; a tie goes to the first out of the last round if among them, otherwise to the first of them to the left of the last dealer.',
  },
  'rules.nextLead': {
    alone: 'The player with the fewest points leads; a tie goes to the first of them to the dealer’s left.',
    side: 'The side with the fewest points leads, by the first of its players to the dealer’s left.',
  },
  'rules.end': {
    rounds:
      'You play the rounds that you have agreed on, or until a total has reached your goal at the end of a round.',
    goal: 'You play until a total has reached the agreed goal at the end of a round.',
  },
  'rules.tie': {
    shared: 'The highest total wins. Equal ones share the win.',
    play_on:
      'The highest total wins. If several are highest, the match continues, a round at a time, until one is ahead.',
  },
} as const
