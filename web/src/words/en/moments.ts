// The moments of a match: a missed clock, the end of a round and of a match, the next one.
export default {
  'late.pass': {
    you: 'Time is up: the table passed for you',
    they: 'Time is up for {name}: the table passed',
  },
  'late.play': {
    you: 'Time is up: the table made the smallest play for you',
    they: 'Time is up for {name}: the table made the smallest play',
  },
  'late.missed': '{words} ({missed} of {misses})',

  'sheet.open': '{number}: show where it comes from',
  'sheet.sumOf': '{before} before this round, {points} in it.',
  'sheet.to': 'to {side}',
  'sheet.toNobody': 'score for nobody',

  'ending.gain': {
    tricks: '+{points} tricks',
    hand: '+{points} left',
    haggis: '+{points} haggis',
    out: '+{points} out',
    'out-trick': '+{points} out',
    'out-overplayed': '+{points} out',
    bet: '+{points} bet',
    'bet-failed': '+{points} lost bet',
    bid: '+{points} bid',
    'bid-failed': '+{points} failed bid',
  },
  'ending.out': 'Out!',
  'trick.points': '+{points}',

  'pause.in': { one: 'Next round in {n} second', other: 'Next round in {n} seconds' },
  'pause.soon': 'The next round begins',
  'pause.awaits': 'waiting for {names:and}',
  'pause.ready': 'Ready',

  'picture.share': 'Share the result',
  'picture.rounds': { one: 'after one round', other: 'after {n} rounds' },

  'rematch.ask': 'Rematch',
  'rematch.accept': 'Accept the rematch',
  'rematch.asks': { you: 'You ask for a rematch.', they: '{name} asks for a rematch.' },
  'rematch.waits': 'Waiting for {names:and}.',
  'rematch.gone': { one: '{names:and} has gone home.', other: '{names:and} have gone home.' },
  'rematch.open': { one: 'A seat is open.', other: '{n} seats are open.' },
  'rematch.cancel': 'Cancel the rematch',
  'rematch.fill': { one: 'Let a bot take the seat', other: 'Let bots take the seats' },
  'rematch.hostFills': 'The host can let a bot take the seat.',
  'rematch.leave': 'Leave the table',
  'rematch.no': 'No, thanks',
  'rematch.yes': 'Accept',
} as const
