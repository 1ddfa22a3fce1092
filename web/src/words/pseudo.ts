// A language that nobody speaks: English with accents, in brackets, and a third longer. What is not in brackets on the
// page is not in the catalogue, and what does not fit is too tight for other languages. Browser tests switch it on.
import first from './en'
import late from './en/late'
import type { Catalogue, Message } from '.'

const PLAIN = 'aceginorsuyzACEGINORSUYZ'
const ACCENTED = 'áçéğíñóŕšúýžÁÇÉĞÍÑÓŔŠÚÝŽ'

function pseudo(message: Message): Message {
  if (typeof message !== 'string')
    return Object.fromEntries(Object.entries(message).map(([form, text]) => [form, pseudo(text)]))
  const own = message.replace(/\{[^}]*\}/g, '')
  if (!/\p{L}/u.test(own) || own.trim().length === 1) return message
  const text = message.replace(/\{[^}]*\}|[a-zA-Z]/g, (one) => ACCENTED[PLAIN.indexOf(one)] ?? one)
  const longer = Math.ceil(own.length * 0.35)
  return `[${text}${' ~~~~'.repeat(Math.ceil(longer / 5)).slice(0, longer)}]`
}

export default pseudo({ ...first, ...late }) as unknown as Catalogue
export const tag = 'en-GB'
