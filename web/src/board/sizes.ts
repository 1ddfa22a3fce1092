// How large things are on a table of a given size, in px.

export interface Room {
  width: number
  height: number
  compact: boolean
  low: boolean
}

const within = (least: number, size: number, most: number) => Math.round(Math.max(least, Math.min(size, most)))

/** The width of a card in the own hand. */
export function handCard({ width, height, compact, low }: Room): number {
  if (low) return within(44, Math.min(width * 0.085, height * 0.2), 80)
  if (compact) return within(46, Math.min(width * 0.154, height * 0.088), 80)
  return within(64, Math.min(width * 0.115, height * 0.118), 130)
}

/** How much larger than usual seats, words and buttons are. */
export function zoomOf({ width, height, compact }: Room): number {
  if (compact) return 1
  return Math.round(Math.max(1, Math.min(width / 1150, height / 800, 1.5)) * 100) / 100
}

const SEAT = 77 // px; the height of a seat on a low screen

/** On a low screen three others sit above one another, smaller if they must. */
export function zoomOthers(high: number, others: number): number {
  return Math.min(1, Math.floor((high / (others * SEAT)) * 100) / 100)
}

const RATIO = 1.42 // a card's height for its width
const LINE = 32 // the words under the trick

export interface TrickSizes {
  size: number // the width of the cards to beat
  small: number // of those under them
  rows: number // how many plays under the top have room
}

/** The trick fills the room that it gets: the play to beat as large as it can be with two plays under it in sight. */
export function trickSizes(
  room: number,
  wide: number,
  spread: number, // of the play to beat, in cards
  card: number,
  gap: number,
  last = false,
): TrickSizes {
  const small = within(24, card * 0.42, 50)
  const row = small * RATIO + gap
  const high = room - LINE - gap
  const across = wide / spread
  const roomy = Math.max((high - 2 * row) / RATIO, Math.min(card, high / RATIO))
  const most = high > 5 * card ? Math.min(150, card * 1.5) : Math.min(130, card * 1.25) // a tall table is not left empty
  const size = Math.max(26, Math.min(most, roomy, across)) * (last ? 0.6 : 1)
  const rows = last ? 0 : Math.max(0, Math.min(4, Math.floor((high - size * RATIO) / row)))
  return { size, small, rows }
}
