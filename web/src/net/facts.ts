// Made by scripts/web_data.py; do not edit.
export const ROUTES = [
  "table",
  "replay",
  "rules",
  "learn"
] as const
export type Route = (typeof ROUTES)[number]
