// Who answers: one server, one page, and what each of them says.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Refusal } from '../src/source/refusal'

const asked: string[] = []
let pageRefuses = false
vi.mock('../src/source/page/answers', () => ({
  page: async (operation: string) => {
    asked.push(`page: ${operation}`)
    if (pageRefuses) throw new Refusal('local', 'This needs a server.', 0)
    return 'page'
  },
}))
const place = { hasServer: true }
vi.mock('../src/platform/place', () => ({
  get hasServer() {
    return place.hasServer
  },
  fileAt: (name: string) => name,
}))
const { ask } = await import('../src/source/who')

const answers = (status: number, body: unknown) =>
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    asked.push(`server: ${method} ${path}`)
    return new Response(JSON.stringify(body), { status })
  })
const offline = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))

describe('who answers', () => {
  afterEach(() => {
    asked.length = 0
    pageRefuses = false
    place.hasServer = true
  })

  it('is the server, where there is one', async () => {
    answers(200, 'server')
    expect(await ask('GET /api/daily/{preset}', { preset: 'haggis-2', day: null })).toBe('server')
    expect(await ask('GET /api/records/{record}/review', { record: 'a/b', since: 3 })).toBe('server')
    expect(await ask('DELETE /api/passkeys/{passkey}', { passkey: 'one' })).toBe('server')
    expect(asked).toEqual([
      'server: GET /api/daily/haggis-2',
      'server: GET /api/records/a%2Fb/review?since=3',
      'server: DELETE /api/passkeys/one',
    ])
  })

  it('gets the body as JSON, where there is one', async () => {
    const sent: unknown[] = []
    vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => (sent.push(body), new Response('{}')))
    await ask('POST /api/sign-in/code', { body: { code: 'abc' } })
    await ask('POST /api/sign-out', {})
    expect(sent).toEqual(['{"code":"abc"}', undefined])
  })

  it('is the page for what lies in this browser', async () => {
    answers(200, 'server')
    expect(await ask('GET /api/tables/{table}', { table: 'local-one' })).toBe('page')
    expect(await ask('GET /api/records/{record}/review', { record: 'local-two', since: 3 })).toBe('page')
    expect(asked).toEqual(['page: GET /api/tables/{table}', 'page: GET /api/records/{record}/review'])
  })

  it('is the server for somebody whose name begins as such ids do', async () => {
    answers(200, 'server')
    expect(await ask('GET /api/matches', { name: 'local-hero' })).toBe('server')
  })

  it('is the page where there is no server', async () => {
    place.hasServer = false
    answers(200, 'server')
    expect(await ask('GET /api/puzzles', {})).toBe('page')
  })

  it('is the page while the server cannot be reached, as far as the page can', async () => {
    offline()
    expect(await ask('GET /api/puzzles', {})).toBe('page')
    pageRefuses = true
    await expect(ask('GET /api/profile', {})).rejects.toMatchObject({ code: 'offline' })
  })

  it('is nobody when nobody waits any longer', async () => {
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
      return new Promise((_, fail) => signal!.addEventListener('abort', () => fail(signal!.reason as Error)))
    })
    const turn = new AbortController()
    const answer = ask('GET /api/puzzles', {}, { signal: turn.signal })
    turn.abort(new Error('left'))
    await expect(answer).rejects.toThrow('left')
    expect(asked).toEqual([]) // nor is the page asked instead
  })

  it('is nobody else when the server refuses', async () => {
    answers(404, { code: 'no-record', reason: 'There is no such record.' })
    await expect(ask('GET /api/records/{record}/review', { record: 'one' })).rejects.toMatchObject({
      code: 'no-record',
      status: 404,
    })
    expect(asked).toEqual(['server: GET /api/records/one/review'])
  })

  it('does what the page does in its own way', async () => {
    offline()
    const wish = { rules: 'haggis-2', seats: ['me', 'novice'] }
    expect(await ask('POST /api/tables', { body: wish }, { here: async () => 'drawn' })).toBe('drawn')
  })
})
