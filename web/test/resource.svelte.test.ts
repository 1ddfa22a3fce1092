// @vitest-environment jsdom
// What pages load and do: values, problems in words for people, late answers, leaving, and the time limit.
import { flushSync } from 'svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Trouble, watch, wordsOf, wrong } from '../src/platform/trouble.svelte'
import { resource, Work, type Ask, type Resource } from '../src/platform/resource.svelte'

const WRONG = 'Something went wrong here. Try again, or load the page anew.'
const heard = vi.spyOn(console, 'error').mockImplementation(() => undefined)
let leave = () => {}
beforeEach(() => void heard.mockClear())
afterEach(() => leave())

/** As in a component that is there until `leave`. */
function load<T>(ask: Ask<T>, limit?: number): Resource<T> {
  let found!: Resource<T>
  leave = $effect.root(() => {
    found = resource(ask, { limit })
  })
  flushSync()
  return found
}
/** A question whose answers the test gives, in any order. */
function questions() {
  const asked: { answer: (value: string) => void; fail: (error: unknown) => void; signal: AbortSignal }[] = []
  const ask: Ask<string> = (signal) =>
    new Promise((answer, fail) => {
      asked.push({ answer, fail, signal })
    })
  return { asked, ask }
}
const settled = () => new Promise((done) => setTimeout(done))

it('shows the value when it has come', async () => {
  const { asked, ask } = questions()
  const found = load(ask)
  expect([found.value, found.busy]).toEqual([null, true])
  asked[0]!.answer('here')
  await settled()
  expect([found.value, found.busy, found.problem]).toEqual(['here', false, ''])
})

it.each([
  [new Trouble('Nobody has this table'), 'Nobody has this table', 0],
  [new TypeError("Cannot read properties of undefined (reading 'some')"), WRONG, 1],
])('says why nothing has come: %s', async (error, words, told) => {
  const { asked, ask } = questions()
  const found = load(ask)
  asked[0]!.fail(error)
  await settled()
  expect([found.value, found.busy, found.problem]).toEqual([null, false, words])
  expect(heard).toHaveBeenCalledTimes(told)
  void found.again()
  expect(found.problem).toBe('') // while it is asked again
})

it('keeps what it has while it asks again, also if that fails', async () => {
  const { asked, ask } = questions()
  const found = load(ask)
  asked[0]!.answer('old')
  await settled()
  void found.again()
  expect(found.value).toBe('old')
  asked[1]!.fail(new Trouble('gone'))
  await settled()
  expect([found.value, found.problem]).toEqual(['old', 'gone'])
})

it('asks anew for something else, gives the old question up, and does not hear its answer', async () => {
  const { asked, ask } = questions()
  let page = $state('one')
  const found = load((signal) => (void page, ask(signal)))
  page = 'two'
  flushSync()
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false])
  asked[1]!.answer('second')
  await settled()
  asked[0]!.answer('first')
  await settled()
  expect(found.value).toBe('second')
})

it('gives the question up when one leaves, and says nothing', async () => {
  const { asked, ask } = questions()
  const found = load(ask)
  leave()
  expect(asked[0]!.signal.aborted).toBe(true)
  await settled()
  expect(found.problem).toBe('')
})

it('does not wait for ever', async () => {
  const { asked, ask } = questions()
  const found = load(ask, 5)
  await vi.waitFor(() => expect(found.problem).toBe('This takes too long. Try again.'))
  expect([found.busy, asked[0]!.signal.aborted]).toEqual([false, true])
})

it('does one thing at a time', async () => {
  const { asked, ask } = questions()
  const work = new Work()
  const done = work.do(() => ask(new AbortController().signal))
  expect(await work.do(() => expect.fail('the second click did something'))).toBe(false)
  asked[0]!.fail(new Trouble('The name is taken'))
  expect([await done, work.busy, work.problem]).toEqual([false, false, 'The name is taken'])
  expect([await work.do(() => undefined), work.problem]).toEqual([true, ''])
})

it('says in a sentence what nothing has caught, and is silent about what is none of the program', () => {
  watch()
  const uncaught = (error: unknown) => {
    wrong.words = ''
    window.dispatchEvent(new ErrorEvent('error', { error, cancelable: true }))
    return wrong.words
  }
  expect(uncaught(new RangeError('out of bounds'))).toBe(WRONG)
  expect(uncaught(new Trouble('The server cannot be reached'))).toBe('The server cannot be reached')
  expect(uncaught(null)).toBe('') // so browsers report sizes that change while they are read
  expect(uncaught(new DOMException('left', 'AbortError'))).toBe('')
  expect(wordsOf(new Trouble('as it is'))).toBe('as it is')
})
