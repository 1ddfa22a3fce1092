// A won match: confetti in the shapes of the suits, on one canvas above everything that takes no clicks. It ends by
// itself, and there is none where the reader prefers reduced motion.
import { SUIT_PATHS } from '../../game/suits'
import { SUITS } from '../../game/cards'
import { still } from '../../platform/motion'

const LENGTH = 3000 // ms
const FADE = 600
const PIECES = 110
const FALL = 0.42 // px per ms, of a piece of middle size
const NAMES = { r: 'red', y: 'yellow', g: 'green', b: 'blue', o: 'orange' } as const

interface Piece {
  suit: number
  x: number
  y: number
  size: number
  drift: number
  speed: number
  turn: number
  spin: number
}

/** Starts it; the answer ends it at once. */
export function confetti(): () => void {
  if (still()) return () => undefined
  const canvas = document.createElement('canvas')
  canvas.className = 'confetti'
  canvas.setAttribute('aria-hidden', 'true')
  canvas.popover = 'manual' // above an open dialog
  document.body.append(canvas)
  canvas.showPopover?.()
  const scale = Math.min(devicePixelRatio, 2)
  canvas.width = innerWidth * scale
  canvas.height = innerHeight * scale
  const draw = canvas.getContext('2d')!
  const style = getComputedStyle(document.documentElement)
  const suits = SUITS.map((suit) => ({
    path: new Path2D(SUIT_PATHS[suit]),
    colour: style.getPropertyValue(`--${NAMES[suit]}-fill`),
  }))
  const pieces = Array.from({ length: PIECES }, (_, i) => throwPiece(i % suits.length))
  const began = performance.now()
  let next = requestAnimationFrame(function step(now) {
    const time = now - began
    if (time > LENGTH) return end()
    draw.setTransform(1, 0, 0, 1, 0, 0)
    draw.clearRect(0, 0, canvas.width, canvas.height)
    draw.globalAlpha = Math.min(1, (LENGTH - time) / FADE)
    for (const piece of pieces) {
      const { path, colour } = suits[piece.suit]!
      const x = piece.x + piece.drift * Math.sin(time / 500 + piece.turn)
      const turn = piece.turn + (piece.spin * time) / 1000
      draw.setTransform(scale, 0, 0, scale, x * scale, (piece.y + piece.speed * time) * scale)
      draw.rotate(turn)
      draw.scale((piece.size / 24) * Math.cos(turn * 1.7), piece.size / 24)
      draw.translate(-12, -12)
      draw.fillStyle = colour
      draw.fill(path)
    }
    next = requestAnimationFrame(step)
  })
  function end() {
    cancelAnimationFrame(next)
    canvas.remove()
  }
  return end
}

function throwPiece(suit: number): Piece {
  const size = 10 + Math.random() * 14
  return {
    suit,
    size,
    x: Math.random() * innerWidth,
    y: -20 - Math.random() * innerHeight * 0.7,
    drift: 12 + Math.random() * 26,
    speed: FALL * (0.6 + size / 24) * Math.max(1, innerHeight / 900),
    turn: Math.random() * 2 * Math.PI,
    spin: (Math.random() - 0.5) * 6,
  }
}
