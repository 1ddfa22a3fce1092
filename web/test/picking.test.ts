// @vitest-environment jsdom
// Picking cards as a person does: the real hand and the real buttons, in a page of jsdom.
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Picker } from '../src/game/picker.svelte'
import type { Beat } from '../src/game/refusal'
import Bench from './Bench.svelte'

beforeAll(() => {
  // jsdom draws nothing: a hand is 900 px wide here, and never changes.
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { get: () => 900 })
  Object.assign(globalThis, {
    ResizeObserver: class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  })
})

let shown: ReturnType<typeof mount> | null = null
afterEach(() => {
  if (shown) void unmount(shown)
  document.body.innerHTML = ''
})

function table(hand: string, legal: string[], beat: Beat | null = null) {
  const played: string[] = []
  const picker = new Picker(() => ({ hand, legal, beat }))
  picker.sync(hand)
  shown = mount(Bench, { target: document.body, props: { picker, act: (action: string) => played.push(action) } })
  flushSync()
  const card = (name: string) => document.querySelector<HTMLElement>(`[data-id="${name}"]`)!
  return {
    played,
    picker,
    click(name: string, detail = 1) {
      if (detail < 2) card(name).dispatchEvent(new MouseEvent('pointerdown', { bubbles: true, button: 0 }))
      window.dispatchEvent(new MouseEvent('pointerup'))
      card(name).dispatchEvent(new MouseEvent('click', { bubbles: true, detail }))
      flushSync()
    },
    lit: () => [...document.querySelectorAll<HTMLElement>('.slot:not(.dim)')].map((slot) => slot.dataset['id']),
    button: () => document.querySelector<HTMLButtonElement>('[data-play-button]')!,
    all: (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)],
  }
}

describe('picking cards', () => {
  const run: Beat = { name: 'Sequence of 3, top 5', kind: 'sequence', width: 1, length: 3 }

  it('lights up only what can still be part of a play', () => {
    const page = table('2r 6y 7y 8y 9b J', ['play 6y 7y 8y', 'play 6y 7y J=8y', 'pass'], run)
    expect(page.lit()).toEqual(['6y', '7y', '8y', 'J'])
    page.click('8y')
    expect(page.lit()).toEqual(['6y', '7y', '8y'])
  })

  it('offers the only completion at once', () => {
    const page = table('6y 7y 8y 2r', ['play 6y 7y 8y', 'pass'], run)
    page.click('7y')
    expect(page.button().textContent).toBe('Play 6★ 7★ 8★')
    page.button().click()
    expect(page.played).toEqual(['play 6y 7y 8y'])
  })

  it('offers all readings of wild courts as pictures, the best first, and plays the chosen one', () => {
    const readings = ['play J=4b Q=5b 6b 7b', 'play J=5b 6b 7b Q=8b', 'play 6b 7b J=8b Q=9b', 'play J=6r 6b Q=7r 7b']
    const page = table('6b 7b J Q', [...readings, 'play 6b', 'play J Q'])
    for (const name of ['6b', '7b', 'J', 'Q']) page.click(name)
    const offers = page.all('[data-reading]')
    expect(offers.map((offer) => offer.dataset['reading'])).toEqual([
      readings[2],
      readings[1],
      readings[0],
      readings[3],
    ])
    expect(offers[0]!.getAttribute('aria-checked')).toBe('true')
    expect(offers[0]!.querySelectorAll('.card').length).toBe(4)
    offers[3]!.click()
    flushSync()
    page.button().click()
    expect(page.played).toEqual([readings[3]])
  })

  it('says in words why cards are not a play, and offers no button', () => {
    const page = table('6y 7y 8g 9g', ['play 6y', 'play 7y', 'play 8g', 'play 9g'])
    page.click('6y')
    page.click('8g')
    expect(page.all('.refusal')[0]!.textContent).toBe('6★ 8♣: the ranks must be consecutive; you also need 7')
    expect(page.button().disabled).toBe(true)
  })

  it('plays with a double click', () => {
    const page = table('6y 7y', ['play 6y', 'play 7y'])
    page.click('7y')
    page.click('7y', 2)
    expect(page.played).toEqual(['play 7y'])
  })

  it('picks with keys', () => {
    const page = table('6y 7y', ['play 6y', 'play 7y'])
    page.click('6y', 0)
    expect(page.picker.picked).toEqual([]) // pointer down and key up again: picked and put back
    page.picker.toggle('6y')
    flushSync()
    expect(page.button().textContent).toBe('Play 6★')
  })
})

describe('where one card is asked for', () => {
  it('another card takes the place of the picked one', () => {
    const single: Beat = { name: 'Single 5', kind: 'single', width: 1, length: 1 }
    const page = table('6y 7y 8g', ['play 6y', 'play 7y', 'play 8g', 'pass'], single)
    page.click('6y')
    page.click('8g')
    expect(page.picker.picked).toEqual(['8g'])
    expect(page.button().textContent).toBe('Play 8♣')
  })
})

describe('in a double deck', () => {
  it('one copy is picked, not both', () => {
    const page = table('6b 6b 7y', ['give 6b', 'give 7y'])
    page.click('6b')
    expect(page.all('.picked, .offered').length).toBe(1)
    expect(page.lit()).toEqual(['7y', '6b', "6b'"])
    page.click("6b'")
    expect(page.picker.picked).toEqual(["6b'"])
  })
})
