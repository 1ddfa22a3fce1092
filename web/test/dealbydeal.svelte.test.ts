// @vitest-environment jsdom
// Deal by deal: whom one compares with stays, also when somebody finishes and the order changes.
import { flushSync, mount, unmount } from 'svelte'
import { expect, it } from 'vitest'
import DealByDeal from '../src/features/challenge/DealByDeal.svelte'
import type { ChallengeLine } from '../src/protocol/messages'

const line = (name: string, points: number, rest: Partial<ChallengeLine> = {}): ChallengeLine => ({
  rank: 1,
  names: [name],
  me: false,
  maker: false,
  place: null,
  points,
  match_points: 0.5,
  deals: [{ points, ahead: points, match_points: 0.5 }],
  record: name.toLowerCase(),
  ...rest,
})

it('keeps the one who was chosen', () => {
  const props = $state({
    lines: [line('Ann', 9, { maker: true }), line('Bob', 5, { me: true }), line('Cat', 3)],
    par: null,
  })
  const page = mount(DealByDeal, { target: document.body, props })
  flushSync()
  const box = document.querySelector<HTMLSelectElement>('[data-with]')!
  const shown = () => box.selectedOptions[0]!.textContent
  expect(shown()).toBe('Ann')
  box.value = '1'
  box.dispatchEvent(new Event('change', { bubbles: true }))
  flushSync()
  expect(shown()).toBe('Cat')
  props.lines = [line('Dan', 20), ...props.lines]
  flushSync()
  expect(shown()).toBe('Cat')
  void unmount(page)
})
