// The line to a local table: a socket as net/connection.ts wants it, to the engine's worker.
import { engine } from './engine/engine.svelte'
import type { Line, Socket } from '../connection'

let counter = 0

/** The line of a person of this browser, by number; it opens when the engine is there. */
export const lineTo =
  (table: string, person: number): Line =>
  (since) => {
    const number = ++counter
    let open = false
    const socket: Socket = {
      send(text) {
        if (!open) throw new Error('not open')
        void engine.tables('say', number, text)
      },
      close() {
        engine.sockets.delete(number)
        if (open) void engine.tables('shut', number)
        open = false
      },
      onopen: null,
      onclose: null,
      onmessage: null,
    }
    engine.sockets.set(number, (data) => socket.onmessage?.({ data }))
    engine.start().then(
      () => {
        if (!engine.sockets.has(number)) return // closed meanwhile
        open = true
        engine.tables('open', number, table, person, since).then(
          () => socket.onopen?.({}),
          () => socket.onclose?.({ code: 4404 }),
        )
      },
      () => socket.onclose?.({ code: 1006 }),
    )
    return socket
  }
