// Made by scripts/web_data.py; do not edit.
export const ROUTES = [
  "table",
  "replay",
  "review",
  "practice",
  "rules",
  "learn",
  "matches",
  "daily",
  "ratings",
  "score"
] as const
export type Route = (typeof ROUTES)[number]
export const MOST_MISSED = 3
export const LOCAL = "local-"
export const CHARACTERS = {
  "novice": ["Isla", "Hamish", "Morag", "Fergus", "Elspeth"],
  "club": ["Callum", "Ailsa", "Duncan", "Catriona", "Rory"],
  "master": ["Fiona", "Angus", "Mairi", "Ewan", "Greer"],
  "random": ["Tam", "Senga", "Dougal", "Jessie"]
} as const
export type Character = (typeof CHARACTERS)[keyof typeof CHARACTERS][number]
