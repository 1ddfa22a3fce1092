// After a link the focus stands on the heading of the new page, and a screen reader says the page's name.

const PATIENCE = 10_000 // ms for the page to come
const SAME = 300 // ms; by then another address of the same page has kept its heading
const ACTS = ['keydown', 'pointerdown']
let said: HTMLElement | undefined
let leave: (() => void) | null = null

function say(words: string): void {
  if (!said) {
    said = document.createElement('p')
    said.className = 'hidden'
    said.setAttribute('aria-live', 'polite')
    said.dataset['arrival'] = ''
    document.body.prepend(said)
  }
  said.textContent = words
}

/** Follows the heading of the page that the address names now, until it has come for good or somebody acts. */
export function arrive(): void {
  leave?.()
  const old = document.querySelector('h1')
  let from = document.activeElement
  const look = (again = false): void => {
    const heading = document.querySelector('h1')
    const now = document.activeElement
    if (!heading || heading === now || (heading === old && !again)) return
    if (now !== from && now !== document.body && now !== null) return leave?.() // a field or a card has it
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    from = heading
    say(document.title)
  }
  const watcher = new MutationObserver(() => look())
  const timers = [setTimeout(() => leave?.(), PATIENCE), setTimeout(() => look(old?.isConnected), SAME)]
  leave = () => {
    watcher.disconnect()
    timers.forEach(clearTimeout)
    for (const kind of ACTS) removeEventListener(kind, stop)
    leave = null
  }
  const stop = leave
  for (const kind of ACTS) addEventListener(kind, stop)
  watcher.observe(document.body, { childList: true, subtree: true })
}
