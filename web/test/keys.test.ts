// @vitest-environment jsdom
// Keys for the page: fields, menus and dialogs keep theirs.
import { beforeEach, expect, it } from 'vitest'
import { isFree, press } from '../src/platform/keys'

beforeEach(() => {
  document.body.innerHTML = `<p>text</p><input /><select></select><div popover="manual"><button>in a menu</button></div>
    <dialog><button>in a box</button></dialog><button data-id="5b">card</button><a href="/">link</a>`
})
const find = (selector: string) => document.querySelector<HTMLElement>(selector)!

/** What is found for a key that is pressed on an element, and whether the browser still gets it. */
function pressed(selector: string, key: string, init: KeyboardEventInit = {}, within?: HTMLElement) {
  const heard: string[] = []
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })
  document.addEventListener('keydown', (one) => press(one, (key) => () => heard.push(key), within), { once: true })
  find(selector).dispatchEvent(event)
  return { heard, left: !event.defaultPrevented }
}

it('is heard, in lower case', () => {
  expect(pressed('p', 'P')).toEqual({ heard: ['p'], left: false })
  expect(pressed('p', 'ArrowLeft').heard).toEqual(['ArrowLeft'])
})

it.each(['input', 'select', '[popover] button', 'dialog button'])('belongs to %s', (selector) => {
  expect(pressed(selector, 'p')).toEqual({ heard: [], left: true })
})

it('belongs to the browser with a modifier', () => {
  for (const init of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
    expect(pressed('p', 'c', init)).toEqual({ heard: [], left: true })
})

it('is heard by a dialog that listens for itself', () => {
  expect(pressed('dialog button', 'p', {}, find('dialog')).heard).toEqual(['p'])
})

it('stays with the browser where nothing is found', () => {
  const event = new KeyboardEvent('keydown', { key: 'x', cancelable: true })
  Object.defineProperty(event, 'target', { value: document.body })
  press(event, () => false)
  expect(event.defaultPrevented).toBe(false)
})

it('leaves Enter to buttons and links that are no cards', () => {
  expect(['p', '[data-id]', 'a', 'dialog button'].map((one) => isFree(find(one)))).toEqual([true, true, false, false])
})
