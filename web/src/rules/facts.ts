// Made by scripts/web_data.py; do not edit.
export const GAMES = {
  "haggis-2": {"players": 2, "partners": false, "suits": 4, "copies": 1, "top": 10, "hand": 14, "haggis": 8, "opening": "", "openBets": true, "bets": [15, 30, 45], "betMultiplier": 1, "reenter": null, "bombTo": "chosen", "nameLead": false, "outBonus": "immediate", "leftover": "first_out", "slam": false, "points": "printed", "nextRound": "trailing_leads", "rounds": [6, 8], "goal": [250, 350]},
  "haggis-3": {"players": 3, "partners": false, "suits": 5, "copies": 1, "top": 10, "hand": 14, "haggis": 3, "opening": "", "openBets": true, "bets": [15, 30, 45], "betMultiplier": 1, "reenter": true, "bombTo": "chosen", "nameLead": false, "outBonus": "immediate", "leftover": "last_out", "slam": false, "points": "printed", "nextRound": "trailing_leads", "rounds": [6, 8], "goal": [250, 350]},
  "tatties-3": {"players": 3, "partners": false, "suits": 5, "copies": 1, "top": 10, "hand": 14, "haggis": 3, "opening": "auction", "openBets": false, "bets": [15, 30, 45], "betMultiplier": 1, "reenter": true, "bombTo": "winner", "nameLead": false, "outBonus": "trick", "leftover": "first_out", "slam": false, "points": "flat", "nextRound": "leader_deals", "rounds": [6, 9], "goal": [250, 350]},
  "neeps-4": {"players": 4, "partners": true, "suits": 4, "copies": 2, "top": 10, "hand": 18, "haggis": 0, "opening": "exchange", "openBets": true, "bets": [15, 30, 45], "betMultiplier": 2, "reenter": true, "bombTo": "opponents", "nameLead": true, "outBonus": "immediate", "leftover": "first_out", "slam": true, "points": "flat", "nextRound": "trailing_leads", "rounds": [4, 6], "goal": [350, 550]},
  "tatties-3-2024": {"players": 3, "partners": false, "suits": 5, "copies": 1, "top": 10, "hand": 14, "haggis": 3, "opening": "auction", "openBets": false, "bets": [15, 30, 45], "betMultiplier": 1, "reenter": false, "bombTo": "winner", "nameLead": false, "outBonus": "trick", "leftover": "first_out", "slam": false, "points": "flat", "nextRound": "leader_deals", "rounds": [6, 9], "goal": [250, 350]},
  "neeps-4-2024": {"players": 4, "partners": true, "suits": 4, "copies": 2, "top": 10, "hand": 18, "haggis": 0, "opening": "exchange", "openBets": true, "bets": [15, 30, 45], "betMultiplier": 2, "reenter": true, "bombTo": "chosen", "nameLead": true, "outBonus": "immediate", "leftover": "first_out", "slam": false, "points": "flat", "nextRound": "leader_deals", "rounds": [4, 6], "goal": [350, 550]}
} as const
export const SCORING = {
  "swaps": 2,
  "bonus": 5,
  "points": {"printed": {"odd": 1, "jack": 2, "queen": 3, "king": 5}, "flat": {"odd": 1, "jack": 1, "queen": 1, "king": 1}}
} as const
export const SUIT_SIGNS = {
  "r": "♥",
  "y": "★",
  "g": "♣",
  "b": "◆",
  "o": "▲"
} as const
export type Preset = keyof typeof GAMES
export type GameFacts = (typeof GAMES)[Preset]
export type HouseRule = "points" | "sets" | "bets" | "bet_rule" | "bets_until" | "haggis_to" | "reenter"
export type HouseValue = "printed" | "flat" | "true" | "false" | "out" | "score" | "first-out" | "first-card" | "first_out" | "last_to_play"
export type Verb = "award" | "bet" | "bid" | "bury" | "give" | "lead" | "pass" | "play"
export type Kind = "single" | "sequence" | "stair" | "set" | "bomb"
