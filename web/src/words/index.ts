// The words of the page. Every text that a person reads stands in the catalogue (`en/`), and `t` looks it up:
// `t('cards', { n: 3 })` is "3 cards". Keys and slots are checked by the compiler.
//
// A message is a text with slots in braces, as in the refusals of the server: numbers are written as the language
// writes them, lists become "a, b or c", with `{slot:and}` "a, b and c". Where the text depends on a number, a message
// has forms by plural category, chosen by `n`; where it depends on anything else (who acts, which game), it has forms by
// name, chosen by `is`.
//
// A translation is a folder beside `en/` with the same keys, and one line in LOCALES.
import first from './en'
import type late from './en/late'
import { loaded } from './loaded.svelte'

export type Value = string | number | readonly string[]
type Forms = { readonly [form: string]: Message }
export type Message = string | Forms

type English = typeof first & typeof late

/** What a translation has to provide. */
export type Catalogue = { readonly [K in Key]: Message }
export type Key = keyof English

type Plural = Intl.LDMLPluralRule
type SlotsOf<Text> = Text extends `${string}{${infer Slot}}${infer Rest}`
  ? (Slot extends `${infer Name}:and` ? Name : Slot) | SlotsOf<Rest>
  : never
type Slots<M> = M extends string ? SlotsOf<M> : Slots<M[keyof M]>
type Counted<M> = M extends string ? never : keyof M extends Plural ? 'n' : Counted<M[keyof M]>
type Named<M> = M extends string ? never : keyof M extends Plural ? Named<M[keyof M]> : keyof M
type Params<M> = { [S in Slots<M> | Counted<M>]: S extends 'n' ? number : Value } & ([Named<M>] extends [never]
  ? unknown
  : { is: Named<M> })
/** The forms that a message has. */
export type FormOf<K extends Key> = Named<English[K]>
type Arguments<K extends Key> = keyof Params<English[K]> extends never ? [] : [Params<English[K]>]
type Given = Readonly<Record<string, Value>>

const PLURALS: readonly string[] = ['zero', 'one', 'two', 'few', 'many', 'other'] satisfies Plural[]
const LOCALES: Record<string, () => Promise<{ default: Catalogue; tag?: string }>> = {
  pseudo: () => import('./pseudo'),
}

let catalogue = first as unknown as Catalogue // until the rest is loaded
let english = true
let plurals: Intl.PluralRules
let numbers: Intl.NumberFormat
let and: Intl.ListFormat
let or: Intl.ListFormat
let spoken: string
speak('en-GB')

/** The language of the page, as a tag. */
export const language = () => spoken

function speak(tag: string): void {
  spoken = tag
  plurals = new Intl.PluralRules(tag)
  numbers = new Intl.NumberFormat(tag)
  and = new Intl.ListFormat(tag, { type: 'conjunction' })
  or = new Intl.ListFormat(tag, { type: 'disjunction' })
}

/** Picks the language: the one that was chosen in this browser, the browser's own, or English. */
export async function chooseLanguage(chosen: string | null, wanted: readonly string[]): Promise<void> {
  const names = [chosen ?? '', ...wanted.map((tag) => tag.split('-')[0]!.toLowerCase())]
  const name = names.find((one) => one === 'en' || Object.hasOwn(LOCALES, one)) ?? 'en'
  if (name === 'en') return
  const { default: found, tag } = await LOCALES[name]!()
  catalogue = found
  english = false
  speak(tag ?? name)
}

/** All words, also those that a first page does not need. */
export async function allWords(): Promise<void> {
  const late = await (english ? import('./en/late') : null) // waits in any case: a template that asks may not change `loaded`
  if (late) catalogue = { ...first, ...late.default }
  loaded.all = true
}

/** A message, or nothing as long as it is not loaded; to read `loaded` makes what shows it come again then. */
function message(key: Key): Message {
  return catalogue[key] ?? (loaded.all ? key : '')
}

/** The text of a message. */
export function t<K extends Key>(key: K, ...[params]: Arguments<K>): string {
  return words(message(key), (params ?? {}) as Given)
}

/** The text of one form of a message, with the slots of this form alone. */
export function form<K extends Key, F extends keyof English[K]>(key: K, is: F, params: Params<English[K][F]>): string {
  return words(message(key), { ...(params as Given), is: String(is) })
}

/** Whether a message has a form: for names that come from the server and may be newer than this page. */
export function has<K extends Key>(key: K, form: string): form is FormOf<K> & string {
  return Object.hasOwn(Object(message(key)) as Forms, form)
}

/** The text of a message in parts, with the names of the slots that are drawn, not written. */
export function parts<K extends Key>(
  key: K,
  params: Given = {},
): (string | { slot: Exclude<Slots<English[K]>, keyof typeof params> })[] {
  return pieces(choose(message(key), params), params)
}

export function list(items: readonly string[]): string {
  return and.format(items)
}

export function words(message: Message, params: Given): string {
  return pieces(choose(message, params), params)
    .map((piece) => (typeof piece === 'string' ? piece : `{${piece.slot}}`))
    .join('')
}

function choose(message: Message, params: Given): string {
  while (typeof message !== 'string') {
    const counted = Object.keys(message).every((form) => PLURALS.includes(form))
    message = message[counted ? plurals.select(Number(params['n'])) : String(params['is'])] ?? message['other'] ?? ''
  }
  return message
}

function pieces<Slot extends string>(text: string, params: Given): (string | { slot: Slot })[] {
  // split() puts what the groups have matched between the texts: text, slot, kind of list, text, ...
  const found = text.split(/\{(\w+)(:and)?\}/)
  const out: (string | { slot: Slot })[] = []
  for (let i = 0; i < found.length; i += 3) {
    if (found[i]) out.push(found[i]!.replace('{{', '{').replace('}}', '}'))
    const slot = found[i + 1]
    if (slot) out.push(slot in params ? written(params[slot]!, found[i + 2] ? and : or) : { slot: slot as Slot })
  }
  return out
}

function written(value: Value, lists: Intl.ListFormat): string {
  if (typeof value === 'number') return numbers.format(value)
  return typeof value === 'string' ? value : lists.format(value)
}
