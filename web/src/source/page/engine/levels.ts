// Which levels of bots run where.
import { LEVELS } from '../../../protocol/facts'

/** All levels; their bots ask the C++ core. */
export const LEVEL_NAMES = Object.keys(LEVELS)

/** What a browser without the core offers: a simpler bot plays them there, and the page says so. */
export const WITHOUT_CORE = ['novice', 'club']
