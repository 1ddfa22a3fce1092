// Numbers and dates as the pages about people write them.
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })
const one = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

export const dateWords = (at: number) => day.format(at)
export const decimal = (value: number) => one.format(value).replace('-', '−')

const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1, signDisplay: 'exceptZero' })
/** With its sign, and a decimal only where it needs one. */
export const signed = (value: number) => whole.format(value).replace('-', '−')

/** With one decimal and its sign. */
export function gain(value: number): string {
  const text = one.format(Math.abs(value))
  return Number(text.replace(',', '.')) === 0 ? text : value > 0 ? `+${text}` : `−${text}`
}
