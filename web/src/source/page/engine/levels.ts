// Which levels of bots run where.
import { LEVELS_IN_BROWSERS } from '../../../protocol/facts'

/** Whether a bot needs the C++ core; the others are Python's own. */
export const isCore = (spec: string) => !/^(greedy|random)\b/.test(spec)

/** The levels that run in any browser at once. */
export const LEVELS_HERE = Object.entries(LEVELS_IN_BROWSERS).flatMap(([level, spec]) => (isCore(spec) ? [] : [level]))
