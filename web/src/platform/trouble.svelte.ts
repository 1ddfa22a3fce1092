// What goes wrong, in words for people: nobody is shown an error of the program.
import { t } from '../words'

/** An error whose message is for people. */
export class Trouble extends Error {}

/** What to say of an error: its own words if they are for people; else the console has it. */
export function wordsOf(error: unknown): string {
  if (error instanceof Trouble) return error.message
  console.error(error)
  return t('wrong.words')
}

/** What nothing else has caught; App shows it. */
export const wrong = $state({ words: '' })

/** Browsers report some errors that are none of the program's: of extensions, of sizes that change while they are read. */
function uncaught(error: unknown): void {
  if (error instanceof Error && error.name !== 'AbortError')
    wrong.words = error instanceof Trouble ? error.message : t('wrong.words')
}

export function watch(): void {
  window.addEventListener('error', ({ error }) => uncaught(error))
  window.addEventListener('unhandledrejection', ({ reason }) => uncaught(reason))
}
