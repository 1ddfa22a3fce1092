import { describe, expect, it } from 'vitest'
import {
  completions,
  extremes,
  nameOf,
  narrow,
  reach,
  readChoice,
  readings,
  readLegal,
  shapeOf,
} from '../src/game/plays'
import { cells, spokenCell } from '../src/game/cards'

const plays = (...texts: string[]) => texts.map((text) => readChoice(`play ${text}`)!)

describe('reading the legal list', () => {
  it('sorts actions by what one does with them', () => {
    const legal = readLegal(['play 5b', 'play 5b J=6b 7b', 'pass', 'bet 15', 'bet 30', 'award 2', 'lead 1', 'bid 45'])
    expect(legal.choices.map((choice) => choice.action)).toEqual(['play 5b', 'play 5b J=6b 7b'])
    expect(legal).toMatchObject({ pass: true, bets: [15, 30], awards: [2], leads: [1], bids: [45] })
  })

  it.each([
    ['8y', 'Single 8'],
    ['T' + 'r', 'Single 10'],
    ['K', 'Single K'],
    ['5b J=6b 7b', 'Sequence of 3, top 7'],
    ['J=6r 6b Q=7r 7b', 'Stair of 2 × 2, top 7'],
    ['4r 4y 4g 5r 5y 5g', 'Stair of 3 × 2, top 5'],
    ['6b 6b 7b 7b', 'Stair of 2 × 2, top 7'],
    ['9r Tr J=Jr', 'Sequence of 3, top J'],
    ['Tr Ty J=Jr Q=Jy', 'Stair of 2 × 2, top J'],
    ['Tb J=Jb Q=Qb K=Kb', 'Sequence of 4, top K'],
    ['6b 6o J=6', 'Set of 3, rank 6'],
    ['J K', 'Bomb J K'],
    ['3r 5y 7g 9b', 'Bomb 3-5-7-9 in four suits'],
    ['3g 5g 7g 9g', 'Bomb 3-5-7-9 in one suit'],
  ])('%s is a %s (R5.3, R5.7)', (text, name) => {
    expect(nameOf(shapeOf(cells(text)))).toBe(name)
  })
})

describe('narrowing as cards are picked', () => {
  const legal = plays('5b', '6b', '7b', '5b 6b 7b', '6b 7b 8b', '5b J=6b 7b', 'J')

  it('keeps what holds the picked cards', () => {
    expect(narrow(legal, ['7b']).map((c) => c.action)).toEqual([
      'play 7b',
      'play 5b 6b 7b',
      'play 6b 7b 8b',
      'play 5b J=6b 7b',
    ])
    expect(narrow(legal, ['8b', '5b'])).toEqual([])
  })

  it('lights only cards that can still join', () => {
    expect([...reach(legal, ['8b']).keys()].sort()).toEqual(['6b', '7b', '8b'])
    expect(reach(legal, ['J', '5b']).has('8b')).toBe(false)
  })

  it('counts copies in a double deck (R5.5)', () => {
    const double = plays('6b', '6b 6b 7b 7b', '6b J=6b 7b 7b')
    expect(reach(double, []).get('6b')).toBe(2)
    expect(narrow(double, ['6b', '6b']).map((c) => c.action)).toEqual(['play 6b 6b 7b 7b'])
    expect(readings(double, ['6b']).length).toBe(1)
  })

  it('narrows cards to bury like plays', () => {
    const bury = ['bury 2r 3r', 'bury 2r 4g', 'bury 3r 4g'].map((one) => readChoice(one)!)
    expect([...reach(bury, ['4g']).keys()].sort()).toEqual(['2r', '3r', '4g'])
    expect(readings(bury, ['4g', '2r'])[0]!.action).toBe('bury 2r 4g')
  })
})

describe('readings of wild courts (R5.4)', () => {
  const legal = plays('6b 7b J=8b Q=9b', 'J=4b Q=5b 6b 7b', 'J=5b 6b 7b Q=8b', 'J=6r 6b Q=7r 7b', '6b', '7b')

  it('are all offered, the hardest to beat first', () => {
    expect(readings(legal, ['7b', 'Q', '6b', 'J']).map((c) => c.action)).toEqual([
      'play 6b 7b J=8b Q=9b',
      'play J=5b 6b 7b Q=8b',
      'play J=4b Q=5b 6b 7b',
      'play J=6r 6b Q=7r 7b',
    ])
  })

  it('are none for a part of the cards', () => {
    expect(readings(legal, ['7b', 'Q'])).toEqual([])
  })

  it('put a bomb before everything', () => {
    expect(readings(plays('J Q'), ['Q', 'J'])[0]!.shape!.kind).toBe('bomb')
  })
})

describe('completions', () => {
  it('offer the only one', () => {
    expect(completions(plays('6y 7y 8y', '9r Tr K=8r'), ['7y']).map((c) => c.action)).toEqual(['play 6y 7y 8y'])
  })

  it('are cheap ones first, and one for each set of cards', () => {
    const found = completions(plays('J=5y 6y 7y', '6y 7y J=8y', '5y 6y 7y', 'J Q'), ['7y'])
    expect(found.map((c) => c.action)).toEqual(['play 5y 6y 7y', 'play 6y 7y J=8y'])
  })
})

describe('the smallest and the largest play', () => {
  it('leave bombs and courts alone where they can', () => {
    const { smallest, largest } = extremes(plays('7r', '7b', 'K', 'J', 'J Q'))
    expect(smallest!.cards).toEqual(['7r'])
    expect(largest!.cards).toEqual(['K'])
    const runs = extremes(plays('5r J=6r 7r', '5b 6b 7b', '8b 9b Q=Tb', '8r 9r Tr'))
    expect(runs.smallest!.action).toBe('play 5b 6b 7b')
    expect(runs.largest!.action).toBe('play 8r 9r Tr')
  })

  it('are bombs if there is nothing else', () => {
    const { smallest, largest } = extremes(plays('J Q K', 'J Q'))
    expect(smallest!.action).toBe('play J Q')
    expect(largest!.action).toBe('play J Q K')
    expect(extremes([]).smallest).toBeNull()
  })
})

describe('courts above the ten (R5.4)', () => {
  const all = plays(
    'J=7b Q=8b K=9b Tb',
    'J=9b Tb Q=Jb K=Qb',
    'Tb J=Jb Q=Qb K=Kb',
    'J=9r Q=9b K=Tr Tb',
    'Tb J=T Q=T K=T',
  )

  it('offers the highest reading first', () => {
    const found = readings(all, ['Tb', 'J', 'Q', 'K']).map((choice) => nameOf(choice.shape!))
    expect(found).toEqual([
      'Sequence of 4, top K',
      'Sequence of 4, top Q',
      'Sequence of 4, top 10',
      'Stair of 2 × 2, top 10',
      'Set of 4, rank 10',
    ])
  })

  it('says what a court stands for', () => {
    expect(cells('Tr J=Jr Q=Qr').map(spokenCell).slice(1)).toEqual(['Jack as red Jack', 'Queen as red Queen'])
  })
})
