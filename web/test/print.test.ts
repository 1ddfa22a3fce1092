import { describe, expect, it } from 'vitest'
import { dealsAddress, sheetAddress, usualPaper } from '../src/widgets/print'

describe('sheets to print', () => {
  it('are on the paper of the reader’s country', () => {
    expect(['en-US', 'es-MX', 'fr-CA', 'zh-Hant-US'].map(usualPaper)).toEqual(Array(4).fill('letter'))
    expect(['en-GB', 'de', 'en', 'es-419', 'ca', 'ca-ES'].map(usualPaper)).toEqual(Array(6).fill('a4'))
  })
  it('are deals by their seed', () => {
    expect(dealsAddress('neeps-4', 7, 4, 'a4')).toBe('/api/deals?rules=neeps-4&seed=7&count=4&paper=a4')
  })
  it('are of a preset, or of a table with its house rules', () => {
    expect(sheetAddress('haggis-3', 'aid', 'a4')).toBe('/api/sheet?rules=haggis-3&kind=aid&paper=a4')
    const rules = { preset: 'haggis-3', bets: [5, 10], sets: true }
    const asked = new URLSearchParams(sheetAddress(rules, 'rules', 'letter').split('?')[1])
    expect(JSON.parse(asked.get('rules')!)).toEqual(rules)
  })
})
