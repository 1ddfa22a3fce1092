// A network on its way into this page: which one, how much of it is here, or that it does not come.
import type { NetworkName } from '../core/instance'

const SOON = 300 // ms; what comes from the cache is here sooner, and nobody needs to hear of it

class Weights {
  network = $state<NetworkName | null>(null) // the one that is being fetched
  fetched = $state(0) // bytes
  lost = $state(false) // the last one could not be fetched

  /** Shows how a download goes on, until it ends. */
  follow(network: NetworkName, file: Promise<unknown>): void {
    this.fetched = 0
    const timer = setTimeout(() => (this.network = network), SOON)
    const end = () => {
      clearTimeout(timer)
      this.network = null
    }
    file.then(end, end)
  }

  /** Tells whether the last one could be fetched. */
  tell(lost: boolean): void {
    this.lost = lost
  }
}

export const weights = new Weights()
