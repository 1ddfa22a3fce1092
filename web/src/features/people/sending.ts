// Sends matches of this browser to the server, each once.
import * as net from '../../source/api'
import { LOCAL } from '../../protocol/facts'
import { shelf } from '../../source/page/shelf'
import { store, type KeptRecord } from '../../source/page/store'

const SENT = 'sent matches' // on the shelf: the ids of records

async function idsSent(): Promise<Set<string>> {
  return new Set(JSON.parse((await shelf.find(SENT)) || '[]') as string[])
}

/** Whole matches that were played here and are not on the server, the oldest first. Files that were brought are not meant. */
export async function unsent(): Promise<KeptRecord[]> {
  const sent = await idsSent()
  const own = (await store.allRecords()).filter(
    ({ table, info }) => info.winners && info.id && table !== LOCAL + info.id && !sent.has(info.id),
  )
  const played = await Promise.all(own.map(async (one) => !(await store.table(one.table))?.info.daily))
  return own.filter((_, at) => played[at]).sort((a, b) => a.info.ended - b.info.ended)
}

export async function sendAll(progress: (done: number) => void): Promise<void> {
  await net.beGuest()
  const sent = await idsSent()
  let done = 0
  for (const { record, table, info } of await unsent()) {
    const seats = (await store.table(table))?.info.seats ?? []
    const seat = Math.max(
      0,
      seats.findIndex(({ kind }) => kind === 'person'),
    )
    await net.ask('POST /api/matches', { seat, ended: info.ended, body: JSON.parse(record) as Record<string, unknown> })
    await shelf.put(SENT, JSON.stringify([...sent.add(info.id!)]))
    progress((done += 1))
  }
}
