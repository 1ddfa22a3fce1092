// Which decisions are exercises, and when they come back.
import type { Decision, Mistake, Mistakes, Review } from '../protocol/messages'
import { t } from '../words'
import type { Task } from './exercise.svelte'

const COUNTS: readonly Decision['verdict'][] = ['mistake', 'blunder']

/** The mistakes of a seat, the worst first; without any, its inaccuracies. The one that an address names is among them. */
export function mistakesOf(review: Review, seat: number, hash = ''): Decision[] {
  const own = review.decisions.filter((one) => one.seat === seat && one.verdict !== 'good')
  const grave = own.filter((one) => COUNTS.includes(one.verdict) || isAt(one, hash))
  return (grave.length ? grave : own).sort((a, b) => b.loss - a.loss)
}

/** Whose mistakes are to be tried: those of the seat that decided where an address points, else the own ones. */
export function seatOf(review: Review, hash: string): number | null {
  return review.decisions.find((one) => one.verdict !== 'good' && isAt(one, hash))?.seat ?? review.seat
}

/** What an exercise needs to know of a decision, or of a mistake that was kept. */
export function taskOf(record: string, { round, index, loss, kind, theme }: Decision | Mistake): Task {
  return { record, round, index, loss, kind, theme }
}

export function themeWords(theme: Task['theme']): string {
  return theme ? t('practice.theme', { is: theme }) : ''
}

/** The task that an address names, as in `#2.14`: its place among the tasks. */
export function placeOf(tasks: readonly Task[], hash: string): number {
  return Math.max(
    0,
    tasks.findIndex((one) => isAt(one, hash)),
  )
}
function isAt({ round, index }: Pick<Task, 'round' | 'index'>, hash: string): boolean {
  return hash === `#${round}.${index}`
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** When something comes back. */
export function dueWords(seconds: number): string {
  if (seconds < MINUTE) return t('practice.due', { is: 'now', n: 0 })
  if (seconds < HOUR) return t('practice.due', { is: 'minutes', n: Math.ceil(seconds / MINUTE) })
  if (seconds < DAY - HOUR) return t('practice.due', { is: 'hours', n: Math.round(seconds / HOUR) })
  return t('practice.due', { is: 'days', n: Math.round(seconds / DAY) })
}

/** What the bank has for today. */
export function bankState({ due, kept, solved }: Mistakes): 'due' | 'later' | 'solved' | 'empty' {
  if (due.length) return 'due'
  if (kept) return 'later'
  return solved ? 'solved' : 'empty'
}

/** After how many days a mistake comes back, each time that it is solved; the server keeps to them. */
export const DAYS = [1, 3, 7, 16, 35]
