import { describe, expect, it } from 'vitest'
import { nextQuestion, PRESETS } from '../src/game/editions'
import { GAMES, type Preset } from '../src/protocol/games'

/** All ways through the questions: the answers, and the games at the end. */
function ways(left: Preset[], said: string[] = []): { said: string[]; left: Preset[] }[] {
  const question = nextQuestion(left)
  if (!question) return [{ said, left }]
  return question.answers.flatMap(([answer, presets]) => ways(presets, [...said, `${question.id} ${answer}`]))
}

describe('the questions for the edition', () => {
  it('find every game by one way, with at most three questions', () => {
    const all = ways(PRESETS)
    expect(all.map(({ left }) => left.length)).toEqual(PRESETS.map(() => 1))
    expect(all.map(({ left }) => left[0]).sort()).toEqual([...PRESETS].sort())
    expect(Math.max(...all.map(({ said }) => said.length))).toBeLessThanOrEqual(3)
  })
  it('end with the published game for groups that play pairs', () => {
    const found = ways(PRESETS).filter(({ said }) => said.includes('sets true'))
    expect(found.map(({ left }) => left[0])).toEqual(['haggis-2-2010', 'haggis-3-2010'])
    expect(found.every(({ left }) => GAMES[left[0]!].sets)).toBe(true)
  })
})
