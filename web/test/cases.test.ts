// Names of plays and why cards are refused: word for word what the engine says (cases.json is written by
// scripts/web_data.py).
import { describe, expect, it } from 'vitest'
import { cards, cells } from '../src/game/cards'
import { nameOf, readChoice, shapeOf, type Kind } from '../src/game/plays'
import { refusal } from '../src/game/refusal'
import { sentence } from '../src/game/sentences'
import { people } from '../src/game/words'
import cases from './cases.json'

const ELSEWHERE = [readChoice('play 2?')!] // a legal play that shares no card with the picked ones

describe('as the engine says it', () => {
  it.each(Object.entries(cases.names))('%s is a %s (R5.3, R5.7)', (text, name) => {
    expect(nameOf(shapeOf(cells(text)))).toBe(people(name))
  })

  it.each(cases.refused)('$cards on $over.name: $reason', ({ cards: picked, over, sets, reason }) => {
    const beat = over && { ...over, name: people(over.name), kind: over.kind as Kind }
    expect(refusal(ELSEWHERE, cards(picked), beat, sets)).toBe(sentence(people(reason)))
  })

  it('covers every reason that cards alone can have', () => {
    const said = cases.refused.map((one) => one.reason).join('\n')
    for (const part of [
      'consecutive',
      'one suit;',
      'cards of one rank',
      'same ranks',
      'not higher',
      'only another',
      'bomb beats',
    ]) {
      expect(said).toContain(part)
    }
  })
})
