import { expect, test } from 'vitest'
import { inviteOrigin, isLoopback } from '../src/source/invite'

const here = { origin: 'http://127.0.0.1:8000', hostname: '127.0.0.1' }
const house = { origin: 'http://192.168.1.5:8000', hostname: '192.168.1.5' }
const club = 'https://club.example'

test.each([
  ['only this computer', here, null, null, here.origin],
  ['the network in place of this computer', here, null, house.origin, house.origin],
  ['the page has the right address already', house, null, 'http://10.0.0.2:8000', house.origin],
  ['what the server was told comes first', here, club, house.origin, club],
  ['also for a guest in the house', house, club, house.origin, club],
])('%s', (_, page, public_url, network_url, origin) => {
  expect(inviteOrigin({ public_url, network_url }, page)).toBe(origin)
})

test('the names of this computer', () => {
  expect(['localhost', '127.0.0.1', '127.0.1.1', '[::1]'].filter(isLoopback)).toHaveLength(4)
  expect(['192.168.1.5', 'club.example', '10.127.0.1'].filter(isLoopback)).toEqual([])
})
