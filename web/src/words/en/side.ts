// The panel beside the table: the round trick by trick, its points, the cards seen.
export default {
  'side.tab': { log: 'Tricks', points: 'Points', seen: 'Seen', score: 'Scores', chat: 'Chat', events: 'Events' },
  'history.trick': 'Trick {number}',
  'history.last': 'The last trick',
  'points.about': { one: 'The cards of this round hold {n} point.', other: 'The cards of this round hold {n} points.' },
  'points.table': 'On the table',
  'points.out': { haggis: 'In hands and in the haggis', hands: 'In hands' },
  'points.bonus': 'and {bonus} for going out',
  'seen.about': 'Mark the cards that have been played and those in your hand. Nobody else sees this.',
  'seen.show': 'Show the cards seen',
  'seen.hide': 'Hide the cards seen',
  'seen.is': {
    played: 'played',
    mine: 'in your hand',
    known: 'you know where',
    out: 'still out',
    some: '{n} still out',
  },
  'seen.cell': '{card}: {state}',
  'seen.unknown': 'This page does not know the deck of this game.',
} as const
