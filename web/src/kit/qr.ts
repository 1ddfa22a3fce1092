import { encode } from 'uqr'

/** The QR code of a text as rows of dark (true) and light squares, small enough to be scanned off a screen. */
export const qr = (text: string): boolean[][] => {
  const long = text.length > 200 // a whole score sheet: more squares, and less to spare for damage
  return encode(text, { ecc: long ? 'L' : 'M', border: 0, maxVersion: long ? 22 : 10 }).data
}
