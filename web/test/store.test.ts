// Tables of a browser that forbids databases: they go on in memory, and the page is told once.
import { expect, it, vi } from 'vitest'
import type { RecordInfo, TableInfo } from '../src/protocol/messages'
import { store } from '../src/source/page/store'

const info = (id: string) => ({ id, status: 'playing' }) as TableInfo
const line = (seq: number) => ({ seq, kind: 'act', seat: 0, data: 'pass', at: seq })
const write = (seq: number, more: object = {}) => JSON.stringify({ line: line(seq), info: null, ended: null, ...more })
const record = { number: 1, id: 'r', winners: [0], totals: [1, 0], ended: 9 } as unknown as RecordInfo

it('keeps what happens, in order and once', async () => {
  const failed = vi.fn()
  expect(await store.keep('one', 1, write(1, { info: info('one') }), failed)).toBe(true)
  expect(await store.keep('one', 2, write(2), failed)).toBe(true)
  expect(await store.keep('one', 2, write(2), failed)).toBe(false) // another tab was quicker
  expect(JSON.parse(await store.log('one'))).toEqual([line(1), line(2)])
  expect((await store.tables()).map((one) => one.id)).toEqual(['one'])
  expect(failed).toHaveBeenCalledTimes(1)
})

it('finds a finished match by its id', async () => {
  await store.keep('two', 1, write(1, { info: info('two'), ended: { info: record, record: '{}' } }), () => undefined)
  expect(await store.find('r')).toMatchObject({ table: 'two', number: 1, record: '{}' })
  expect(await store.records('two')).toHaveLength(1)
})

it('forgets a table whole, and what a bot still does there', async () => {
  await store.forget('two')
  expect(await store.table('two')).toBeUndefined()
  expect(await store.records('two')).toEqual([])
  expect(JSON.parse(await store.log('two'))).toEqual([])
  await store.keep('two', 2, write(2, { info: info('two') }), () => undefined)
  expect((await store.tables()).map((one) => one.id)).toEqual(['one'])
})
