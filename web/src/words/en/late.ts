// English that the first page does not need: rules, the rules lab, lessons, reviews, exercises, puzzles, own matches, where points come from, who the
// bots are, and what the server refuses.
import characters from './characters'
import core from './core'
import engine from './engine'
import keeper from './keeper'
import lab from './lab'
import lessons from './lessons'
import people from './people'
import practice from './practice'
import puzzles from './puzzles'
import reasons from './reasons'
import refusals from './refusals'
import review from './review'
import rules from './rules'
import sources from './sources'

export default {
  ...rules,
  ...engine,
  ...keeper,
  ...lab,
  ...lessons,
  ...people,
  ...practice,
  ...puzzles,
  ...characters,
  ...core,
  ...refusals,
  ...reasons,
  ...review,
  ...sources,
} as const
