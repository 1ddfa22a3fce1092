// Who answers; it is decided here and nowhere else. Where there is a server, it answers everything. The page answers by
// itself on a site without a server, for what lies in this browser (ids of such tables and records start with `local-`),
// and, as far as it can, while the server cannot be reached.
import { refusalWords } from '../game/sentences'
import { hasServer } from '../platform/place'
import { LOCAL } from '../protocol/facts'
import type { Problem } from '../protocol/messages'
import { t } from '../words'
import { Refusal } from './refusal'

const AT_MOST = 20_000 // ms; a server that says nothing for so long cannot be reached

/** Whether a table, or a record, lies in this browser. */
export const isHere = (id: string) => id.startsWith(LOCAL)

/** `here`: how the page does it, if not as the server would. */
export async function request<T>(
  method: string,
  path: string,
  body?: unknown,
  here = () => askPage<T>(method, path, body),
): Promise<T> {
  if (!hasServer || path.split('/').some(isHere)) return here()
  try {
    return await askServer<T>(method, path, body)
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

async function askPage<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await (await page()).request(method, path, body)) as T
}

async function askServer<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, credentials: 'same-origin', signal: AbortSignal.timeout(AT_MOST) }
  if (body !== undefined) {
    init.body = JSON.stringify(body)
    init.headers = { 'content-type': 'application/json' }
  }
  let answer: Response
  try {
    answer = await fetch(path, init)
  } catch {
    throw new Refusal('offline', t('net.offline'), 0)
  }
  if (!answer.ok) {
    const problem = (await answer.json().catch(() => null)) as Problem | null
    throw new Refusal(
      problem?.code ?? 'internal',
      problem ? refusalWords(problem) : t('net.status', { status: answer.status }),
      answer.status,
    )
  }
  return (await answer.json()) as T
}
