// What notifications say. The build writes these words into the service worker (web/offline.ts), which has no others.
export default {
  turn: 'It is your turn',
  round: 'The round is over',
  full: 'The table is complete',
  rematch: 'Somebody asks for a rematch',
  over: 'The match is over',
  with: '{title} with {names}',
} as const
