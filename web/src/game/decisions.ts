// What a review says, ready to be shown: the decisions that are looked at, the worst of them, and steps from one to the
// next. Points are points ahead: those of a side less the mean of the others'.
import type { CandidateData, Decision, RoundSummary } from '../protocol/messages'
import { CERTAINTY, CLASSES, EQUAL } from '../protocol/classes'

export type Verdict = Decision['verdict']

/** A decision with its place in the review, which says which of two at one action is meant. */
export interface Judged extends Decision {
  at: number
}

/** The decisions of one seat; null: of all. */
export function ofSeat(all: readonly Judged[], seat: number | null): Judged[] {
  return all.filter((one) => seat === null || one.seat === seat)
}

export const isBad = (one: { verdict: Verdict }) => one.verdict !== 'good'

/** Those that cost most, the worst first. */
export function worst(all: readonly Judged[], most = 3): Judged[] {
  return all
    .filter(isBad)
    .sort((a, b) => b.loss - a.loss || a.at - b.at)
    .slice(0, most)
}

/** What is expected after the action that was made. */
export const valueMade = (one: Decision) => one.value - one.loss

/** How a candidate compares with the best one. */
export type Standing = 'best' | 'equal' | 'behind'

export function standing(decision: Decision, candidate: CandidateData): Standing {
  if (candidate.action === decision.best) return 'best'
  const { behind, error } = candidate
  return behind < EQUAL || behind < CERTAINTY * error ? 'equal' : 'behind'
}

/** Other answers as good as the best one, which the action made is not. */
export function asGood(decision: Decision): CandidateData[] {
  return decision.candidates
    .filter((one) => one.action !== decision.best && one.action !== decision.made && one.behind < EQUAL)
    .slice(0, 2)
}

/** Where a step leads from a decision; the place stays where there is nothing further. */
export function step(all: readonly Judged[], at: number, by: 1 | -1, fits: (one: Judged) => boolean = () => true) {
  const found = by > 0 ? all.find((one) => one.at > at && fits(one)) : all.findLast((one) => one.at < at && fits(one))
  return found?.at ?? at
}

/** The decision that an address names as `#round.index`: the worst, where one action decides two things. */
export function named(all: readonly Judged[], hash: string): Judged | undefined {
  const [, round, index] = /^#?(\d+)\.(\d+)$/.exec(hash) ?? []
  return worstFirst(all.filter((one) => one.round === Number(round) && one.index === Number(index)))
}
const worstFirst = (few: Judged[]) => few.sort((a, b) => b.loss - a.loss)[0]

export const BAD = Object.keys(CLASSES) as (keyof typeof CLASSES)[]

/** How many decisions of each class that is not good. */
export function counts(all: readonly Decision[]): [keyof typeof CLASSES, number][] {
  return BAD.map((verdict) => [verdict, all.filter((one) => one.verdict === verdict).length])
}

/** A round's numbers for one side, where they are known. */
export interface Account {
  side: number
  result: number
  luck: number // the par of the deal
  play: number | null // only known when all decisions are judged
  hindsight: number | null
}

export function account(round: RoundSummary, side: number): Account {
  const { result, par, play, hindsight, whole } = round
  return {
    side,
    result: result[side]!,
    luck: par[side]!,
    play: whole ? play[side]! : null,
    hindsight: whole ? hindsight[side]! : null,
  }
}
