// Made by scripts/web_data.py; do not edit.
export const GAMES = {
  "haggis-2": {"older": false, "minutes": 15, "players": 2, "partners": false, "suits": 4, "copies": 1, "top": 10, "hand": 14, "haggis": 8, "opening": "", "openBets": true, "betRule": "out", "betsUntil": "first-out", "failedBetTo": "first_out", "bets": [15, 30, 45], "betMultiplier": 1, "reenter": null, "bombTo": "chosen", "nameLead": false, "outBonus": "immediate", "lastHand": "first_out", "haggisTo": "first_out", "slam": false, "sets": false, "points": "printed", "nextRound": "trailing_leads", "tie": "shared", "rounds": [6, 8], "goal": [250, 350]},
  "haggis-3": {"older": false, "minutes": 35, "players": 3, "partners": false, "suits": 5, "copies": 1, "top": 10, "hand": 14, "haggis": 3, "opening": "", "openBets": true, "betRule": "out", "betsUntil": "first-out", "failedBetTo": "first_out", "bets": [15, 30, 45], "betMultiplier": 1, "reenter": true, "bombTo": "chosen", "nameLead": false, "outBonus": "immediate", "lastHand": "last_out", "haggisTo": "first_out", "slam": false, "sets": false, "points": "printed", "nextRound": "trailing_leads", "tie": "shared", "rounds": [6, 8], "goal": [250, 350]},
  "tatties-3": {"older": false, "minutes": 30, "players": 3, "partners": false, "suits": 5, "copies": 1, "top": 10, "hand": 14, "haggis": 3, "opening": "auction", "openBets": false, "betRule": "out", "betsUntil": "first-out", "failedBetTo": "first_out", "bets": [15, 30, 45], "betMultiplier": 1, "reenter": true, "bombTo": "winner", "nameLead": false, "outBonus": "trick", "lastHand": "first_out", "haggisTo": "first_out", "slam": false, "sets": false, "points": "flat", "nextRound": "leader_deals", "tie": "shared", "rounds": [6, 9], "goal": [250, 350]},
  "neeps-4": {"older": false, "minutes": 40, "players": 4, "partners": true, "suits": 4, "copies": 2, "top": 10, "hand": 18, "haggis": 0, "opening": "exchange", "openBets": true, "betRule": "out", "betsUntil": "first-out", "failedBetTo": "first_out", "bets": [15, 30, 45], "betMultiplier": 2, "reenter": true, "bombTo": "opponents", "nameLead": true, "outBonus": "immediate", "lastHand": "first_out", "haggisTo": "first_out", "slam": true, "sets": false, "points": "flat", "nextRound": "trailing_leads", "tie": "shared", "rounds": [4, 6], "goal": [350, 550]},
  "tatties-3-2024": {"older": true, "minutes": 30, "players": 3, "partners": false, "suits": 5, "copies": 1, "top": 10, "hand": 14, "haggis": 3, "opening": "auction", "openBets": false, "betRule": "out", "betsUntil": "first-out", "failedBetTo": "first_out", "bets": [15, 30, 45], "betMultiplier": 1, "reenter": false, "bombTo": "winner", "nameLead": false, "outBonus": "trick", "lastHand": "first_out", "haggisTo": "first_out", "slam": false, "sets": false, "points": "flat", "nextRound": "leader_deals", "tie": "shared", "rounds": [6, 9], "goal": [250, 350]},
  "neeps-4-2024": {"older": true, "minutes": 40, "players": 4, "partners": true, "suits": 4, "copies": 2, "top": 10, "hand": 18, "haggis": 0, "opening": "exchange", "openBets": true, "betRule": "out", "betsUntil": "first-out", "failedBetTo": "first_out", "bets": [15, 30, 45], "betMultiplier": 2, "reenter": true, "bombTo": "chosen", "nameLead": true, "outBonus": "immediate", "lastHand": "first_out", "haggisTo": "first_out", "slam": false, "sets": false, "points": "flat", "nextRound": "leader_deals", "tie": "shared", "rounds": [4, 6], "goal": [350, 550]},
  "haggis-2-2010": {"older": true, "minutes": 15, "players": 2, "partners": false, "suits": 4, "copies": 1, "top": 13, "hand": 14, "haggis": 8, "opening": "", "openBets": true, "betRule": "out", "betsUntil": "first-card", "failedBetTo": "first_out", "bets": [15, 30], "betMultiplier": 1, "reenter": null, "bombTo": "chosen", "nameLead": false, "outBonus": "immediate", "lastHand": "first_out", "haggisTo": "first_out", "slam": false, "sets": true, "points": "printed", "nextRound": "leader_deals", "tie": "play_on", "rounds": null, "goal": [250, 350]},
  "haggis-3-2010": {"older": true, "minutes": 30, "players": 3, "partners": false, "suits": 5, "copies": 1, "top": 13, "hand": 14, "haggis": 3, "opening": "", "openBets": true, "betRule": "out", "betsUntil": "first-card", "failedBetTo": "without_bet", "bets": [15, 30], "betMultiplier": 1, "reenter": true, "bombTo": "chosen", "nameLead": false, "outBonus": "immediate", "lastHand": "first_out", "haggisTo": "first_out", "slam": false, "sets": true, "points": "printed", "nextRound": "leader_deals", "tie": "play_on", "rounds": null, "goal": [250, 350]}
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
export type GameFacts = Omit<(typeof GAMES)[Preset], "points" | "sets" | "betRule" | "betsUntil" | "failedBetTo" | "bombTo" | "outBonus" | "haggisTo" | "lastHand" | "reenter" | "tie"> & {
  points: "printed" | "flat" | (typeof GAMES)[Preset]["points"]
  sets: true | false | (typeof GAMES)[Preset]["sets"]
  betRule: "out" | "score" | (typeof GAMES)[Preset]["betRule"]
  betsUntil: "first-out" | "first-card" | (typeof GAMES)[Preset]["betsUntil"]
  failedBetTo: "first_out" | "without_bet" | (typeof GAMES)[Preset]["failedBetTo"]
  bombTo: "winner" | "opponents" | "chosen" | "previous" | (typeof GAMES)[Preset]["bombTo"]
  outBonus: "immediate" | "trick" | (typeof GAMES)[Preset]["outBonus"]
  haggisTo: "first_out" | "last_to_play" | (typeof GAMES)[Preset]["haggisTo"]
  lastHand: "first_out" | "last_out" | "nobody" | (typeof GAMES)[Preset]["lastHand"]
  reenter: true | false | (typeof GAMES)[Preset]["reenter"]
  tie: "shared" | "play_on" | (typeof GAMES)[Preset]["tie"]
}
export type HouseRule = "points" | "sets" | "top_rank" | "bets" | "bet_rule" | "bets_until" | "failed_bet_to" | "bomb_to" | "out_bonus" | "haggis_to" | "last_hand" | "reenter" | "tie"
export type HouseValue = "printed" | "flat" | "true" | "false" | "10" | "13" | "out" | "score" | "first-out" | "first-card" | "first_out" | "without_bet" | "chosen" | "previous" | "opponents" | "immediate" | "trick" | "last_to_play" | "nobody" | "last_out" | "shared" | "play_on"
export type Verb = "award" | "bet" | "bid" | "bury" | "give" | "lead" | "pass" | "play"
export type Kind = "single" | "sequence" | "stair" | "set" | "bomb"
export const SHEETS = [
  "rules",
  "aid",
  "scores",
  "tokens",
  "decks"
] as const
export type Sheet = (typeof SHEETS)[number]
export const PAPERS = [
  "a4",
  "letter"
] as const
export type Paper = (typeof PAPERS)[number]
