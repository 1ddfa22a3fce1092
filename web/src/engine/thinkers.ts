// Bots that Python does not have in a browser: those of the C++ core.
import type { Question } from './protocol'

/** Their levels. */
export const thinkers: string[] = []

/** What such a bot does, and why: JSON of the two. */
export async function think(_: Question & { what: 'think' }): Promise<string> {
  return ''
}
