// The picture of one's form.
import { expect, test } from 'vitest'
import type { FormPoint } from '../src/protocol/messages'
import { formData, mean } from '../src/features/people/form'

const point = (ahead: number): FormPoint => ({ ended: 0, outcome: 'won', ahead, luck: null })

test('dots lie between the edges, nought in the middle, the line is the mean of ten', () => {
  const points = [...Array(12).keys()].map((i) => point(i * 10 - 50))
  const { dots, line, nought, ticks } = formData(points)
  expect(nought).toBe(0.5)
  expect(dots.every(({ x, y }) => x >= 0 && x <= 1 && y >= 0 && y <= 1)).toBe(true)
  expect(dots[5]!.y).toBe(nought)
  expect(dots[11]!.y).toBeLessThan(dots[0]!.y)
  const edge = ticks.at(-1)!.value
  expect(line[11]!.y).toBeCloseTo((edge - mean(points.slice(2))) / (2 * edge))
})

test('one match and none are drawn too', () => {
  expect(formData([point(3)]).dots[0]!.x).toBe(0.5)
  expect(formData([]).dots).toEqual([])
})
