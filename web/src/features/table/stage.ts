// What moves and sounds when something is played; called before the change is drawn, so that places can be measured.
import { tick } from 'svelte'
import { readEntry } from '../../game/action'
import { logLine, type Names } from '../../game/words'
import { t } from '../../words'
import type { View } from '../../protocol/messages'
import type { Change } from '../../source/table.svelte'
import { cue } from '../../board/cues'
import { deal, flyFrom, flyTo, lightUp, rise, shock } from '../../board/flights'
import '../../board/moves.css'

export async function perform(change: Change, board: HTMLElement | undefined, names: Names): Promise<void> {
  const { event, before, after } = change
  const kind = event && logLine(event.action, names).kind
  const played = event && readEntry(event.action).verb === 'play'
  cue(change, names)
  if (!board) return
  if (after.tricks.length > before.tricks.length && !played) collect(board, before, after)
  const from = event && played ? places(board, event.seat, names.me) : []
  await tick()
  if (from.length) flyFrom(board.querySelectorAll('[data-top] .card'), from)
  if (kind === 'bomb') shock(board)
  const seat = after.out.length > before.out.length ? after.out[after.out.length - 1] : undefined
  const plate = board.querySelector(`[data-seat="${seat}"]`)
  if (event && plate) rise(t('ending.out'), plate.getBoundingClientRect(), 'out')
  const hand = board.querySelector('.hand')
  if (hand && event && yours(after, names) && !yours(before, names)) lightUp(hand)
}

/** The cards of a new round come from the middle of the table. */
export function dealOut(board: HTMLElement): void {
  const { left, top, width, height } = board.getBoundingClientRect()
  const deck = new DOMRect(left + width / 2, top + height * 0.42, 0, 0)
  deal(board.querySelectorAll('.lift'), deck, board.querySelectorAll('[data-seat]:not([data-mine])'))
}

function yours({ to_act }: View, { me }: Names): boolean {
  return me !== null && to_act.includes(me)
}

/** A won trick goes to the winner's pile, or, bombed, visibly to the one who gets it; its points rise there. */
function collect(board: HTMLElement, before: View, { tricks, seats, piles }: View): void {
  const { side, winner } = tricks[tricks.length - 1]!
  const to = seats[winner]!.side === side ? winner : seats.findIndex((seat) => seat.side === side)
  const top = board.querySelector('[data-top]')
  const plate = board.querySelector(`[data-seat="${to}"]`)
  const pile = plate?.querySelector('[data-pile-points]') ?? board.querySelector(`[data-pile="${to}"]`) ?? plate
  if (!pile) return
  const place = pile.getBoundingClientRect()
  if (top) flyTo(top, place)
  const points = piles[side]!.points - before.piles[side]!.points
  if (points) rise(t('trick.points', { points }), place, 'points')
}

/** Where played cards come from: out of the own hand, or from the seat. */
function places(board: HTMLElement, seat: number, me: number | null): DOMRect[] {
  const own = seat === me ? [...board.querySelectorAll('.slot.picked')] : []
  const plate = board.querySelector(`[data-seat="${seat}"]`)
  return (own.length ? own : plate ? [plate] : []).map((one) => one.getBoundingClientRect())
}
