// One person at one table: what is picked, which premove is made, what the page says. It sends what the person
// decides, and follows what the server sends; drawing is left to the components, movement to stage.ts.
import { to } from '../../platform/paths'
import { untrack } from 'svelte'
import { endsRound } from '../../game/closing'
import { lateWords, outWords } from '../../game/ends'
import type { Picker } from '../../game/picker.svelte'
import { Player } from '../../game/player.svelte'
import { readChoice, type Choice } from '../../game/plays'
import { actionOf, canPremove, premovePass, premovePlay, stands, type Premove } from '../../game/premove'
import type { Reason } from '../../game/reasons'
import { refusalWords } from '../../game/sentences'
import { beatWords, joined, logLine, presetOf, spokenLine, turnWords, type Names } from '../../game/words'
import type { Event, Table, TableInfo, View } from '../../protocol/messages'
import type { Line, Wish } from '../../source/connection'
import { TableStore, type Change } from '../../source/table.svelte'
import { t } from '../../words'
import { settings } from '../../platform/settings.svelte'
import { handOf } from './hands'
import { TableLines } from './lines.svelte'

const NOTICE = 5000 // ms
const DOUBLE_TAP = 600 // ms; its second tap makes no premove
/** What a strong bot would do: a suggestion, for one decision. */
export interface Advice extends Reason {
  action: string
  choice: Choice | null // the cards, where it is about cards
  decision: string
}

export class Session {
  readonly store: TableStore
  readonly player: Player
  readonly picker: Picker
  readonly lines: TableLines
  notice = $state('')
  said = $state('') // what a screen reader says
  busy = $state(false)
  premove = $state.raw<Premove | null>(null)
  advice = $state.raw<Advice | null>(null)
  thinking = $state(false) // a hint was asked for
  ended = $state.raw<{ index: number; before: View | null } | null>(null) // the round whose end is shown
  private justActed = $state(false)
  private acted: ReturnType<typeof setTimeout> | undefined
  private seen = false // the box of the last end was closed: it opens again only when asked for
  private timer: ReturnType<typeof setTimeout> | undefined

  view = $derived.by(() => this.store.view)
  seat = $derived.by(() => this.store.seat)
  names: Names = $derived.by(() => ({ me: this.store.seat, name: (seat: number) => this.store.name(seat) }))
  mine = $derived.by(
    () =>
      !!this.view &&
      this.seat !== null &&
      this.view.to_act.includes(this.seat) &&
      !this.view.winners &&
      !this.store.paused,
  )
  /** The page that compares those who play the same cards: a deal of a day, or a challenge. */
  compare = $derived.by(() => {
    const { daily, challenge, rules } = this.store.table ?? {}
    if (challenge) return to.challenge(challenge)
    return daily ? to.daily(presetOf(rules!), daily.day) : ''
  })
  /** Whether it is the one try that counts. */
  counts = $derived.by(() => {
    const { daily, challenge } = this.store.table ?? {}
    return !!challenge || (!!daily && !daily.practice)
  })
  /** Whether hints are to be had here. */
  hints = $derived.by(() => !this.counts && !this.store.table?.rated)
  out = $derived.by(() => !!this.view && this.seat !== null && this.view.seats[this.seat]!.out)
  /** A premove can be made. */
  waiting = $derived.by(
    () =>
      !!this.view &&
      this.seat !== null &&
      !this.mine &&
      !this.justActed &&
      !this.store.paused &&
      canPremove(this.view, this.seat),
  )
  /** Between two rounds: the people whom the next one waits for; I am one of them until I say that I am ready. */
  awaited = $derived.by(() => (this.store.paused ? notReady(this.store.table!) : []))
  away = $derived.by(() => (this.seat !== null ? this.store.table?.seats[this.seat]?.away : null))
  /** Which decision of mine this is: it lasts until I have acted, whatever others do. */
  decision = $derived.by(() => {
    const own = this.view?.log.filter((entry) => entry.startsWith(`${this.seat} `)) ?? []
    return `${this.view?.results.length} ${own.length}`
  })
  /** `person`: which of those that share this screen; `line`: to a table of this browser. */
  constructor(table: string, person = 0, line?: Line) {
    this.store = new TableStore(table, line)
    this.player = new Player(() => ({ view: this.store.view }), handOf(table, person))
    this.picker = this.player.picker
    this.store.listeners.add((change) => this.heard(change))
    this.store.news.add((event, before) => this.heardTable(event, before))
    this.lines = new TableLines(this)
    // The hand as it lies, a premove, and the end of the match, whenever the view changes.
    $effect(() => {
      const now = this.store.view
      untrack(() => now && this.follow(now))
    })
  }

  close(): void {
    clearTimeout(this.timer)
    clearTimeout(this.acted)
    this.store.close()
  }

  /** A line for the eye, for a few seconds. */
  tell(words: string): void {
    this.notice = words
    clearTimeout(this.timer)
    this.timer = setTimeout(() => (this.notice = ''), NOTICE)
  }

  /** Says something to the server; a refusal is shown. */
  async ask(wish: Wish): Promise<Event> {
    const answered = await this.store.say(wish)
    if (answered.type === 'error') this.tell(refusalWords(answered, this.names))
    return answered
  }

  async act(action: string): Promise<void> {
    if (this.busy) return
    this.busy = true
    this.justActed = true
    clearTimeout(this.acted)
    const answered = await this.store.act(action)
    this.acted = setTimeout(() => (this.justActed = false), DOUBLE_TAP)
    this.busy = false
    if (answered.type === 'error') return this.tell(refusalWords(answered, this.names))
    this.picker.clear()
    if (settings.tips > 0) settings.set('tips', settings.tips - 1)
  }

  /** Plays what is picked, or makes a premove of it. */
  play(): void {
    if (this.mine && this.player.byCards && this.picker.choice) void this.act(this.picker.choice.action)
    else if (this.picker.picked.length) this.makePremove('play')
  }

  pass(): void {
    if (this.mine && this.picker.legal.pass) void this.act('pass')
    else if (this.premove) this.premove = null
    else this.makePremove('pass')
  }

  makePremove(kind: Premove['kind']): void {
    if (!this.waiting || !this.view) return
    this.premove = kind === 'play' ? premovePlay(this.view, this.picker.names) : premovePass(this.view)
  }

  /** Asks what a strong bot would do. Meanwhile everything can be used, and what is picked stays picked. */
  async hint(): Promise<void> {
    if (!this.mine || this.thinking) return
    const decision = this.decision
    this.thinking = true
    const answered = await this.ask({ type: 'hint' })
    this.thinking = false
    if (answered.type !== 'hint' || decision !== this.decision || !this.mine) return
    const choice = readChoice(answered.action)
    const { action, why, reason = [], other = null } = answered
    this.advice = { action, why, reason, other, choice, decision }
  }

  /** Cards of a hint are picked, so that the big button plays them; any other hint is done. */
  takeAdvice(): void {
    const { advice } = this
    this.advice = null
    if (advice?.choice) this.picker.take(advice.choice)
    else if (advice) void this.act(advice.action)
  }

  /** The box with a round's end: open it for the last round, or close it. */
  showEnd(): void {
    if (this.view) this.ended = { index: this.view.results.length - 1, before: null }
  }
  hideEnd(): void {
    this.ended = null
    this.seen = true
  }
  /** I have seen the result: the next round may begin. */
  ready(): void {
    this.hideEnd()
    if (this.seat !== null && this.awaited.includes(this.seat)) void this.ask({ type: 'ready' })
  }

  private follow(now: View): void {
    this.picker.sync(now.hand)
    if (this.advice?.decision !== this.decision) this.advice = null
    // After a reload, too: the end of the match, or of the round that everybody is looking at.
    const waits = this.seat !== null && this.awaited.includes(this.seat)
    if ((now.winners || waits) && now.results.length && !this.ended && !this.seen) this.showEnd()
    if (this.ended && this.ended.index >= now.results.length) this.ended = null
    if (!this.premove) return
    if (!stands(this.premove, now)) {
      this.premove = null
      this.tell(t('premove.cancelled'))
    } else if (this.seat !== null && now.to_act.includes(this.seat)) {
      const action = actionOf(this.premove, now, this.picker.legal.choices)
      this.premove = null
      if (action) void this.act(action)
    }
  }

  private heard({ event, before, after }: Change): void {
    const yours = this.seat !== null && after.to_act.includes(this.seat) && !before.to_act.includes(this.seat)
    const words = event ? [spokenLine(logLine(event.action, this.names, before.phase === 'auction'))] : []
    if (!event) this.notice = '' // it was about the round that has ended
    if (event?.late) {
      const missed = this.store.table?.seats[event.seat]?.missed ?? 0
      this.tell(lateWords(event, missed, this.names))
      words.unshift(this.notice)
    }
    const out = outWords(before, after, this.names)
    if (out) {
      this.tell(out)
      words.push(out)
    }
    if (yours) words.push(turnWords(after, this.names), beatWords(after, this.names))
    this.said = joined(words)
    if (endsRound(before, after)) {
      this.seen = false
      this.ended = { index: after.results.length - 1, before }
    }
  }

  private heardTable({ what, table }: Table, before: TableInfo | null): void {
    if (what === 'start') this.seen = false
    // The round begins: whoever still sat behind the box could lose time.
    if (before?.paused && !table.paused) this.ended = null
  }
}

/** The people at a table who still look at the result. */
function notReady({ seats }: TableInfo): number[] {
  return seats.flatMap(({ kind, away, ready }, seat) => (kind === 'person' && !away && !ready ? [seat] : []))
}
