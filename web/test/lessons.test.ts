// The lessons' data against the client's own code, and the coach's lines on the same positions.
import { describe, expect, it } from 'vitest'
import { cards, cells } from '../src/game/cards'
import { extremes, narrow, nameOf, readLegal, shapeOf } from '../src/game/plays'
import { refusal } from '../src/game/refusal'
import { coachLine } from '../src/game/coach.svelte'
import { trickPoints } from '../src/game/history'
import type { View } from '../src/protocol/messages'
import { PARTS, STEPS, type StepName } from '../src/protocol/steps'
import { has } from '../src/words'

const step = (name: StepName) => STEPS.find((one) => one.name === name)!
const beatOf = ({ view }: (typeof STEPS)[number]) => {
  if (!view.to_beat) return null
  const shape = shapeOf(cells(view.to_beat.play))
  return { ...shape, name: nameOf(shape) }
}

describe('a lesson', () => {
  it.each(STEPS)('$name asks for something legal, and answers every wrong card', (one) => {
    const { choices } = readLegal(one.view.legal)
    expect(one.want.every((action) => one.view.legal.includes(action))).toBe(true)
    for (const card of cards(one.view.hand)) {
      if (one.view.phase !== 'play' || narrow(choices, [card]).length) continue
      expect(refusal(choices, [card], beatOf(one))).toMatch(/^[A-Z].{15,}/)
    }
  })

  it('explains every legal answer that it does not accept', () => {
    for (const one of STEPS) {
      const others = one.view.legal.filter(
        (action) => one.want.length && !one.want.includes(action) && action !== 'pass',
      )
      if (others.length) expect(has('lesson.else', one.name), one.name).toBe(true)
    }
  })

  it('belongs to one of the two parts, in order', () => {
    expect([...new Set(STEPS.map(({ lesson }) => lesson))]).toEqual([...PARTS.first, ...PARTS.second])
  })
})

describe('the coach', () => {
  const says = (name: StepName) => {
    const { view } = step(name)
    const legal = readLegal(view.legal)
    const names = { me: 0, name: (seat: number) => view.players![seat]! }
    return coachLine(view, names, legal, extremes(view.to_beat ? legal.choices : []).smallest)
  }

  it('says what is true of the position', () => {
    expect(says('climb.single')).toBe('Single 9 is enough. You may also pass: this trick counts 0 so far.')
    expect(says('pass.must')).toBe('Nothing in your hand beats this. Pass.')
    expect(says('courts.gap')).toBe(
      'Only your courts help here. You may pass and keep them; this trick counts 1 so far.',
    )
    expect(says('worth.bombed')).toBe('Only a bomb beats this, and then the cards go to Ann. You may pass and keep it.')
    expect(says('out.lead')).toContain('A Sequence of 3 sheds 3 cards')
    expect(says('out.last')).toBe('You can go out now: play all your cards at once.')
    expect(says('sheep.partner')).toBe('Bob is on your side and winning the trick. You may pass.')
  })

  it('has a line for every position', () => {
    for (const one of STEPS) expect(says(one.name), one.name).toMatch(/\w+.*\.$/)
  })

  it('counts the cards of a trick as the game does', () => {
    const onTable = (view: View) => trickPoints(view, view.trick)
    expect(onTable(step('worth.bombed').view)).toBe(5)
    expect(onTable(step('worth.take').view)).toBe(2) // 5 and 7; the 6 counts nothing
    expect(onTable(step('sheep.partner').view)).toBe(2) // one each in Tatties
  })
})
