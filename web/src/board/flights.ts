// Movement that explains: cards fly from the seat to the trick and from there to a pile. Always short, never waited for;
// none at all where the reader prefers reduced motion.
import { still } from '../platform/motion'

const TIME = 210
const EASE = 'cubic-bezier(0.2, 0.8, 0.3, 1)'
const SHOCK = { duration: 420, easing: 'ease-out' }

/** Cards that are in place now come from where they were (first, last, invert, play). */
export function flyFrom(cards: Iterable<Element>, from: readonly DOMRect[]): void {
  if (still() || !from.length) return
  let i = 0
  for (const card of cards) {
    const end = card.getBoundingClientRect()
    const start = from[Math.min(i, from.length - 1)]!
    const x = start.left + start.width / 2 - end.left - end.width / 2
    const y = start.top + start.height / 2 - end.top - end.height / 2
    const scale = Math.max(0.3, Math.min(1, start.width / end.width))
    card.animate([{ transform: `translate(${x}px, ${y}px) scale(${scale})` }, { transform: 'none' }], {
      duration: TIME,
      easing: EASE,
      delay: Math.min(i * 12, 60),
      fill: 'backwards',
    })
    i++
  }
}

/** A copy of what lies there now goes to another place, shrinking, while the table is already drawn anew. */
export function flyTo(shown: Element, to: DOMRect): void {
  if (still()) return
  const from = shown.getBoundingClientRect()
  const ghost = shown.cloneNode(true) as HTMLElement
  for (const name of ['data-top', 'data-play', 'data-from']) ghost.removeAttribute(name)
  ghost.setAttribute('aria-hidden', 'true')
  Object.assign(ghost.style, {
    position: 'fixed',
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${from.width}px`,
    margin: '0',
    zIndex: 'var(--z-flight)',
    pointerEvents: 'none',
  })
  document.body.append(ghost)
  const x = to.left + to.width / 2 - from.left - from.width / 2
  const y = to.top + to.height / 2 - from.top - from.height / 2
  const flight = ghost.animate(
    [
      { transform: 'none', opacity: 1 },
      { transform: `translate(${x}px, ${y}px) scale(0.25)`, opacity: 0.4 },
    ],
    { duration: 240, easing: 'ease-in' },
  )
  flight.onfinish = flight.oncancel = () => ghost.remove()
}

/**
 * A bomb: a shock wave goes over the table. It is drawn on a sheet of its own that lets clicks through: the table itself
 * holds everything that can be clicked, and a click on a table that moves may get lost.
 */
export function shock(table: Element): void {
  if (still()) return
  const { left, top, width, height } = table.getBoundingClientRect()
  const sheet = document.createElement('div')
  sheet.className = 'shock'
  sheet.setAttribute('aria-hidden', 'true')
  Object.assign(sheet.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` })
  const wave = document.createElement('i')
  sheet.append(wave)
  document.body.append(sheet)
  sheet.animate([{ opacity: 1 }, { opacity: 0.7, offset: 0.5 }, { opacity: 0 }], SHOCK)
  const spread = wave.animate(
    [{ transform: 'translate(-50%, -50%) scale(0.08)' }, { transform: 'translate(-50%, -50%) scale(1)' }],
    SHOCK,
  )
  spread.onfinish = spread.oncancel = () => sheet.remove()
}

const EDGE = 44 // px from the edge of the page, so that rising words are whole

/** Words that rise at a place and fade: points of a trick, "Out!". */
export function rise(words: string, at: DOMRect, kind: 'points' | 'out'): void {
  if (still()) return
  const shown = document.createElement('div')
  shown.className = `rise ${kind}`
  shown.setAttribute('aria-hidden', 'true')
  shown.textContent = words
  const x = Math.max(EDGE, Math.min(at.left + at.width / 2, innerWidth - EDGE))
  const y = Math.max(EDGE, at.top + at.height / 2)
  Object.assign(shown.style, { left: `${x}px`, top: `${y}px` })
  document.body.append(shown)
  const up = shown.animate(
    [
      { transform: 'translate(-50%, 0) scale(0.8)', opacity: 0 },
      { transform: 'translate(-50%, -22px)', opacity: 1, offset: 0.2 },
      { transform: 'translate(-50%, -28px)', opacity: 1, offset: 0.75 },
      { transform: 'translate(-50%, -40px)', opacity: 0 },
    ],
    { duration: kind === 'out' ? 1150 : 900, easing: 'ease-out', fill: 'both' },
  )
  up.onfinish = up.oncancel = () => shown.remove()
}

/** It is your turn: a light goes once along the hand. */
export function lightUp(hand: Element): void {
  if (still()) return
  const { left, top, width } = hand.getBoundingClientRect()
  const light = document.createElement('div')
  light.className = 'turn-light'
  light.setAttribute('aria-hidden', 'true')
  Object.assign(light.style, { left: `${left}px`, top: `${top - 5}px`, width: `${width}px` })
  document.body.append(light)
  const glow = light.animate(
    [
      { transform: 'scaleX(0.15)', opacity: 0 },
      { transform: 'scaleX(0.8)', opacity: 1, offset: 0.4 },
      { transform: 'scaleX(1)', opacity: 0 },
    ],
    { duration: 500, easing: 'ease-out', fill: 'both' },
  )
  glow.onfinish = glow.oncancel = () => light.remove()
}

const STAGGER = 22 // ms between two cards of a deal

/** A deal: the own cards come one by one from the deck, a few backs go to everybody else. */
export function deal(cards: Iterable<Element>, deck: DOMRect, others: Iterable<Element>): void {
  if (still()) return
  const x = deck.left + deck.width / 2
  const y = deck.top + deck.height / 2
  let i = 0
  for (const card of cards) {
    const end = card.getBoundingClientRect()
    const from = `translate(${x - end.left - end.width / 2}px, ${y - end.top - end.height / 2}px)`
    card.animate(
      [
        { transform: `${from} rotate(-14deg) scale(0.6)`, opacity: 0 },
        { opacity: 1, offset: 0.3 },
        { transform: 'none', opacity: 1 },
      ],
      { duration: 230, delay: i++ * STAGGER, easing: EASE, fill: 'backwards' },
    )
  }
  for (const plate of others) {
    const end = plate.getBoundingClientRect()
    for (let k = 0; k < 3; k++) {
      const back = document.createElement('div')
      back.className = 'dealt'
      back.setAttribute('aria-hidden', 'true')
      Object.assign(back.style, { left: `${x}px`, top: `${y}px` })
      document.body.append(back)
      const to = `translate(${end.left + end.width / 2 - x}px, ${end.top + end.height / 2 - y}px)`
      const flight = back.animate(
        [
          { transform: 'translate(-50%, -50%)', opacity: 1 },
          { transform: `${to} translate(-50%, -50%) scale(0.6) rotate(20deg)`, opacity: 0.2 },
        ],
        { duration: 240, delay: k * 4 * STAGGER, easing: EASE, fill: 'backwards' },
      )
      flight.onfinish = flight.oncancel = () => back.remove()
    }
  }
}
