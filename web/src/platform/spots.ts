// How far each page of the browser's history was scrolled: Back comes to where one was, also when the content comes late.

const KEY = 'haggis.spots'
const PATIENCE = 5000 // ms for the content to come
const OWN = ['wheel', 'touchstart', 'pointerdown', 'keydown'] // whoever moves by hand is left alone

function kept(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}

export class Spots {
  private spots = kept()
  private stop: (() => void) | null = null // while a spot is being restored

  constructor() {
    history.scrollRestoration = 'manual'
    if (history.state === null) history.replaceState({ spot: this.fresh() }, '')
    addEventListener('scroll', () => this.stop ?? (this.spots[this.now] = scrollY), { passive: true })
    addEventListener('pagehide', () => {
      try {
        sessionStorage.setItem(KEY, JSON.stringify(this.spots))
      } catch {
        // a browser that keeps nothing
      }
    })
    this.restore()
  }

  /** A new entry of the history. */
  push(address: string): void {
    this.stop?.()
    history.pushState({ spot: this.fresh() }, '', address)
  }

  /** Goes to where this entry was left, as soon as the page is long enough. */
  restore(): void {
    this.stop?.()
    const wanted = this.spots[this.now] ?? 0
    if (!wanted) return scrollTo(0, 0)
    const move = () => {
      scrollTo(0, wanted)
      if (Math.abs(scrollY - wanted) < 1) this.stop?.()
    }
    const grown = new ResizeObserver(move)
    const timer = setTimeout(() => this.stop?.(), PATIENCE)
    this.stop = () => {
      grown.disconnect()
      clearTimeout(timer)
      for (const kind of OWN) removeEventListener(kind, stop)
      this.stop = null
    }
    const stop = this.stop
    for (const kind of OWN) addEventListener(kind, stop, { passive: true })
    grown.observe(document.documentElement)
  }

  private get now(): string {
    return (history.state as { spot?: string } | null)?.spot ?? ''
  }

  private fresh(): string {
    return Math.random().toString(36).slice(2)
  }
}
