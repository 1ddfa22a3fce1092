// What else a browser keeps, in IndexedDB: texts by name, such as reviews, records to review and attempts at puzzles.
// Where it cannot, they are kept as long as the page is open.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { patient } from './store'

interface Kept extends DBSchema {
  texts: { key: string; value: string }
}

class Shelf {
  private opened: Promise<IDBPDatabase<Kept>> | undefined
  private readonly here = new Map<string, string>() // what could not be kept

  /** A text; an empty one if there is none of this name. */
  async find(name: string): Promise<string> {
    const found = this.here.get(name)
    if (found !== undefined) return found
    try {
      return (await patient((await this.database()).get('texts', name))) ?? ''
    } catch {
      return ''
    }
  }

  async put(name: string, text: string): Promise<void> {
    try {
      await patient((await this.database()).put('texts', text, name))
      this.here.delete(name)
    } catch {
      this.here.set(name, text)
    }
  }

  private database(): Promise<IDBPDatabase<Kept>> {
    this.opened ??= patient(
      openDB<Kept>('haggis-shelf', 1, { upgrade: (kept) => void kept.createObjectStore('texts') }),
    )
    return this.opened
  }
}

export const shelf = new Shelf()
