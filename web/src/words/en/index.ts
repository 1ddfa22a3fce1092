// English. The messages are grouped by where they are read; the keys are the same in every language. Those in late.ts
// come after the first page.
import game from './game'
import home from './home'
import hosts from './hosts'
import moments from './moments'
import pages from './pages'
import players from './players'
import side from './side'
import table from './table'

export default {
  ...game,
  ...table,
  ...side,
  ...home,
  ...hosts,
  ...moments,
  ...players,
  ...pages,
} as const
