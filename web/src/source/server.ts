// What the server answers.
import { refusalWords } from '../game/sentences'
import type { Problem } from '../protocol/messages'
import { t } from '../words'
import { address, type Answer, type Ask, type Given, type Operation } from './door'
import { Refusal } from './refusal'

const AT_MOST = 20_000 // ms; a server that says nothing for so long cannot be reached

export const server: Ask = async <O extends Operation>(operation: O, given: Given<O>, signal?: AbortSignal) => {
  const [method] = operation.split(' ') as [string]
  const limit = AbortSignal.timeout(AT_MOST)
  const init: RequestInit = {
    method,
    credentials: 'same-origin',
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  }
  if ('body' in given) {
    init.body = JSON.stringify(given.body)
    init.headers = { 'content-type': 'application/json' }
  }
  let answer: Response
  try {
    answer = await fetch(address(operation, given), init)
  } catch {
    signal?.throwIfAborted()
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
  return (await answer.json()) as Answer<O>
}
