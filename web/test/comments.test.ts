// Comments of a record are shown at their actions; what is no comment is left aside.
import { expect, it } from 'vitest'
import { commentsAt } from '../src/game/comments'

const record = {
  rounds: [
    {
      comments: [
        { action: 0, text: 'Why?', line: ['1 play Tb'], value: 1.5, verdict: 'mistake', by: 'Ann' },
        { action: 2 },
      ],
    },
    { comments: 'none' },
    { comments: [null, 3, { action: 0, text: 7, line: [1, '0 pass'], value: 'x' }] },
  ],
}

it('stand at the action that they are about', () => {
  expect(commentsAt(record, { round: 1, index: 0 })).toEqual([
    { text: 'Why?', line: ['1 play Tb'], value: 1.5, verdict: 'mistake', by: 'Ann' },
  ])
  expect(commentsAt(record, { round: 1, index: 1 })).toEqual([])
})

it('are read whoever has written the record', () => {
  expect(commentsAt(record, { round: 2, index: 0 })).toEqual([])
  expect(commentsAt(record, { round: 3, index: 0 })).toEqual([
    { text: '', line: ['0 pass'], value: null, verdict: '', by: '' },
  ])
  expect(commentsAt(record, { round: 9, index: 0 })).toEqual([])
  expect(commentsAt(null, { round: 1, index: 0 })).toEqual([])
  expect(commentsAt(record, null)).toEqual([])
})
