// A match to look back at. The server replays a record by the rules (POST /api/replay) and says what everybody could
// see after each action, as changes of a spectator's view, and besides all hands and the haggis.
import { readEntry } from './action'
import { closing, endsRound } from './closing'
import type { Replay, View } from '../protocol/messages'

/** What the page shows after an action. */
export interface Frame {
  view: View
  hands: string[]
  haggis: string
  action: string | null // null: a deal
}

/** All frames, the deal first. */
export function frames(replay: Replay): Frame[] {
  const all: Frame[] = [{ view: replay.view, hands: replay.hands, haggis: replay.haggis, action: null }]
  for (const step of replay.steps) {
    const { view: before, haggis } = all[all.length - 1]!
    const { action } = step
    const view = { ...before, ...step.changes, log: step.changes.log ?? [...before.log, action] }
    const dealt = endsRound(before, view) && !view.winners
    // The action that ends a round comes with the next deal: first the one is shown, then the other.
    if (dealt) all.push({ view: closing(before, action), hands: view.results.at(-1)!.left, haggis, action })
    all.push({ view, hands: step.hands, haggis: step.haggis, action: dealt ? null : action })
  }
  return all
}

/** The place in the record that a frame shows, and who acts next there; null where a round is over. */
export function placeAt(all: readonly Frame[], at: number): { round: number; index: number; seat: number } | null {
  const next = all[at + 1]?.action
  if (!next) return null
  const deal = all.findLastIndex((one, i) => i <= at && one.action === null)
  return { round: all[at]!.view.round, index: at - deal, seat: readEntry(next).seat }
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
