// One sheet on the page: every change is saved first and then given to the engine, which says what it comes to.
import { Work } from '../../platform/resource.svelte'
import { engine } from '../../source/page/engine/engine.svelte'
import type { Comparison, Opened, Season, Tried } from '../../protocol/keeper'
import { fresh, renewed, undone, type Entry, type Saved, type Sheet } from './sheet'
import { find, save } from './store'

async function ask<T>(name: string, ...args: unknown[]): Promise<T> {
  await null // a call changes the state of the engine, which a template that asks may not do
  return engine.call<T>('keeper', name, ...args)
}

export const open = (sheet: unknown) => ask<Opened>('open_sheet', sheet)
export const unpack = (text: string) => ask<Opened>('unpack', text)
export const pack = (sheet: Sheet) => ask<string>('pack', sheet)
export const toCsv = (sheet: Sheet) => ask<string>('to_csv', sheet)
export const seasonOf = (sheets: Sheet[]) => ask<Season>('season_of', sheets)
export const compare = (sheets: Sheet[]) => ask<Comparison>('compare', sheets)

/** Keeps a sheet that came by a link or a file; an other one of the same match can be brought back by Undo. */
export async function receive(opened: Opened): Promise<string> {
  const sheet = opened.sheet as unknown as Sheet
  const known = await find(sheet.id)
  if (!known) await save(fresh(sheet, opened))
  else if (JSON.stringify(known.sheet) !== JSON.stringify(sheet)) await save(renewed(known, opened))
  return sheet.id
}

export class Session {
  saved = $state.raw() as Saved
  tried = $state.raw<Tried | null>(null)
  unsaved = $state(false)
  private readonly work = new Work()
  private trying = $state.raw(new Work())

  constructor(saved: Saved) {
    this.saved = saved
    void this.try()
  }

  get problem(): string {
    return this.work.problem || this.trying.problem
  }
  get sheet(): Sheet {
    return this.saved.sheet
  }
  get opened(): Opened {
    return this.saved.opened
  }
  get draft(): Entry {
    return this.saved.draft
  }

  /** The draft as it was changed by a tap. */
  enter(draft: Entry): void {
    this.keep({ ...this.saved, draft })
    void this.try()
  }

  /** The draft becomes a round. */
  add(): Promise<void> {
    return this.change(async () => {
      const { sheet, draft, at, aside } = this.saved
      const opened = await ask<Opened>('add_round', sheet, draft, at)
      this.keep({ ...renewed(this.saved, opened), draft: at === null ? {} : aside, at: null, aside: {} })
    })
  }

  /** Back to what the sheet was before; a sheet that has no past loses its last round. */
  undo(): Promise<void> {
    return this.change(async () => {
      if (this.saved.at !== null) this.leave()
      const past = [...this.saved.past]
      const before = past.pop()
      const opened = before ? await open(before) : await ask<Opened>('undo_round', this.sheet)
      this.keep({ ...undone(this.saved, opened.sheet as unknown as Sheet), opened, past })
    })
  }

  correct(at: number): void {
    const { draft, aside } = this.saved
    this.keep({ ...this.saved, at, draft: this.sheet.rounds[at]!, aside: this.saved.at === null ? draft : aside })
    void this.try()
  }

  leave(): void {
    this.keep({ ...this.saved, at: null, draft: this.saved.aside, aside: {} })
    void this.try()
  }

  private async change(act: () => Promise<void>): Promise<void> {
    await this.work.do(act)
    await this.try()
  }

  private keep(saved: Saved): void {
    this.saved = { ...saved, changed: Date.now() }
    save(this.saved).then(
      () => (this.unsaved = false),
      () => (this.unsaved = true),
    )
  }

  /** Asks what the draft comes to; an answer that a later tap has overtaken is dropped. */
  private async try(): Promise<void> {
    const trying = (this.trying = new Work())
    const { sheet, draft, at, opened } = this.saved
    if (opened.account.over && at === null) {
      this.tried = null
      return
    }
    await trying.do(async () => {
      const tried = await ask<Tried>('try_round', sheet, draft, at)
      if (trying === this.trying) this.tried = tried
    })
  }
}
