// Made by scripts/web_data.py; do not edit.
export const ROUTES = [
  "table",
  "replay",
  "review",
  "practice",
  "puzzles",
  "analysis",
  "rules",
  "learn",
  "matches",
  "people",
  "daily",
  "challenge",
  "ratings",
  "profile",
  "score"
] as const
export type Route = (typeof ROUTES)[number]
export const MOST_MISSED = 3
export const GUEST = "Guest" // who has not said how to be called
export const LOCAL = "local-"
export const DAY = 86400 // seconds
export const SENT = "sent-"
export const LEVELS = {
  "beginner": "person:beginner",
  "novice": "person:novice",
  "club": "person:club",
  "expert": "person:expert",
  "master": "foresight:800ms"
} as const
export const CHARACTERS = {
  "beginner": ["Kirsty", "Lachlan", "Effie", "Struan", "Bonnie"],
  "novice": ["Isla", "Hamish", "Morag", "Fergus", "Elspeth"],
  "club": ["Callum", "Ailsa", "Duncan", "Catriona", "Rory"],
  "expert": ["Sorcha", "Murdo", "Iona", "Gregor", "Una"],
  "master": ["Fiona", "Angus", "Mairi", "Ewan", "Greer"],
  "random": ["Tam", "Senga", "Dougal", "Jessie"]
} as const
export type Character = (typeof CHARACTERS)[keyof typeof CHARACTERS][number]
