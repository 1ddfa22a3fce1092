// Bots that Python does not have in a browser: those of the C++ core, which is fetched when one of them is first asked.
import large from 'weights:weights.npz'
import quick from 'weights:quick.npz'
import { missing } from '../core/support'
import type { Core } from '../core/core'
import { LEVELS_IN_BROWSERS } from '../net/facts'
import { fileAt } from '../net/place'
import { isCore } from './levels'
import type { Question } from './protocol'

const BUILT = Object.keys(import.meta.glob('../../core/dist/haggis.wasm')).length > 0

/** Their levels; none if the client was built without the core, or this browser cannot run it. */
export const thinkers: string[] =
  BUILT && !missing()
    ? Object.entries(LEVELS_IN_BROWSERS).flatMap(([level, spec]) => (isCore(spec) ? [level] : []))
    : []

let opened: Promise<Core> | undefined

/** The place of what such a bot does among the legal actions, -1 for no bet, as text. */
export async function think({ spec, asked }: Question & { what: 'think' }): Promise<string> {
  const [{ Core }, { parseSpec }] = await Promise.all([import('../core/core'), import('../core/spec')])
  opened ??= Core.open({ weights: { large: fileAt(large), quick: fileAt(quick) } })
  try {
    const [position, seat, seeds] = JSON.parse(asked) as [string, number, [string, string]]
    const bytes = Uint8Array.from(atob(position), (letter) => letter.charCodeAt(0))
    const { place } = await (await opened).decide({ ...parseSpec(spec)!, seat, seeds, position: bytes })
    return String(place)
  } catch (error) {
    opened = undefined // the next decision tries again
    throw error
  }
}
