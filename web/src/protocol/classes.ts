// Made by scripts/web_data.py; do not edit.
export const CLASSES = {
  "blunder": 15.0,
  "mistake": 8.0,
  "inaccuracy": 3.0
} as const
export const CERTAINTY = 2 // standard errors behind the best
export const EQUAL = 1.5 // points that make no difference to a person
/** The number that the text of a fact depends on. */
export const COUNTED = {
  "few-left": "count",
  "bomb-last": "count",
  "plays": "best",
  "kept": "count",
  "shed": "best",
  "threat": "count",
  "stopped": "count",
  "trick-points": "best",
  "trick-given": "best",
  "held": "best",
  "left": "best",
  "trick-bonus": "best",
  "captured": "points",
  "going-out": "points",
  "given": "points",
  "cards": "points",
  "bonus": "points",
  "bets": "points",
  "bid": "points",
  "points": "points",
  "solved": "points",
  "bet-wins": "points",
  "bet-costs": "points",
  "open": "points",
  "best": "points"
} as const
