// What a browser keeps of local tables, in IndexedDB: logs, what everybody may know of a table, and records. Where a
// browser forbids that, or is full, a table goes on in memory, and the page is told.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { RecordInfo, TableInfo } from '../../protocol/messages'

interface LogLine {
  seq: number
  kind: string
  seat: number | null
  data: string
  at: number
}

/** A match that is over, or was brought here in a file. */
export interface KeptRecord {
  table: string
  number: number
  info: RecordInfo
  record: string
}

export interface KeptTable {
  id: string
  info: TableInfo
  changed: number
}

interface Kept extends DBSchema {
  log: { key: [string, number]; value: LogLine & { table: string } }
  tables: { key: string; value: KeptTable }
  records: { key: [string, number]; value: KeptRecord }
}

interface Write {
  line: LogLine
  info: TableInfo | null
  ended: { info: RecordInfo; record: string } | null
}

const PATIENCE = 3000 // ms; some browsers neither open a database nor refuse it
const whole = (table: string) => IDBKeyRange.bound([table, 0], [table, Infinity])

class Store {
  private opened: Promise<IDBPDatabase<Kept>> | undefined
  private failed = false
  private readonly logs = new Map<string, LogLine[]>() // of the table that is open here; of all, where nothing can be kept
  private readonly infos = new Map<string, KeptTable>() // what could not be kept
  private readonly forgotten = new Set<string>() // a bot may still be thinking there
  private readonly ended = new Map<string, KeptRecord[]>()

  /** Keeps an entry and what belongs to it; false if another tab of this browser was quicker. */
  async keep(table: string, seq: number, json: string, failed: () => void): Promise<boolean> {
    if (this.forgotten.has(table)) return true
    const write = JSON.parse(json) as Write
    const log = this.logs.get(table) ?? []
    if (log.length && log.at(-1)!.seq >= seq) return false
    try {
      if (!(await this.write(table, write))) {
        this.logs.delete(table) // it is read again
        return false
      }
    } catch {
      this.remember(table, write)
      if (!this.failed) failed()
      this.failed = true
    }
    // The others are in the database, and are read again.
    if (!this.failed) for (const other of this.logs.keys()) if (other !== table) this.logs.delete(other)
    this.logs.set(table, [...log, write.line])
    return true
  }

  /** The log of a table, as JSON. */
  async log(table: string): Promise<string> {
    const here = this.logs.get(table)
    if (here) return JSON.stringify(here)
    const kept = await this.read((kept) => kept.getAll('log', whole(table)), [])
    const found = kept.map(({ table: _, ...line }) => line)
    if (found.length) this.logs.set(table, found)
    return JSON.stringify(found)
  }

  /** The tables of this browser, the latest first. */
  async tables(): Promise<KeptTable[]> {
    const all = [...(await this.read((kept) => kept.getAll('tables'), [])), ...this.infos.values()]
    return [...new Map(all.map((one) => [one.id, one])).values()].sort((a, b) => b.changed - a.changed)
  }

  async table(id: string): Promise<KeptTable | undefined> {
    return this.infos.get(id) ?? (await this.read((kept) => kept.get('tables', id), undefined))
  }

  /** A finished match by the id of its record. */
  async find(id: string): Promise<KeptRecord | undefined> {
    return (await this.allRecords()).find(({ info }) => info.id === id)
  }

  async allRecords(): Promise<KeptRecord[]> {
    return [...(await this.read((kept) => kept.getAll('records'), [])), ...[...this.ended.values()].flat()]
  }

  async records(table: string): Promise<KeptRecord[]> {
    return [...(await this.read((kept) => kept.getAll('records', whole(table)), [])), ...(this.ended.get(table) ?? [])]
  }

  /** A match that was brought here in a file. */
  async put(table: TableInfo, info: RecordInfo, record: string): Promise<void> {
    const kept = await this.database()
    const work = kept.transaction(['tables', 'records'], 'readwrite')
    void work.objectStore('tables').put({ id: table.id, info: table, changed: info.ended })
    void work.objectStore('records').put({ table: table.id, number: info.number, info, record })
    await patient(work.done)
  }

  /** Forgets a table, and everything that belongs to it. */
  async forget(table: string): Promise<void> {
    this.forgotten.add(table)
    this.logs.delete(table)
    this.infos.delete(table)
    this.ended.delete(table)
    await this.read(async (kept) => {
      const work = kept.transaction(['log', 'tables', 'records'], 'readwrite')
      await Promise.all([
        work.objectStore('log').delete(whole(table)),
        work.objectStore('tables').delete(table),
        work.objectStore('records').delete(whole(table)),
        work.done,
      ])
    }, undefined)
  }

  private async write(table: string, { line, info, ended }: Write): Promise<boolean> {
    const kept = await this.database()
    const work = kept.transaction(['log', 'tables', 'records'], 'readwrite')
    const log = work.objectStore('log')
    const taken = await log.getKey([table, line.seq])
    if (!taken) {
      void log.add({ ...line, table })
      if (info) void work.objectStore('tables').put({ id: table, info, changed: line.at })
      if (ended)
        void work
          .objectStore('records')
          .put({ table, number: ended.info.number, info: ended.info, record: ended.record })
    }
    await patient(work.done)
    return !taken
  }

  private remember(table: string, { line, info, ended }: Write): void {
    if (info) this.infos.set(table, { id: table, info, changed: line.at })
    if (ended)
      this.ended.set(table, [
        ...(this.ended.get(table) ?? []),
        { table, number: ended.info.number, info: ended.info, record: ended.record },
      ])
  }

  private async read<T>(work: (kept: IDBPDatabase<Kept>) => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await patient(work(await this.database()))
    } catch {
      return otherwise
    }
  }

  private database(): Promise<IDBPDatabase<Kept>> {
    this.opened ??= patient(
      openDB<Kept>('haggis', 1, {
        upgrade(kept) {
          kept.createObjectStore('log', { keyPath: ['table', 'seq'] })
          kept.createObjectStore('tables', { keyPath: 'id' })
          kept.createObjectStore('records', { keyPath: ['table', 'number'] })
        },
      }),
    )
    return this.opened
  }
}

export function patient<T>(work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, fail) =>
    setTimeout(() => fail(new Error('the database does not answer')), PATIENCE),
  )
  return Promise.race([work, late])
}

export const store = new Store()
