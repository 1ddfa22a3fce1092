// Made by scripts/web_data.py; do not edit.
export const CLASSES = {
  "blunder": 15.0,
  "mistake": 8.0,
  "inaccuracy": 3.0
} as const
export const CERTAINTY = 2 // standard errors behind the best
export const EQUAL = 1.5 // points that make no difference to a person
