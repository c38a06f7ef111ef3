// second run: waits for clients in processes of their own to hear events

import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { type ClientWorld, KEY, startClientWorld, type Told, until } from './client-world.ts'
import { compareFrames, subscriptions } from './frames.ts'
import { importClient, skipWithout } from './installed.ts'

/** The packages `ws` and `eventsource`, which can send the key in its header. */

type Message = { readonly data: string; readonly lastEventId: string }
type Source = {
  addEventListener(name: string, listener: (message: Message) => void): void
  onerror: (() => void) | null
  readonly readyState: number
  close(): void
}
type EventSourcePackage = { EventSource: new (address: string, options: { fetch: typeof fetch }) => Source }
type Socket = {
  once(name: 'open' | 'error' | 'close', listener: (error: Error) => void): void
  on(name: 'message', listener: (data: Buffer) => void): void
  send(text: string): void
  close(): void
}
type WsPackage = { WebSocket: new (address: string, options: object) => Socket }

const CLOSED = 2
const skip = skipWithout(['ws', 'eventsource'])

/** Events that are waited for before and after a kill. */
const SOME = 8

let world: ClientWorld
before(async () => {
  if (skip === false) world = await startClientWorld()
})
afterEach(() => world?.resume())
after(() => world?.stop())

test('the package eventsource resumes after a killed server on its own: nothing lost, nothing twice', {
  skip,
}, async (t) => {
  const { EventSource } = await importClient<EventSourcePackage>('eventsource')
  const withKey: typeof fetch = (input, init) =>
    fetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), 'X-API-Key': KEY } })
  const address = `http://${world.host}/api/v2/stream/events?channels=${encodeURIComponent(world.channels)}`
  const source = new EventSource(address, { fetch: withKey })
  t.after(() => source.close())
  const told: (Told & { name: string })[] = []
  let failures = 0
  source.onerror = () => void failures++
  for (const name of ['hello', 'trade', 'launch', 'retracted', 'truncated'])
    source.addEventListener(name, ({ data, lastEventId }) =>
      told.push({ name, id: lastEventId, data: JSON.parse(data) }),
    )
  const ids = async (): Promise<string[]> => told.flatMap(({ data }) => data.eventId ?? [])
  const named = (wanted: string): Told[] => told.filter(({ name }) => name === wanted)
  await until('events come', async () => (await ids()).length >= SOME)
  const before = (await ids()).length

  await world.killAndRestart()
  await until('it is back', async () => named('hello').length === 2)
  await until('events come again', async () => (await ids()).length >= before + SOME)

  await world.settle()
  await world.compare({ channels: world.channels, from: named('hello')[0]!['data'].cursor, told: ids })
  assert(failures > 0)
  assert.notEqual(source.readyState, CLOSED)
  assert.deepEqual(named('truncated'), [])
})

test('the package ws subscribes with the key in its header and resumes by cursor after a kill', { skip }, async (t) => {
  const { WebSocket } = await importClient<WsPackage>('ws')
  const frames: Told[] = []
  const open = async (messages: readonly object[]): Promise<{ closed: Promise<unknown> }> => {
    const socket = new WebSocket(`ws://${world.host}/api/v2/stream`, { headers: { 'X-API-Key': KEY } })
    t.after(() => socket.close())
    socket.on('message', (data) => frames.push(JSON.parse(data.toString()) as Told))
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await new Promise<Error | undefined>((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
    })
    for (const message of messages) socket.send(JSON.stringify(message))
    return { closed }
  }
  const updates = (): number => frames.filter(({ type }) => type === 'update').length

  const { closed } = await open(subscriptions(world))
  await until('updates come', async () => updates() >= SOME)
  await world.killAndRestart()
  await closed
  const before = updates()
  await open(subscriptions(world, frames))
  await until('updates come again', async () => updates() >= before + SOME)

  assert((await compareFrames(world, async () => frames)) >= 2 * SOME)
  assert.deepEqual(
    frames.filter(({ type }) => type === 'error'),
    [],
  )
})

test('the package ws is refused with 401 without a key', { skip }, async () => {
  const { WebSocket } = await importClient<WsPackage>('ws')
  const socket = new WebSocket(`ws://${world.host}/api/v2/stream`, {})
  const error = await new Promise<Error>((resolve) => socket.once('error', resolve))
  assert.match(error.message, /401/)
})
