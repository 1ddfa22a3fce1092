import { describe, expect, it } from 'vitest'
import { asLocalhost, deviceName, fromText, toText, trouble } from '../src/source/passkeys'
import { allWords } from '../src/words'

describe('passkeys', () => {
  it('are possible for a name with https, and for localhost', () => {
    expect(trouble({ hostname: 'club.example', protocol: 'https:' }, true)).toBeNull()
    expect(trouble({ hostname: 'localhost', protocol: 'http:' }, true)).toBeNull()
    expect(trouble({ hostname: 'club.example', protocol: 'http:' }, true)).toBe('insecure')
    expect(trouble({ hostname: '192.168.1.7', protocol: 'https:' }, true)).toBe('number')
    expect(trouble({ hostname: '[::1]', protocol: 'http:' }, true)).toBe('number')
    expect(trouble({ hostname: 'club.example', protocol: 'https:' }, false)).toBe('old')
    const here = (hostname: string) => ({ hostname, href: `http://${hostname}:8000/profile` }) as Location
    expect(asLocalhost(here('127.0.0.1'))).toBe('http://localhost:8000/profile')
    expect(asLocalhost(here('192.168.1.7'))).toBeNull()
  })
  it('travel as base64url', () => {
    const bytes = Uint8Array.from([0, 250, 255, 62, 63, 1, 2])
    expect(toText(bytes.buffer)).toMatch(/^[\w-]+$/)
    expect([...fromText(toText(bytes.buffer))]).toEqual([...bytes])
  })
  it('are called as the device', async () => {
    await allWords()
    expect(deviceName('Mozilla/5.0 (Linux; Android 16) …')).toBe('Android phone')
    expect(deviceName('something else')).toBe('This device')
  })
})
