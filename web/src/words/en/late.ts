// English that the first page does not need: rules, the rules lab, lessons, replays, reviews, exercises, puzzles, own matches, where points come from, who the
// bots are, looks and sounds, what the coach says, and what the server refuses.
import analysis from './analysis'
import challenge from './challenge'
import characters from './characters'
import coach from './coach'
import core from './core'
import days from './days'
import engine from './engine'
import form from './form'
import keeper from './keeper'
import lab from './lab'
import lessons from './lessons'
import look from './look'
import people from './people'
import practice from './practice'
import profile from './profile'
import puzzles from './puzzles'
import reasons from './reasons'
import refusals from './refusals'
import replay from './replay'
import review from './review'
import rulebook from './rulebook'
import rules from './rules'
import sources from './sources'

export default {
  ...rules,
  ...rulebook,
  ...engine,
  ...form,
  ...keeper,
  ...lab,
  ...lessons,
  ...look,
  ...people,
  ...analysis,
  ...practice,
  ...profile,
  ...puzzles,
  ...challenge,
  ...characters,
  ...coach,
  ...core,
  ...days,
  ...refusals,
  ...reasons,
  ...replay,
  ...review,
  ...sources,
} as const
