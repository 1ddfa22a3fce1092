// The Python engine in this page: started when it is first wanted, in a worker, so that the page never waits for it.
//
//   import { engine } from './engine.svelte'
//   const replay = await engine.call<Replay>('records', 'replay', text)
//
// calls what `EXPOSED` of browser/records.py has as `replay`. Arguments and values are plain JSON. What Python refuses is
// thrown as a Refusal, worded as one of a server; if the engine cannot start, every call throws a Refusal with the code
// "engine".
import script from 'pyodide/pyodide.asm.mjs?url'
import sources from 'packed:haggis.bin'
import library from 'packed:python_library.zip'
import wasm from 'packed:python.wasm.bin'
import { refusalWords } from '../../../game/sentences'
import { Refusal } from '../../refusal'
import { wordsOf } from '../../../platform/trouble.svelte'
import { recall } from '../../../platform/settings.svelte'
import { allWords, t } from '../../../words'
import { keepAll } from '../../../platform/offline'
import { store } from '../store'
import type { Answer, FromEngine, Question, ToEngine } from './protocol'
import { shelf } from '../shelf'
import { ask, thinkers } from './thinkers'

/** About what is downloaded, in bytes; a browser does not say how long a file is before it has it. */
const SIZE = 6_250_000
const AGAIN_AFTER = 3000 // ms
const SILENCE = 20_000 // ms
const STATUS: Record<string, number> = { 'no-table': 404, 'no-record': 404 }

class Engine {
  status = $state<'idle' | 'starting' | 'ready' | 'failed'>('idle')
  fetched = $state(0) // the part of the download that is here
  why = $state('') // it has failed
  unkept = $state(false) // this browser does not keep matches
  readonly sockets = new Map<number, (text: string) => void>() // of local tables, by number

  private worker: Worker | null = null
  private starting: Promise<void> | null = null
  private bytes = 0
  private counter = 0
  private readonly waiting = new Map<number, (answer: Answer) => void>()

  /** Starts the engine, unless it runs or is about to; one that has failed tries again after a while. */
  start(): Promise<void> {
    this.starting ??= this.run().catch((error: unknown) => {
      this.status = 'failed'
      this.why = wordsOf(error)
      setTimeout(() => (this.starting = null), AGAIN_AFTER)
      this.worker?.terminate()
      this.worker = null
      throw error
    })
    return this.starting
  }

  call<T>(module: string, name: string, ...args: unknown[]): Promise<T> {
    return this.ask<T>('call', module, name, args)
  }

  /** What the local tables can be asked for: the methods of `LocalTables` in browser/tables.py. */
  tables<T>(name: string, ...args: unknown[]): Promise<T> {
    return this.wait<T>('tables', name, ...args)
  }

  /** The same as `call` for a function that takes its time. */
  wait<T>(module: string, name: string, ...args: unknown[]): Promise<T> {
    return this.ask<T>('wait', module, name, args)
  }

  private async ask<T>(how: 'call' | 'wait', module: string, name: string, args: unknown[]): Promise<T> {
    await this.start()
    const id = ++this.counter
    const answer = await new Promise<Answer>((done) => {
      this.waiting.set(id, done)
      this.tell({ do: how, id, module, name, args: JSON.stringify(args) })
    })
    if ('value' in answer) return answer.value as T
    const { code } = answer.problem
    throw new Refusal(code, refusalWords(answer.problem), STATUS[code] ?? 0)
  }

  private async run(): Promise<void> {
    this.status = 'starting'
    this.fetched = this.bytes = 0
    await allWords()
    if (typeof WebAssembly === 'undefined') throw new Refusal('engine', t('engine.noWasm'), 0)
    const worker = (this.worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }))
    await new Promise<void>((done, fail) => {
      const failed = (is: 'offline' | 'broken') => fail(new Refusal('engine', t('engine.failed', { is }), 0))
      worker.onerror = () => failed(navigator.onLine ? 'broken' : 'offline')
      worker.onmessage = ({ data }: MessageEvent<FromEngine>) => {
        if (data.did === 'started') done()
        else if (data.did === 'failed') failed(data.why)
        else this.hear(data)
      }
      const files = { script, wasm, library, sources }
      const whole = Object.entries(files).map(([name, url]) => [name, new URL(url, document.baseURI).href])
      const setting = { pause: recall('botPause', 1), silence: recall('silence', SILENCE) }
      this.tell({ do: 'start', files: Object.fromEntries(whole), thinkers, ...setting })
    })
    this.status = 'ready'
    void keepAll()
  }

  private hear(message: FromEngine): void {
    if (message.did === 'fetched') {
      this.bytes += message.bytes
      this.fetched = Math.min(1, this.bytes / SIZE)
    } else if (message.did === 'answered') {
      this.waiting.get(message.id)?.(JSON.parse(message.json) as Answer)
      this.waiting.delete(message.id)
    } else if (message.did === 'sent') this.sockets.get(message.socket)?.(message.text)
    else if (message.did === 'asked')
      void this.answer(message.question).then((value) => this.tell({ do: 'told', id: message.id, value }))
  }

  private answer(question: Question): Promise<unknown> {
    if (question.what === 'log') return store.log(question.table)
    if (question.what === 'keep') {
      const { table, seq, write } = question
      return store.keep(table, seq, write, () => (this.unkept = true))
    }
    if (question.what === 'find') return shelf.find(question.name)
    if (question.what === 'put') return shelf.put(question.name, question.text)
    return ask(question.order).catch(() => '') // Python's own bot takes its place
  }

  private tell(message: ToEngine): void {
    this.worker?.postMessage(message)
  }
}

export const engine = new Engine()
