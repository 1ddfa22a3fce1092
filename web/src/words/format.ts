// Numbers and dates in the language of the page. Nothing else formats them.
import { language } from '.'

/** A formatter for each language, made when it is first used. */
function made<T>(make: (tag: string) => T): () => T {
  const known = new Map<string, T>()
  return () => {
    const tag = language()
    if (!known.has(tag)) known.set(tag, make(tag))
    return known.get(tag)!
  }
}

type Style = Intl.NumberFormatOptions
const number = (style: Style) => made((tag) => new Intl.NumberFormat(tag, style))
const date = (style: Intl.DateTimeFormatOptions) => made((tag) => new Intl.DateTimeFormat(tag, style))
const minus = (text: string) => text.replace('-', '−')

const whole = number({ maximumFractionDigits: 0 })
const tenths = number({ minimumFractionDigits: 1, maximumFractionDigits: 1 })
const signedWhole = number({ maximumFractionDigits: 0, signDisplay: 'exceptZero' })
const signedTenth = number({ maximumFractionDigits: 1, signDisplay: 'exceptZero' })
const signedTenths = number({ minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' })
const day = date({ day: 'numeric', month: 'short', year: 'numeric' })
const moment = date({ weekday: 'short', hour: '2-digit', minute: '2-digit' })

/** Without decimals. */
export const rounded = (value: number) => minus(whole().format(value))
/** With one decimal. */
export const decimal = (value: number) => minus(tenths().format(value))
/** With its sign, and a decimal only where it needs one. */
export const signed = (value: number) => minus(signedTenth().format(value))
/** With its sign and one decimal. */
export const gain = (value: number) => minus(signedTenths().format(value))
/** With its sign, without decimals. */
export const signedRounded = (value: number) => minus(signedWhole().format(value))

/** With so many decimals. */
export function exactly(value: number, places: number, sign = false): string {
  const style: Style = { minimumFractionDigits: places, maximumFractionDigits: places }
  return minus(new Intl.NumberFormat(language(), { ...style, signDisplay: sign ? 'exceptZero' : 'auto' }).format(value))
}

/** `15 Nov 2026` */
export const dateWords = (at: number) => day().format(at)
/** The same of `2026-11-15`. */
export const dayWords = (iso: string) => (iso ? dateWords(Date.parse(`${iso}T12:00`)) : '')
/** `Fri 14:05`: for what is less than a week away. */
export const momentWords = (at: number) => moment().format(at)
