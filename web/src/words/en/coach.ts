// What the coach says beside a first match.
export default {
  'coach.name': 'Coach',
  'coach.off': 'No coach',
  'coach.menu': { on: 'Coach: on', off: 'Coach: off' },
  'coach.line': {
    out: 'You can go out now: play all your cards at once.',
    oneLeft: '{name} has one card left. Lead two cards or more, and {name} cannot follow.',
    leadLong: 'You lead, so play anything. A {shape} sheds {n} cards, and few hands can follow it.',
    leadLow: 'You lead, so play anything. Lead low, and keep high cards and courts to win the lead back.',
    nothing: 'Nothing in your hand beats this. Pass.',
    onlyBomb: 'Only a bomb beats this. You may pass and keep it for a better moment.',
    onlyBombAway: 'Only a bomb beats this, and then the cards go to {name}. You may pass and keep it.',
    partner: '{name} is on your side and winning the trick. You may pass.',
    courts: 'Only your courts help here. You may pass and keep them; this trick counts {n} so far.',
    smallest: '{play} is enough. You may also pass: this trick counts {n} so far.',
    auction: 'Bid only if you think that you will be first out. A low bid draws more cards.',
    bury: 'Put back cards that fit nowhere. They count for whoever is first out.',
    exchange: 'Give a card that fits nothing in your hand.',
    award: 'Give the cards to the player with the fewest points.',
    lead: 'Let your partner lead if that hand is nearly empty.',
  },
} as const
