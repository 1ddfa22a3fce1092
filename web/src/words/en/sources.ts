// Where the points of a round come from: the sentences behind the numbers of the result.
export default {
  'source.tricks': {
    printed: 'From tricks. Each 3, 5, 7 and 9 counts {odd}, a Jack {jack}, a Queen {queen}, a King {king}.',
    flat: 'From tricks. Each card counts {odd}.',
  },
  'source.hand': { you: 'Left in your hand; {goes}.', they: 'Left in {name}’s hand; {goes}.' },
  'source.goes': {
    first_out: 'they go to whoever was first out',
    last_out: 'they go to whoever went out last',
    slam: 'they go to the side that made the slam',
  },
  'source.haggis': {
    first_out: 'The haggis goes to whoever was first out.',
    last_to_play: 'The haggis goes to whoever played last; after a bomb, to an opponent of that player’s choice.',
  },
  'source.out': {
    you: 'You went out while {holder} still held {cards}: {bonus} points for each.',
    they: '{name} went out while {holder} still held {cards}: {bonus} points for each.',
  },
  'source.out-trick': {
    you: 'You were first out and won the trick; {holder} still held {cards}: {bonus} points for each.',
    they: '{name} was first out and won the trick; {holder} still held {cards}: {bonus} points for each.',
  },
  'source.out-overplayed': {
    you: 'You were first out but did not win that trick. In this game the points for going out come with the trick.',
    they: '{name} was first out but did not win that trick. In this game the points for going out come with the trick.',
  },
  'source.bet': {
    you: 'You bet {value} that you would be first out, and you were.',
    they: '{name} bet {value} on being first out, and was.',
  },
  'source.bet-twice': {
    you: 'You bet {value} that you would be first out, and you were: it counts twice.',
    they: '{name} bet {value} on being first out, and was: it counts twice.',
  },
  'source.bet-failed': {
    you: 'You bet {value} that you would be first out, and you were not.',
    they: '{name} bet {value} on being first out, and was not.',
  },
  'source.score-bet': {
    you: 'You bet that you would score at least {value} with cards and going out, and you did.',
    they: '{name} bet on scoring at least {value} with cards and going out, and did.',
  },
  'source.score-bet-failed': {
    you: 'You bet that you would score at least {value} with cards and going out, and you did not.',
    they: '{name} bet on scoring at least {value} with cards and going out, and did not.',
  },
  'source.bid': {
    you: 'You were the Shepherd, bid {value}, and were first out.',
    they: '{name} was the Shepherd, bid {value}, and was first out.',
  },
  'source.bid-failed': {
    you: 'You were the Shepherd and bid {value}, but a Sheep was first out: two thirds for that Sheep, one third for the other.',
    they: '{name} was the Shepherd and bid {value}, but a Sheep was first out: two thirds for that Sheep, one third for the other.',
  },
  'source.none': {
    cards: 'No cards.',
    out: 'Did not go out.',
    bets: 'No bet brought anything.',
    all: 'No points this round.',
  },
} as const
