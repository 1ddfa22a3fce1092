// The order of the cards in hand: by suit, rank or combination, or as the player has laid them. Cards have ids, because
// in a double deck two are alike: `6b` and `6b'`.
import { byRank, bySuit, count, isCourt, rankOf, suitOf } from './cards'

export const SORTS = ['suit', 'rank', 'combination', 'free'] as const
export type Sort = (typeof SORTS)[number]

export function cardOf(id: string): string {
  return id.replace("'", '')
}

/** The ids of a hand's cards; ids that were there stay, those in `gone` go first. */
export function identify(
  hand: readonly string[],
  known: readonly string[] = [],
  gone: ReadonlySet<string> = new Set(),
): string[] {
  const left = count(hand)
  const kept: string[] = []
  for (const id of [...known.filter((id) => !gone.has(id)), ...known.filter((id) => gone.has(id))]) {
    const number = left.get(cardOf(id)) ?? 0
    if (number > 0) {
      left.set(cardOf(id), number - 1)
      kept.push(id)
    }
  }
  const stay = known.filter((id) => kept.includes(id))
  for (const [card, number] of left) {
    for (let i = 0; i < number; i++) stay.push(stay.includes(card) ? card + "'" : card)
  }
  return stay
}

/** Ids in the order of a sort; `free` keeps the order that they have. */
export function arrange(ids: readonly string[], sort: Sort): string[] {
  if (sort === 'free') return [...ids]
  const order = sort === 'rank' ? byRank : bySuit
  const sorted = [...ids].sort((a, b) => order(cardOf(a), cardOf(b)))
  return sort === 'combination' ? combined(sorted) : sorted
}

/** Runs of one suit first, then pairs of suits over neighbouring ranks, then what is left by rank, courts at the end. */
function combined(sorted: readonly string[]): string[] {
  const courts = sorted.filter((id) => isCourt(cardOf(id)))
  let rest = sorted.filter((id) => !isCourt(cardOf(id)))
  const out: string[] = []
  const take = (group: string[]) => {
    out.push(...group)
    rest = rest.filter((id) => !group.includes(id))
  }
  for (let run = longestRun(rest); run.length >= 3; run = longestRun(rest)) take(run)
  for (let stair = firstStair(rest); stair.length; stair = firstStair(rest)) take(stair)
  return [...out, ...rest.sort((a, b) => byRank(cardOf(a), cardOf(b))), ...courts]
}

function longestRun(ids: readonly string[]): string[] {
  let best: string[] = []
  for (const start of ids) {
    const run = [start]
    for (;;) {
      const last = cardOf(run[run.length - 1]!)
      const next = ids.find((id) => suitOf(cardOf(id)) === suitOf(last) && rankOf(cardOf(id)) === rankOf(last) + 1)
      if (!next) break
      run.push(next)
    }
    if (run.length > best.length) best = run
  }
  return best
}

function firstStair(ids: readonly string[]): string[] {
  const at = (rank: number) => ids.filter((id) => rankOf(cardOf(id)) === rank)
  for (let rank = 2; rank < 10; rank++) {
    const low = at(rank)
    const high = at(rank + 1)
    const lines: string[] = []
    const used = new Set<string>()
    for (const id of low) {
      const over = high.find((other) => suitOf(cardOf(other)) === suitOf(cardOf(id)) && !used.has(other))
      if (over) {
        used.add(over)
        lines.push(id, over)
      }
    }
    if (lines.length >= 4) return lines
  }
  return []
}

/** A card put before or behind another one. */
export function move(ids: readonly string[], id: string, to: number): string[] {
  const from = ids.indexOf(id)
  if (from < 0) return [...ids]
  const rest = ids.filter((other) => other !== id)
  rest.splice(Math.max(0, Math.min(to, rest.length)), 0, id)
  return rest
}
