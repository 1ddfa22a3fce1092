// Addresses: what is built can be read, and what nobody has built does no harm.
import { expect, it } from 'vitest'
import { partsOf, to } from '../src/platform/paths'

it('writes what is special in an address so that it can be read again', () => {
  expect(to.season('Ann & Bob / 2026 100%')).toBe('/score/season/Ann%20%26%20Bob%20%2F%202026%20100%25')
  expect(partsOf(to.season('Ann & Bob / 2026 100%'))).toEqual(['score', 'season', 'Ann & Bob / 2026 100%'])
})

it('leaves out what is not given', () => {
  expect([to.daily(), to.daily('neeps-4', ''), to.replay()]).toEqual(['/daily', '/daily/neeps-4', '/replay'])
  expect(to.replay('abc', 2, 14)).toBe('/replay/abc/2?at=14')
  expect(to.review('abc', { round: 1, index: 9 })).toBe('/review/abc#1.9')
})

it('takes a bad percent sign as it stands', () => {
  expect(partsOf('/review/100%')).toEqual(['review', '100%'])
  expect(partsOf('/review/%E0%A4%A')).toEqual(['review', '%E0%A4%A'])
})
