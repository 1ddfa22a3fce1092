import { describe, expect, it } from 'vitest'
import { EDITIONS, nextQuestion, PRESETS, type Edition } from '../src/game/editions'

/** All ways through the questions: the answers, and the editions at the end. */
function ways(left: readonly Edition[], said: string[] = []): { said: string[]; left: readonly Edition[] }[] {
  const question = nextQuestion(left)
  if (!question) return [{ said, left }]
  return question.answers.flatMap(([answer, editions]) => ways(editions, [...said, `${question.id} ${answer}`]))
}
const ends = (answer: string) => ways(EDITIONS).filter(({ said }) => said.includes(answer))

describe('the questions for the edition', () => {
  it('find every edition by one way, with at most four questions', () => {
    const all = ways(EDITIONS)
    expect(all.map(({ left }) => left.length)).toEqual(EDITIONS.map(() => 1))
    expect(new Set(all.map(({ left }) => left[0]!.preset))).toEqual(new Set(PRESETS))
    expect(Math.max(...all.map(({ said }) => said.length))).toBeLessThanOrEqual(4)
  })
  it('ask first what a group plays from', () => {
    expect(nextQuestion(EDITIONS)!.answers.map(([answer]) => answer)).toEqual(['sheets', 'box2023', 'box2010'])
  })
  it('end with the edition of 2010 for its box alone', () => {
    expect(ends('source box2010').map(({ left }) => left[0]!.preset)).toEqual(['haggis-2-2010', 'haggis-3-2010'])
  })
  it('end with the latest games for the box of 2023', () => {
    const found = ends('source box2023').map(({ left }) => left[0]!.preset)
    expect(found.sort()).toEqual(['haggis-2', 'haggis-3', 'neeps-4', 'tatties-3'])
  })
})
