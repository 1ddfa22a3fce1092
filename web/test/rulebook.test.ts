// The rules on the page are the sentences that the Python side says of the same game (scripts/web_data.py writes them).
import { describe, expect, it } from 'vitest'
import { factsOf } from '../src/game/facts'
import { sections, type Said } from '../src/game/rulebook'
import cases from './rulebook.json'

const line = ({ text, plays }: Said) => (plays.length ? `${text.slice(0, -1)}: ${plays.join(', or ')}.` : text)
const games = cases.games as [string | Record<string, unknown>, number[]][]

describe('the rules in sentences', () => {
  it.each(games)('of %j', (rules, said) => {
    const page = sections(factsOf(rules)!).flatMap((section) => [section.title, ...section.said.map(line)])
    expect(page).toEqual(said.map((number) => cases.lines[number]))
  })

  it('are those of the table, with its house rules', () => {
    expect(factsOf('haggis-2-2010')).toMatchObject({ sets: true, top_rank: 13 })
    expect(factsOf({ preset: 'haggis-3', last_hand: 'nobody' })).toMatchObject({ last_hand: 'nobody', players: 3 })
  })

  it('know no other game, nor a custom game by the name of a preset', () => {
    expect(factsOf('haggis-5')).toBeUndefined()
    expect(factsOf({ preset: 'haggis-2', custom: { players: 2, deck: { suits: 2, copies: 1 } } })).toBeUndefined()
  })
})
