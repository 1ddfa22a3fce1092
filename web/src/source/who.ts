// Who answers; it is decided here and nowhere else. Where there is a server, it answers everything. The page answers by
// itself on a site without a server, for what lies in this browser (ids of such tables and records start with `local-`),
// and, as far as it can, while the server cannot be reached.
import { isCheap } from '../platform/offline'
import { hasServer } from '../platform/place'
import { LOCAL } from '../protocol/facts'
import { t } from '../words'
import { places, type Answer, type Given, type Operation } from './door'
import { Refusal } from './refusal'
import { server } from './server'

/** Whether a table, or a record, lies in this browser. */
export const isHere = (id: string) => id.startsWith(LOCAL)

/** `signal` says when nobody waits any longer; `here` is how the page does it, if not as the server would. */
export async function ask<O extends Operation, Here = Answer<O>>(
  operation: O,
  given: Given<O>,
  {
    signal,
    here = async () => (await page()).page(operation, given),
  }: { signal?: AbortSignal | undefined; here?: () => Promise<Answer<O> | Here> } = {},
): Promise<Answer<O> | Here> {
  if (!hasServer || places(operation, given).some(isHere)) return here()
  try {
    return await server(operation, given, signal)
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'offline')) throw error
    return await here().catch(() => {
      throw error // what only the server knows
    })
  }
}

/** What answers in the page; its code may not have come yet. */
export const page = () =>
  import('./page/answers').catch(() => {
    throw new Refusal('offline', t('net.offline'), 0)
  })

/** Where the page answers everything, its engine starts while one still looks around, if that costs nobody anything. */
export function startEarly(): void {
  if (!hasServer && isCheap()) void page().then(({ start }) => start().catch(() => undefined))
}
