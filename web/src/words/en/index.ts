// English. The messages are grouped by where they are read; the keys are the same in every language.
import game from './game'
import lessons from './lessons'
import pages from './pages'
import refusals from './refusals'
import rules from './rules'
import table from './table'

export default { ...game, ...table, ...pages, ...rules, ...lessons, ...refusals } as const
