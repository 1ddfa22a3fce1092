// Whoever plays by keyboard never loses the place: when what had the focus goes away or is switched off, the focus goes to
// the hand, or else to the board.

/** An action for the board: watches the whole page as long as the board is there. */
export function keepFocus(board: HTMLElement): { destroy: () => void } {
  let last: Element | null = null
  board.tabIndex = -1
  const note = (event: FocusEvent) => (last = event.target as Element)
  const lost = () =>
    last !== null &&
    (document.activeElement === document.body || document.activeElement === null) &&
    (!last.isConnected || last.matches(':disabled'))
  const look = () => {
    if (!lost()) return
    const hand = board.querySelector<HTMLElement>('.slot[tabindex="0"]')
    ;(hand ?? board).focus({ preventScroll: true })
  }
  const watcher = new MutationObserver(() => requestAnimationFrame(look))
  watcher.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  // A click beside everything takes the focus on purpose.
  const free = () => document.activeElement === document.body && (last = null)
  document.addEventListener('focusin', note)
  document.addEventListener('pointerup', free)
  return {
    destroy: () => {
      watcher.disconnect()
      document.removeEventListener('focusin', note)
      document.removeEventListener('pointerup', free)
    },
  }
}
