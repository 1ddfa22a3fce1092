// Whether people are there, in words: at the seat, and as lines in the chat.
import type { SeatInfo, Table, TableInfo, View } from '../protocol/messages'
import { t } from '../words'
import { readEntry } from './action'
import { signs } from './cards'
import { levelName, person, type Names } from './words'

/** What happened at a table besides the game, in words. */
export interface TableLine {
  key: number
  seq: number // it came after the entry of this number
  text: string
  lost?: number // the seat that has lost the connection: as long as a bot is due to play for it, the line counts down
}

/** `0:32`; `5 h 20 min` and `2 days 4 h` where there is that much time. */
export function clockText(seconds: number): string {
  const hours = Math.floor(seconds / 3600)
  if (hours >= 24) return t('seat.days', { n: Math.floor(hours / 24), hours: hours % 24 })
  if (hours) return t('seat.hours', { hours, minutes: Math.floor((seconds % 3600) / 60) })
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/**
 * A few words at the seat; none for a person who is there. `grace`: seconds until a bot plays for them. `short`: where
 * there is little room; that a bot is a bot, the portrait shows.
 */
export function seatWords(info: SeatInfo, grace: number | null, short = false): string {
  if (info.kind === 'bot')
    return short ? levelName(info.level ?? '') : t('seat.bot', { level: levelName(info.level ?? '') })
  if (info.kind === 'open') return ''
  if (info.away) return t('seat.away', { is: info.away })
  if (info.connected) return ''
  return grace === null ? t('seat.gone') : t('seat.grace', { is: short ? 'short' : 'long', time: clockText(grace) })
}

/** The line about somebody who has lost the connection; `grace`: seconds until a bot plays for them, if one will. */
export function lostWords(name: string, grace: number | null): string {
  return grace === null ? t('lines.lost', { name }) : t('lines.lostBot', { name, time: clockText(grace) })
}

/** What an event of the table says to people, besides the wish to take something back. */
export function tableWords({ what, seat, table }: Table, before: TableInfo | null, names: Names): string[] {
  const said: string[] = []
  const at = seat ?? null
  if (at !== null && at !== names.me) {
    const name = table.seats[at]?.name ?? before?.seats[at]?.name ?? ''
    const away = table.seats[at]?.away
    if (what === 'sit' && table.match === 0) said.push(t('lines.sit', { name }))
    if (what === 'back') said.push(t('lines.back', { name }))
    if (what === 'away') said.push(t('lines.away', { is: away === 'clock' ? 'clock' : 'gone', name }))
    if (what === 'leave') said.push(t('lines.leave', { is: away === 'left' ? 'match' : 'table', name }))
    if (what === 'kick') said.push(t('lines.kick', { name: before?.seats[at]?.name ?? name }))
  }
  const { host } = table
  if (before && host !== null && before.host !== null && host !== before.host)
    said.push(t('lines.host', { ...person(names, host), name: table.seats[host]?.name ?? '' }))
  return said
}

/** The action that somebody wants to take back, in a few words. */
export function takenAction(view: View | null, seat: number): string {
  const entry = view?.log.findLast((one) => one.startsWith(`${seat} `)) ?? ''
  const { verb, value, cells } = readEntry(entry)
  if (verb === 'play') return signs(cells.map((cell) => cell.card))
  if (verb === 'bet' || verb === 'bid') return t('undo.value', { is: verb, value })
  return t('undo.action', { is: verb === 'pass' || verb === 'give' || verb === 'bury' ? verb : 'other' })
}

/** What has come of a wish to take something back; `view` is the one before it. */
export function undoWords(event: Table, before: TableInfo | null, view: View | null, names: Names): string | null {
  const seat = before?.undo?.seat ?? (event.what === 'undo' ? event.seat : null)
  if (seat === null || seat === undefined || event.table.undo) return null
  const one = person(names, seat)
  if (event.view) return t('undo.done', { ...one, action: takenAction(view, seat) })
  if (event.what !== 'consent') return null
  if (event.seat === null || event.seat === undefined) return t('undo.nobody')
  return event.seat === seat ? t('undo.dropped', one) : t('undo.refused', person(names, event.seat))
}

/** Whether I can ask to take back what I did last in this round. */
export function canTakeBack(table: TableInfo | null, view: View | null, seat: number | null): boolean {
  if (!table?.take_backs || table.status !== 'playing' || table.paused || table.undo || !view || seat === null)
    return false
  return !view.winners && view.log.some((entry) => entry.startsWith(`${seat} `))
}
