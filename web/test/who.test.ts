// Who answers: one server, one page, and what each of them says.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Refusal } from '../src/source/refusal'

const asked: string[] = []
let pageRefuses = false
vi.mock('../src/source/page/answers', () => ({
  request: async (method: string, path: string) => {
    asked.push(`page: ${method} ${path}`)
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
const { request } = await import('../src/source/who')

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

  it.each(['/api/puzzles', '/api/tables', '/api/daily/haggis-2', '/api/records/one/review'])(
    'is the server for %s',
    async (path) => {
      answers(200, 'server')
      expect(await request('POST', path)).toBe('server')
      expect(asked).toEqual([`server: POST ${path}`])
    },
  )

  it.each(['/api/tables/local-one', '/api/tables/local-one/records/1', '/api/records/local-two/review?since=3'])(
    'is the page for what lies in this browser: %s',
    async (path) => {
      answers(200, 'server')
      expect(await request('GET', path)).toBe('page')
      expect(asked).toEqual([`page: GET ${path}`])
    },
  )

  it('is the page where there is no server', async () => {
    place.hasServer = false
    answers(200, 'server')
    expect(await request('GET', '/api/puzzles')).toBe('page')
  })

  it('is the page while the server cannot be reached, as far as the page can', async () => {
    offline()
    expect(await request('GET', '/api/puzzles')).toBe('page')
    pageRefuses = true
    await expect(request('GET', '/api/profile')).rejects.toMatchObject({ code: 'offline' })
  })

  it('is nobody else when the server refuses', async () => {
    answers(404, { code: 'no-record', reason: 'There is no such record.' })
    await expect(request('GET', '/api/records/one/review')).rejects.toMatchObject({ code: 'no-record', status: 404 })
    expect(asked).toEqual(['server: GET /api/records/one/review'])
  })

  it('does what the page does in its own way', async () => {
    offline()
    expect(await request('POST', '/api/tables', {}, async () => 'drawn')).toBe('drawn')
  })
})
