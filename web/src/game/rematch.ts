// Another match: who has asked for it, whom it waits for, and who has gone.
import type { TableInfo } from '../protocol/messages'

const FILLS = 'club' // a bot that takes a seat where the match had none to follow

export interface RematchSeats {
  asked: number[] // others who want another match
  here: number[] // others who are here and have not said
  gone: number[] // people who are not connected
  open: number[]
  level: string
}

export function seatsOf({ seats }: TableInfo, me: number): RematchSeats {
  const found: RematchSeats = { asked: [], here: [], gone: [], open: [], level: FILLS }
  for (const [seat, { kind, connected, again, level }] of seats.entries()) {
    if (kind === 'open') found.open.push(seat)
    else if (kind === 'bot') found.level = level ?? FILLS
    else if (seat !== me) (again ? found.asked : connected ? found.here : found.gone).push(seat)
  }
  return found
}
