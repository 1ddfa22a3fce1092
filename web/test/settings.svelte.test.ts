// @vitest-environment jsdom
// What a browser remembers, in all its tabs and not for ever.
import { afterEach, expect, it } from 'vitest'
import { handOf } from '../src/features/table/hands'
import { forget, recall, remember, settings } from '../src/platform/settings.svelte'

afterEach(() => localStorage.clear())

it('takes over what another tab has chosen', () => {
  settings.set('theme', 'light')
  remember('theme', 'dark') // as another tab does
  settings.hear({ key: 'haggis.theme' })
  expect(settings.theme).toBe('dark')
  expect(document.documentElement.dataset['theme']).toBe('dark')
})

it('hears nothing of other keys', () => {
  settings.set('volume', 70)
  for (const key of [null, 'haggis.name', 'volume', 'other']) settings.hear({ key })
  expect(settings.volume).toBe(70)
})

it('removes what is no longer wanted, and nothing else', () => {
  remember('hand.one', 1)
  remember('level', 'club')
  localStorage.setItem('hand.of another site', '1')
  forget((key) => key.startsWith('hand.'))
  expect(Object.keys(localStorage).sort()).toEqual(['haggis.level', 'hand.of another site'])
})

it('keeps how the hand lies, for the last tables alone', () => {
  const state = (card: string) => ({ sort: 'free' as const, order: [card] })
  for (let i = 0; i < 30; i++) handOf(`table ${i}`, 0).write(state(`${i}`))
  handOf('table 29', 1).write(state('other'))
  handOf('table 29', 0).write(state('again'))
  expect(handOf('table 29', 0).read()).toEqual(state('again'))
  expect(handOf('table 29', 1).read()).toEqual(state('other'))
  expect(handOf('table 0', 0).read()).toBeNull()
  expect(recall<unknown[]>('hands', [])).toHaveLength(20)
})
