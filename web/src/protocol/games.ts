// Made by scripts/web_data.py; do not edit.
export const GAMES = {
  "haggis-2": {"older": false, "minutes": 15, "players": 2, "haggis_size": 8, "hand_size": 14, "partners": false, "opening": "", "open_bets": true, "bomb_to": "chosen", "name_lead": false, "reenter": null, "out_bonus": "immediate", "last_hand": "first_out", "slam": false, "points": "printed", "bet_multiplier": 1, "next_round": "trailing_leads", "suggested_rounds": [6, 8], "suggested_goal": [250, 350], "bets": [15, 30, 45], "bet_rule": "out", "bets_until": "first-out", "failed_bet_to": "first_out", "haggis_to": "first_out", "sets": false, "top_rank": 10, "tie": "shared", "suits": 4, "copies": 1, "has_haggis": true},
  "haggis-3": {"older": false, "minutes": 35, "players": 3, "haggis_size": 3, "hand_size": 14, "partners": false, "opening": "", "open_bets": true, "bomb_to": "chosen", "name_lead": false, "reenter": true, "out_bonus": "immediate", "last_hand": "last_out", "slam": false, "points": "printed", "bet_multiplier": 1, "next_round": "trailing_leads", "suggested_rounds": [6, 8], "suggested_goal": [250, 350], "bets": [15, 30, 45], "bet_rule": "out", "bets_until": "first-out", "failed_bet_to": "first_out", "haggis_to": "first_out", "sets": false, "top_rank": 10, "tie": "shared", "suits": 5, "copies": 1, "has_haggis": true},
  "tatties-3": {"older": false, "minutes": 30, "players": 3, "haggis_size": 3, "hand_size": 14, "partners": false, "opening": "auction", "open_bets": false, "bomb_to": "winner", "name_lead": false, "reenter": true, "out_bonus": "trick", "last_hand": "first_out", "slam": false, "points": "flat", "bet_multiplier": 1, "next_round": "leader_deals", "suggested_rounds": [6, 9], "suggested_goal": [250, 350], "bets": [15, 30, 45], "bet_rule": "out", "bets_until": "first-out", "failed_bet_to": "first_out", "haggis_to": "first_out", "sets": false, "top_rank": 10, "tie": "shared", "suits": 5, "copies": 1, "has_haggis": true},
  "neeps-4": {"older": false, "minutes": 40, "players": 4, "haggis_size": 0, "hand_size": 18, "partners": true, "opening": "exchange", "open_bets": true, "bomb_to": "opponents", "name_lead": true, "reenter": true, "out_bonus": "immediate", "last_hand": "first_out", "slam": true, "points": "flat", "bet_multiplier": 2, "next_round": "trailing_leads", "suggested_rounds": [4, 6], "suggested_goal": [350, 550], "bets": [15, 30, 45], "bet_rule": "out", "bets_until": "first-out", "failed_bet_to": "first_out", "haggis_to": "first_out", "sets": false, "top_rank": 10, "tie": "shared", "suits": 4, "copies": 2, "has_haggis": false},
  "tatties-3-2024": {"older": true, "minutes": 30, "players": 3, "haggis_size": 3, "hand_size": 14, "partners": false, "opening": "auction", "open_bets": false, "bomb_to": "winner", "name_lead": false, "reenter": false, "out_bonus": "trick", "last_hand": "first_out", "slam": false, "points": "flat", "bet_multiplier": 1, "next_round": "leader_deals", "suggested_rounds": [6, 9], "suggested_goal": [250, 350], "bets": [15, 30, 45], "bet_rule": "out", "bets_until": "first-out", "failed_bet_to": "first_out", "haggis_to": "first_out", "sets": false, "top_rank": 10, "tie": "shared", "suits": 5, "copies": 1, "has_haggis": true},
  "neeps-4-2024": {"older": true, "minutes": 40, "players": 4, "haggis_size": 0, "hand_size": 18, "partners": true, "opening": "exchange", "open_bets": true, "bomb_to": "chosen", "name_lead": true, "reenter": true, "out_bonus": "immediate", "last_hand": "first_out", "slam": false, "points": "flat", "bet_multiplier": 2, "next_round": "leader_deals", "suggested_rounds": [4, 6], "suggested_goal": [350, 550], "bets": [15, 30, 45], "bet_rule": "out", "bets_until": "first-out", "failed_bet_to": "first_out", "haggis_to": "first_out", "sets": false, "top_rank": 10, "tie": "shared", "suits": 4, "copies": 2, "has_haggis": false},
  "haggis-2-2010": {"older": true, "minutes": 15, "players": 2, "haggis_size": 8, "hand_size": 14, "partners": false, "opening": "", "open_bets": true, "bomb_to": "chosen", "name_lead": false, "reenter": null, "out_bonus": "immediate", "last_hand": "first_out", "slam": false, "points": "printed", "bet_multiplier": 1, "next_round": "leader_deals", "suggested_rounds": null, "suggested_goal": [250, 350], "bets": [15, 30], "bet_rule": "out", "bets_until": "first-card", "failed_bet_to": "first_out", "haggis_to": "first_out", "sets": true, "top_rank": 13, "tie": "play_on", "suits": 4, "copies": 1, "has_haggis": true},
  "haggis-3-2010": {"older": true, "minutes": 30, "players": 3, "haggis_size": 3, "hand_size": 14, "partners": false, "opening": "", "open_bets": true, "bomb_to": "chosen", "name_lead": false, "reenter": true, "out_bonus": "immediate", "last_hand": "first_out", "slam": false, "points": "printed", "bet_multiplier": 1, "next_round": "leader_deals", "suggested_rounds": null, "suggested_goal": [250, 350], "bets": [15, 30], "bet_rule": "out", "bets_until": "first-card", "failed_bet_to": "without_bet", "haggis_to": "first_out", "sets": true, "top_rank": 13, "tie": "play_on", "suits": 5, "copies": 1, "has_haggis": true}
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
export type GameFacts = Omit<(typeof GAMES)[Preset], "points" | "sets" | "bet_rule" | "bets_until" | "failed_bet_to" | "bomb_to" | "out_bonus" | "haggis_to" | "last_hand" | "reenter" | "tie"> & {
  points: "printed" | "flat" | (typeof GAMES)[Preset]["points"]
  sets: true | false | (typeof GAMES)[Preset]["sets"]
  bet_rule: "out" | "score" | (typeof GAMES)[Preset]["bet_rule"]
  bets_until: "first-out" | "first-card" | (typeof GAMES)[Preset]["bets_until"]
  failed_bet_to: "first_out" | "without_bet" | (typeof GAMES)[Preset]["failed_bet_to"]
  bomb_to: "winner" | "opponents" | "chosen" | "previous" | (typeof GAMES)[Preset]["bomb_to"]
  out_bonus: "immediate" | "trick" | (typeof GAMES)[Preset]["out_bonus"]
  haggis_to: "first_out" | "last_to_play" | (typeof GAMES)[Preset]["haggis_to"]
  last_hand: "first_out" | "last_out" | "nobody" | (typeof GAMES)[Preset]["last_hand"]
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
