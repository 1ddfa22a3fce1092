// The session of the table that a component is drawn in: clocks, presence and talk reach the seats by it, not by hand
// from component to component. A replay and a lesson have none.
import { getContext, setContext } from 'svelte'
import type { Session } from './session.svelte'

const KEY = Symbol('session')

export function giveSession(session: Session): void {
  setContext(KEY, session)
}

export function findSession(): Session | undefined {
  return getContext<Session | undefined>(KEY)
}
