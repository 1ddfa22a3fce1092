// A worker of the core: it holds one instance and does what it is told, one order after the other.
import { Instance } from './instance'
import type { Answer, Order, Results } from './messages'
import { readNpz } from './npz'

let instance: Instance

const actions: { [D in Order['do']]: (order: Extract<Order, { do: D }>) => Results[D] } = {
  open: ({ module }) => void (instance = new Instance(module)),
  load: ({ network, file }) => instance.makeNetwork(network, readNpz(new Uint8Array(file))),
  decide: ({ task }) => instance.decide(task),
  begin: ({ task, member, size }) => instance.think(task, member, size),
  work: () => instance.work(),
  advance: ({ shared }) => {
    for (const bytes of shared) instance.absorb(bytes)
    return instance.advance()
  },
  conclude: () => instance.conclude(),
  position: ({ position, stakes }) => instance.setPosition(position, stakes),
  perft: ({ depth }) => instance.perft(depth),
  opinion: ({ seat, network }) => instance.opinion(seat, network),
  weigh: ({ seat, seed, iterations, required }) => instance.weigh(seat, seed, iterations, required),
  outcomes: ({ seat, seed, places, ...rest }) => instance.outcomes(seat, seed, places, rest),
  solve: ({ seat, places }) => instance.solve(seat, places),
  analyse: ({ seat, nodes }) => instance.analyse(seat, nodes),
  bet: ({ seat, chance }) => instance.bet(seat, chance),
}

function follow<D extends Order['do']>(order: Extract<Order, { do: D }>): Results[D] {
  return actions[order.do as D](order)
}

self.addEventListener('message', ({ data }: MessageEvent<Order>) => {
  let answer: Answer
  try {
    answer = { value: follow(data) }
  } catch (error) {
    // What the core was doing is cut off in the middle, so a new instance takes its place.
    if (data.do !== 'open') instance = new Instance(instance.module)
    answer = { error: error instanceof Error ? error.message : String(error) }
  }
  self.postMessage(answer)
})
