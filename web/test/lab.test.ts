// The rules lab: every figure of its reports has words, and numbers are shown with their intervals.
import { beforeAll, describe, expect, it } from 'vitest'
import { grouped, LAB_GAMES, loadReport, onLine, withHalf } from '../src/features/rules/lab'
import { allWords, has } from '../src/words'

beforeAll(allWords)

describe.each(LAB_GAMES)('the report of %s', (game) => {
  it('has words for every group, figure and change, and a column for each', async () => {
    const report = await loadReport(game)
    for (const { group, label, arms, differences } of report.figures) {
      expect(has('lab.group', group), group).toBe(true)
      expect(has('lab.figure', label), label).toBe(true)
      expect([arms.length, differences.length], label).toEqual([report.arms.length, report.arms.length - 1])
    }
    for (const { label } of report.arms.slice(1)) expect(has('lab.change', label), label).toBe(true)
    const marked = report.figures.flatMap((figure) => figure.differences.filter((change) => change?.beyond_chance))
    expect(marked.length).toBe(report.beyond_chance)
    expect(grouped(report.figures).flatMap(([, figures]) => figures)).toEqual(report.figures)
  })
})

describe('a figure', () => {
  it('has two digits of its interval', () => {
    expect(withHalf({ mean: 12.3081, half95: 0.0814 }, '')).toBe('12.308 ± 0.081')
    expect(withHalf({ mean: 15.41, half95: 5.2 }, 'points', true)).toBe('+15.4 ± 5.2')
    expect(withHalf({ mean: 0.778, half95: 0.0351 }, '%')).toBe('77.8 ± 3.5%')
    expect(withHalf({ mean: 8, half95: 0 }, '')).toBe('8.00 ± 0.00')
    expect(withHalf(null, '')).toBe('–')
  })

  it('lies on a line with the figure beside it', () => {
    const [one, two] = onLine([
      { mean: 1, half95: 1 },
      { mean: 3, half95: 1 },
    ])
    expect(one).toEqual({ low: 0, mean: 0.25, high: 0.5 })
    expect(two).toEqual({ low: 0.5, mean: 0.75, high: 1 })
    expect(onLine([{ mean: 2, half95: 0 }, null])).toEqual([{ low: 0.5, mean: 0.5, high: 0.5 }, null])
  })
})
