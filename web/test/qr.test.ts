// The codes below were read back with a QR reader when they were taken down; here they must not change.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { qr } from '../src/ui/qr'

const hash = (text: string) =>
  createHash('sha256')
    .update(
      qr(text)
        .map((row) => row.map(Number).join(''))
        .join('\n'),
    )
    .digest('hex')
    .slice(0, 16)
const link = (length: number) => 'https://a.example/' + 'abcdefghij'.repeat(30).slice(0, length)

describe('QR codes', () => {
  it.each([
    [20, 29, 'f63924747f462964'],
    [50, 37, 'e55757ad067daf52'],
    [90, 45, 'e7ca99fd282c9951'],
    [175, 57, '4df168b7807462fb'],
  ])('of %i letters more are %i squares wide', (length, size, code) => {
    expect(qr(link(length)).length).toBe(size)
    expect(hash(link(length))).toBe(code)
  })

  it('refuse what is too long', () => {
    expect(() => qr(link(250))).toThrow('too long')
  })
})
