// What moves and sounds when something is played; called before the change is drawn, so that places can be measured.
import { tick } from 'svelte'
import { logLine, type Names } from '../game/words'
import type { View } from '../net/messages'
import type { Change } from '../net/table.svelte'
import { settings } from '../ui/settings.svelte'
import { deal, flyFrom, flyTo, shock } from './flights'
import type { Sound } from './sound'

export async function perform(change: Change, board: HTMLElement | undefined, names: Names): Promise<void> {
  const { event, before, after } = change
  const kind = event && logLine(event.action, names).kind
  const played = event?.action.split(' ')[1] === 'play'
  if (settings.sounds) {
    const yours = names.me !== null && after.to_act.includes(names.me) && !before.to_act.includes(names.me)
    void sound(kind === 'bomb' ? 'bomb' : !event ? 'out' : played ? 'card' : 'pass', yours && !!event)
  }
  if (!board) return
  if (after.tricks.length > before.tricks.length && !played) collect(board, after)
  const from = event && played ? places(board, event.seat, names.me) : []
  await tick()
  if (from.length) flyFrom(board.querySelectorAll('[data-top] .card'), from)
  if (kind === 'bomb') shock(board)
  if (after.round > before.round) deal(board.querySelectorAll('.lift'))
}

/** A won trick goes to the winner, or, bombed, visibly to the one who gets it. */
function collect(board: HTMLElement, { tricks, seats }: View): void {
  const { side, winner } = tricks[tricks.length - 1]!
  const to = seats[winner]!.side === side ? winner : seats.findIndex((seat) => seat.side === side)
  const top = board.querySelector('[data-top]')
  const plate = board.querySelector(`[data-seat="${to}"]`)
  if (top && plate) flyTo(top, plate.getBoundingClientRect())
}

/** Where played cards come from: out of the own hand, or from the seat. */
function places(board: HTMLElement, seat: number, me: number | null): DOMRect[] {
  const own = seat === me ? [...board.querySelectorAll('.slot.picked')] : []
  const plate = board.querySelector(`[data-seat="${seat}"]`)
  return (own.length ? own : plate ? [plate] : []).map((one) => one.getBoundingClientRect())
}

async function sound(kind: Sound, turn: boolean): Promise<void> {
  const { SOUNDS, speakers } = await import('./sound')
  SOUNDS[kind](speakers())
  if (turn) SOUNDS.turn(speakers())
}
