// The C++ core, as Python asks it: bots, hints and reviews. It is fetched when something is first asked of it.
import large, { size as largeSize } from 'packaged:weights.npz'
import quick, { size as quickSize } from 'packaged:quick.npz'
import { missing } from '../core/support'
import type { Core } from '../core/core'
import type { NetworkName } from '../core/instance'
import type { Order } from '../core/messages'
import { Refusal } from '../../refusal'
import { fileAt } from '../../../platform/place'
import { LEVEL_NAMES } from './levels'
import { weights } from './weights.svelte'

/** The networks, in bytes. */
export const SIZES: Record<NetworkName, number> = { large: largeSize, quick: quickSize }

const BUILT = Object.keys(import.meta.glob('../../../../core/dist/haggis.wasm')).length > 0

/** The levels that it plays; none if the client was built without the core, or this browser cannot run it. */
export const thinkers: string[] = BUILT && !missing() ? LEVEL_NAMES : []

type Given<D extends Order['do']> = Omit<Extract<Order, { do: D }>, 'do'>
/** What browser/core.py asks for: an order of the core, with positions and stakes in base64. */
type Asked = { position: string; stakes?: string; seat: number } & (
  | { do: 'decide'; spec: string; seeds: string[] }
  | { do: 'opinion'; network: NetworkName }
  | ({ do: 'weigh' } & Given<'weigh'>)
  | ({ do: 'outcomes' } & Given<'outcomes'>)
  | ({ do: 'solve' } & Given<'solve'>)
  | ({ do: 'analyse' } & Given<'analyse'>)
  | ({ do: 'bet' } & Given<'bet'>)
)

let opened: Promise<Core> | undefined

/** What the core says to an order; both are JSON. */
export async function ask(order: string): Promise<string> {
  if (!thinkers.length) return ''
  const [{ Core }, { parseSpec }] = await Promise.all([import('../core/core'), import('../core/spec')])
  opened ??= Core.open({
    weights: { large: fileAt(large), quick: fileAt(quick) },
    begun: (network, file) => weights.follow(network, file),
    progress: (_, fetched) => (weights.fetched = fetched),
  })
  try {
    const core = await opened
    const asked = JSON.parse(order) as Asked
    const [position, stakes] = [bytes(asked.position), bytes(asked.stakes ?? '')]
    const { seat } = asked
    const answer = async () => {
      switch (asked.do) {
        case 'decide':
          return core.decide({ ...parseSpec(asked.spec)!, seat, seeds: asked.seeds, position, stakes })
        case 'opinion':
          return core.opinion(position, seat, asked.network)
        case 'weigh':
          return core.weigh(position, seat, asked.seed, asked.iterations, asked.required)
        case 'outcomes':
          return Array.from(await core.outcomes(position, asked))
        case 'solve':
          return core.solve(position, seat, asked.places)
        case 'analyse':
          return core.analyse(position, seat, asked.nodes)
        case 'bet':
          return core.bet(position, stakes, seat, asked.chance)
      }
    }
    const answered = JSON.stringify(await answer()) // NaN becomes null
    weights.tell(false)
    return answered
  } catch (error) {
    ;(await opened.catch(() => undefined))?.close()
    opened = undefined // the next one tries again
    weights.tell(error instanceof Refusal && error.code === 'offline')
    throw error
  }
}

const bytes = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
