// A match to look back at. The server replays a record by the rules (POST /api/replay) and says what everybody could
// see after each action, as changes of a spectator's view, and besides all hands and the haggis.
import type { Replay, View } from '../net/messages'

/** What the page shows after an action. */
export interface Frame {
  view: View
  hands: string[]
  haggis: string
  action: string | null
}

/** All frames, the deal first. */
export function frames(replay: Replay): Frame[] {
  const all: Frame[] = [{ view: replay.view, hands: replay.hands, haggis: replay.haggis, action: null }]
  for (const step of replay.steps) {
    const before = all[all.length - 1]!.view
    const log = step.changes.log ?? [...before.log, step.action]
    all.push({ view: { ...before, ...step.changes, log }, hands: step.hands, haggis: step.haggis, action: step.action })
  }
  return all
}

/** The frames at which a trick or a round begins, to jump to. */
export function stops(all: readonly Frame[]): number[] {
  const found: number[] = []
  all.forEach(({ view }, i) => {
    const before = all[i - 1]?.view
    if (!before || view.round !== before.round || view.tricks.length !== before.tricks.length || view.winners)
      found.push(i)
  })
  return found
}
