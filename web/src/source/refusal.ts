// What a server, or this page in its place, refuses: worded from its code and params.
import { Trouble } from '../platform/trouble.svelte'

export class Refusal extends Trouble {
  constructor(
    readonly code: string,
    reason: string,
    readonly status: number,
  ) {
    super(reason)
  }
}
