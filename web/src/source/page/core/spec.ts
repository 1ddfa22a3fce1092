// What a bot's spec says, as in `foresight:800ms` or `search:1000it` (haggis_cards/bots/search.py).
import type { BotName } from './instance'

const SPEC = /^(?:(neural)|(search|foresight)(?::(\d{1,9})(ms|s|it)(?::\d+)?)?)$/
const UNITS = { ms: 0.001, s: 1 }
const USUAL = { iterations: 0, seconds: 0.5 }

/** The bot and its effort; undefined for a bot that the core does not have. */
export function parseSpec(spec: string): { bot: BotName; iterations: number; seconds: number } | undefined {
  const [found, neural, bot = neural, number, unit] = SPEC.exec(spec) ?? []
  if (!found) return undefined
  if (!number) return { bot: bot as BotName, ...USUAL }
  const [iterations, seconds] = unit === 'it' ? [Number(number), 0] : [0, Number(number) * UNITS[unit as 's' | 'ms']]
  return { bot: bot as BotName, iterations, seconds }
}
