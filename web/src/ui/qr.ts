import { encode } from 'uqr'

/** The QR code of a text as rows of dark (true) and light squares, small enough to be scanned off a screen. */
export const qr = (text: string): boolean[][] => encode(text, { ecc: 'M', border: 0, maxVersion: 10 }).data
