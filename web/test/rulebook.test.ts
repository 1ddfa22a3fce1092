// The rules on the page are the sentences that the Python side says of the same game (scripts/web_data.py writes them).
import { describe, expect, it } from 'vitest'
import { atTable, sections, type Said } from '../src/game/rulebook'
import cases from './rulebook.json'

const line = ({ text, plays }: Said) => (plays.length ? `${text.slice(0, -1)}: ${plays.join(', or ')}.` : text)
const games = cases.games as [string | Record<string, unknown>, number[]][]

describe('the rules in sentences', () => {
  it.each(games)('of %j', (rules, said) => {
    const page = sections(atTable(rules)!.facts).flatMap((section) => [section.title, ...section.said.map(line)])
    expect(page).toEqual(said.map((number) => cases.lines[number]))
  })

  it('know no other game', () => expect(atTable('haggis-5')).toBeNull())
})
