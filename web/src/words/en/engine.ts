// The engine in the browser, and tables without a server.
export default {
  'engine.loading': 'Fetching the game: {percent}%',
  'engine.starting': 'Setting up the table …',
  'engine.noWasm':
    'This browser cannot play on its own: it has no WebAssembly. Update it, or play on a server, which needs none.',
  'engine.failed': {
    offline: 'The game could not be fetched. Check your connection, and try again; once fetched, it is kept.',
    broken: 'The game does not start in this browser. Reload the page, or play on a server.',
  },
  'local.none.why': 'This browser does not keep such a table. It may have been played in another browser.',
  'local.unkept': 'This browser does not keep matches (it is full, or forbids it): this one ends with the page.',
  'local.keep': 'Keep',
  'local.forget': { first: 'Delete this table', sure: 'Delete it for good' },
  'local.full': 'This browser does not keep matches: it is full, or forbids it.',
  'local.understood': 'Understood',
  'pass.title': 'Pass the screen to {name}',
  'pass.about': 'The cards are covered. {name} takes the screen, and the others look away.',
  'pass.take': 'I am {name}',
  'pass.name': 'Name at seat {seat}',
  'pass.somebody': 'a player here',
  'pass.mixed': 'A table is either at this screen or for friends elsewhere: choose one of the two.',
  'pass.player': 'Player {number}',
  'local.noPage': 'This page needs a server',
  'local.needsServer': 'This needs a server; it cannot be done in the browser alone.',
  'update.ready': 'A newer version of the game is here. Your match goes on after you reload.',
  'update.reload': 'Reload',
  'update.later': 'Later',
} as const
