// The analysis of one position.
export default {
  'analysis.tab': 'Analysis · Haggis',
  'analysis.title': 'Analyse a position',
  'analysis.lead': 'What each of your options is worth, by what you could know.',
  'analysis.position': 'The line of a position, or a record',
  'analysis.example': 'An example',
  'analysis.go': 'Analyse',
  'analysis.looking': 'Playing many possible deals to the end…',
  'analysis.share': { link: 'Copy a link', copied: 'Link copied' },
  'analysis.shareAbout': 'The link shows only what this seat knows.',
  'analysis.toAct': { you: 'Your options', they: 'The options of {name}' },
  'analysis.about':
    'Points of this round by which you will be ahead of the others, on average over the deals that you could not rule out. No hidden card was looked at. ± is the standard error.',
  'analysis.plays': 'Plays',
  'analysis.bets': 'Bets, each with the best play',
  'analysis.option': 'Option',
  'analysis.ahead': 'Points ahead',
  'analysis.behind': 'Behind the best',
  'analysis.error': '± {number}',
  'analysis.exact': 'exact',
  'analysis.how': 'How to write a line',
  'analysis.howAbout':
    'A line has seven fields with spaces between them. Seats and suits are as in a record: seats count from 0, suits are r y g b o, and T is a ten.',
  'analysis.field': {
    rules: 'rules: the game, as in haggis-2',
    dealer: 'dealer: the seat of the dealer',
    lead: 'lead: the seat that leads first, or - where an auction decides',
    totals: 'totals: the points of each side before this round, as in 120,85',
    hands:
      'hands: the number cards that each seat was dealt, as in 2r4gTb, with / between the seats. To show only what you saw, write your hand, and ? for the others. Courts are not written',
    haggis: 'haggis: its cards, or ?',
    actions: 'actions: what was done so far, as in 1:play:2r;0:pass, or - for nothing',
  },
} as const
