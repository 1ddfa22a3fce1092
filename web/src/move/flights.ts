// Movement that explains: cards fly from the seat to the trick and from there to a pile. Always short, never waited for;
// none at all where the reader prefers reduced motion.

const TIME = 210
const EASE = 'cubic-bezier(0.2, 0.8, 0.3, 1)'
const SHOCK = { duration: 420, easing: 'ease-out' }

export function still(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

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
    zIndex: '60',
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

/** A deal fans out. */
export function deal(cards: Iterable<Element>): void {
  if (still()) return
  let i = 0
  for (const card of cards) {
    card.animate(
      [
        { transform: 'translateY(-90px) rotate(-8deg)', opacity: 0 },
        { transform: 'none', opacity: 1 },
      ],
      {
        duration: 180,
        delay: Math.min(i++ * 6, 100),
        easing: EASE,
        fill: 'backwards',
      },
    )
  }
}
