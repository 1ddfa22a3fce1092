// What this browser remembers: looks, sounds, muted chat, names and orders of hands. A new setting is one line in
// Settings; what shows on the whole page goes into LOOKS as well.

const PREFIX = 'haggis.'

function read<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(PREFIX + key)
    return text === null ? otherwise : (JSON.parse(text) as T)
  } catch {
    return otherwise
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value))
  } catch {
    // a browser that keeps nothing: then nothing is remembered
  }
}

export const recall = read

/** Removes what is no longer wanted. */
export function forget(unwanted: (key: string) => boolean): void {
  try {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(PREFIX) && unwanted(name.slice(PREFIX.length))) localStorage.removeItem(name)
  } catch {
    // nothing is kept
  }
}

export const THEMES = ['auto', 'light', 'dark'] as const
export const TABLES = ['game', 'green', 'heather', 'peat', 'loch', 'slate'] as const // theme.css has their colours
export const CARDS = ['linen', 'plain'] as const
export const SUIT_COLOURS = ['five', 'strong'] as const
export type Theme = (typeof THEMES)[number]
const LOOKS = ['theme', 'table', 'cards', 'suits'] as const

class Settings {
  theme = $state<Theme>(read('theme', 'auto'))
  table = $state<(typeof TABLES)[number]>(read('table', 'game'))
  cards = $state<(typeof CARDS)[number]>(read('cards', 'linen'))
  suits = $state<(typeof SUIT_COLOURS)[number]>(read('suits', 'five'))
  sounds = $state<boolean>(read('sounds', true))
  volume = $state<number>(read('volume', 40)) // of a hundred
  vibration = $state<boolean>(read('vibration', true))
  muted = $state<boolean>(read('muted', false))
  autoPass = $state<boolean>(read('autoPass', false)) // where nothing beats the trick
  seen = $state<boolean>(read('seen', false)) // the panel marks the cards seen
  panel = $state<boolean>(read('panel', true)) // it is open, where there is room beside the table
  tips = $state<number>(read('tips', 3)) // turns on which "how it works" is still shown

  set<K extends Setting>(key: K, value: Settings[K]): void {
    ;(this as Pick<Settings, K>)[key] = value
    remember(key, value)
    this.show()
  }

  /** What another tab of this browser has chosen holds here, too. */
  hear({ key }: Pick<StorageEvent, 'key'>): void {
    const name = key?.slice(PREFIX.length) ?? ''
    if (!(name in this) || name === 'constructor') return
    const known = name as Setting
    Object.assign(this, { [known]: read(known, this[known]) })
    this.show()
  }

  /** The looks stand on the root, where theme.css finds them. */
  show(): void {
    for (const look of LOOKS) document.documentElement.dataset[look] = this[look]
  }
}
export type Setting = Exclude<keyof Settings, 'set' | 'show' | 'hear'>

export const settings = new Settings()
