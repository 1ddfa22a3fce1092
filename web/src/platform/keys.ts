// What a key says to the page as a whole. Fields, menus and dialogs keep theirs, and so does the browser.
const THEIRS = 'input, select, textarea, dialog, [popover]'

/** `within`: the dialog that listens for itself. Letters come in lower case. */
export function press(
  event: KeyboardEvent,
  find: (key: string, target: HTMLElement) => (() => unknown) | undefined | false,
  within?: HTMLElement | null,
): void {
  const target = event.target as HTMLElement
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  const owner = target.closest(THEIRS)
  if (owner && owner !== within) return
  if (event.key === 'Escape' && document.querySelector(':popover-open')) return // it closes that
  const act = find(event.key.length === 1 ? event.key.toLowerCase() : event.key, target)
  if (!act) return
  event.preventDefault()
  act()
}

/** Enter belongs to the button or link that has the focus, unless that is a card of the hand. */
export function isFree(target: HTMLElement): boolean {
  const button = target.closest('button, a, summary')
  return !button || button.hasAttribute('data-id')
}
