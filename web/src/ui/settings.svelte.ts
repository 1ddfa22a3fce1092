// What this browser remembers: theme, sounds, muted chat, names and orders of hands.

function read<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`haggis.${key}`)
    return text === null ? otherwise : (JSON.parse(text) as T)
  } catch {
    return otherwise
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(`haggis.${key}`, JSON.stringify(value))
  } catch {
    // a browser that keeps nothing: then nothing is remembered
  }
}

export const recall = read

export type Theme = 'auto' | 'light' | 'dark'

class Settings {
  theme = $state<Theme>(read('theme', 'auto'))
  sounds = $state<boolean>(read('sounds', false))
  muted = $state<boolean>(read('muted', false))
  tips = $state<number>(read('tips', 3)) // turns on which "how it works" is still shown

  set<K extends 'theme' | 'sounds' | 'muted' | 'tips'>(key: K, value: this[K]): void {
    ;(this as Pick<Settings, K>)[key] = value
    remember(key, value)
    this.show()
  }

  /** Light becomes dark, and dark light. */
  flip(): void {
    const dark = this.theme === 'dark' || (this.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
    this.set('theme', dark ? 'light' : 'dark')
  }

  show(): void {
    if (this.theme === 'auto') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = this.theme
  }
}

export const settings = new Settings()
