// @vitest-environment jsdom
// The notice about a network on its way: on any page, when the download takes a while, and when it fails.
import { flushSync, mount } from 'svelte'
import { afterEach, expect, it, vi } from 'vitest'
import WeightsNotice from '../src/app/WeightsNotice.svelte'
import { SIZES } from '../src/source/page/engine/thinkers'
import { weights } from '../src/source/page/engine/weights.svelte'

mount(WeightsNotice, { target: document.body })
const notice = () => document.querySelector('[data-weights]')
afterEach(() => weights.tell(false))

it('shows how far a network is, until it is here', async () => {
  let here!: () => void
  weights.follow('quick', new Promise<void>((done) => (here = done)))
  expect(notice()).toBeNull()
  weights.fetched = SIZES.quick / 4
  await vi.waitFor(() => expect(notice()?.textContent).toContain('small network of the bots (4 MB): 25%'))
  weights.fetched = SIZES.quick / 2
  flushSync()
  expect(notice()?.querySelector('progress')?.value).toBe(50)
  here()
  await vi.waitFor(() => expect(notice()).toBeNull())
})

it('says once that a network could not be fetched, and again after one that could', async () => {
  const told = () => expect(notice()?.textContent).toContain('could not be fetched')
  weights.tell(true)
  await vi.waitFor(told)
  notice()!.querySelector('button')!.click()
  flushSync()
  weights.tell(true)
  flushSync()
  expect(notice()).toBeNull()
  weights.tell(false)
  flushSync()
  weights.tell(true)
  await vi.waitFor(told)
})
