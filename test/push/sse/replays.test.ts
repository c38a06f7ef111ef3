// second run: appends a long tape, and walks it while others do

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REPLAY_PLANS } from '../../../src/config/event-stream.ts'
import type { Tier } from '../../../src/contract/api-key.ts'
import type { Outcome } from '../../../src/contract/outcome.ts'
import type { Streamed, StreamSink } from '../../../src/contract/streamed.ts'
import { openReplay } from '../../../src/push/sse/replay.ts'
import { type RequestScope, runInScope } from '../../../src/runtime/request-scope.ts'
import { readChunked } from '../../support/read-chunked.ts'
import { openSse } from '../../support/sse-client.ts'
import { MINT, OTHER_MINT, type TapeLab, tradeOf } from '../../support/tape-lab.ts'
import { addKey, eventsPath, FREE_KEY, type SseServer, startSse } from './start-sse.ts'

const TRADES = `trades:solana:${MINT}`
const PATH = `/api/v2/stream/replay?${new URLSearchParams({ channels: TRADES })}`

/** Events of another token, which a replay of ours looks at and does not tell. */
async function fill({ block }: TapeLab, events: number): Promise<void> {
  const inBlock = 1_000
  for (let left = events; left > 0; left -= inBlock)
    await block(Array.from({ length: Math.min(inBlock, left) }, () => ({ mint: OTHER_MINT })))
}

/** Opens a replay of so many events for each key at once and answers in which order they ended. */
async function race({ port, lab }: SseServer, replays: readonly (readonly [string, number])[]): Promise<string[]> {
  const ended: string[] = []
  const opened = replays.map(async ([key, events]) => {
    const to = lab.store.tape.formatCursor(events)
    const { status } = await readChunked(port, `${PATH}&to=${to}`, { 'X-API-Key': key }).reply
    assert.equal(status, 200, key)
    ended.push(key)
  })
  await Promise.all(opened)
  return ended
}

test('a key has as many replays open as its plan allows; the next is 429 and says when to come back', async (t) => {
  const server = await startSse(t)
  await fill(server.lab, 20_000)
  for (const [tier, most] of [
    ['free', 1],
    ['builder', 2],
    ['data', 4],
    ['scale', 4],
    ['enterprise', 4],
  ] as const) {
    const key = `mg_${tier}`
    addKey(server, key, tier)
    const ask = () => readChunked(server.port, PATH, { 'X-API-Key': key }).reply
    const replies = await Promise.all(Array.from({ length: most + 3 }, ask))
    const refused = replies.filter(({ status }) => status === 429)
    assert.equal(replies.filter(({ status }) => status === 200).length, most, tier)
    assert.equal(refused.length, 3)
    const says = `plan ${tier} allows ${most === 1 ? '1 replay' : `${most} replays`} at once`
    for (const { text, retryAfter } of refused) {
      const { error, code } = JSON.parse(text) as { error: string; code: string }
      assert.deepEqual([error, code], [says, 'too_busy'])
      assert.equal(retryAfter, '1')
    }
    assert.equal((await ask()).status, 200, 'one that has ended gives its place back')
  }
})

test('a reader that leaves gives its place back', async (t) => {
  const server = await startSse(t)
  addKey(server, FREE_KEY, 'free')
  await fill(server.lab, 40_000)
  const ask = () => readChunked(server.port, PATH, { 'X-API-Key': FREE_KEY })
  for (let leaving = 0; leaving < 3; leaving++) {
    const left = ask()
    left.socket.once('data', () => left.socket.destroy())
    assert.doesNotMatch((await left.reply).text, /nextCursor/, 'it left before the end')
    let status = 429
    for (let i = 0; i < 50 && status === 429; i++) status = (await ask().reply).status
    assert.equal(status, 200)
  }
})

test('a free key looks at fewer events in one answer, and its next page goes on there', async (t) => {
  const server = await startSse(t)
  const { lab, port } = server
  const { scanEvents } = REPLAY_PLANS.free
  await lab.block([{}])
  await fill(lab, scanEvents + 1_000)
  await lab.block([{}])
  addKey(server, FREE_KEY, 'free')
  addKey(server, 'mg_paid', 'data')
  const page = async (key: string, from = '') => {
    const { status, text } = await readChunked(port, `${PATH}&from=${from}`, { 'X-API-Key': key }).reply
    assert.equal(status, 200, text)
    return JSON.parse(text)
  }
  const whole = await page('mg_paid')
  assert.deepEqual([whole.events.length, whole.nextCursor], [2, null])
  const first = await page(FREE_KEY)
  assert.equal(first.events.length, 1)
  assert.equal(first.nextCursor, first.cursor)
  assert(first.cursor >= lab.store.tape.formatCursor(scanEvents))
  assert(first.cursor < lab.store.tape.formatCursor(scanEvents + 100))
  const second = await page(FREE_KEY, first.nextCursor)
  assert.deepEqual([...first.events, ...second.events], whole.events)
  assert.equal(second.nextCursor, null)
})

test('a live stream that catches up comes before all replays, although they were there first', async (t) => {
  const server = await startSse(t)
  const { lab, port } = server
  await fill(lab, 20_000)
  await lab.block([{}])
  const keys = Array.from({ length: 6 }, (_, i) => `mg_paid${i}`)
  for (const key of [...keys, 'mg_live']) addKey(server, key, 'data')
  let ended = 0
  const replays = keys.flatMap((key) =>
    Array.from({ length: REPLAY_PLANS.data.openAtOnce }, async () => {
      assert.equal((await readChunked(port, PATH, { 'X-API-Key': key }).reply).status, 200)
      ended++
    }),
  )
  const cursor = lab.store.tape.formatCursor(0)
  const live = openSse(t, port, eventsPath(TRADES, { cursor, snapshot: 'false' }), { 'X-API-Key': 'mg_live' })
  await live.until('trade')
  assert.equal(ended, 0)
  await Promise.all(replays)
})

// By request, those who ask for half as much would end first.
test('keys take turns: who has one replay open is not kept waiting by who has four', async (t) => {
  const server = await startSse(t)
  await fill(server.lab, 30_000)
  addKey(server, 'mg_many', 'data')
  addKey(server, 'mg_one', 'builder')
  const four = Array.from({ length: 4 }, () => ['mg_many', 16_000] as const)
  assert.equal((await race(server, [...four, ['mg_one', 30_000]]))[0], 'mg_one')
})

test('replays of paid keys come before those of free ones', async (t) => {
  const server = await startSse(t)
  await fill(server.lab, 30_000)
  const free = Array.from({ length: 6 }, (_, i) => `mg_free${i}`)
  for (const key of free) addKey(server, key, 'free')
  addKey(server, 'mg_paid', 'builder')
  const ended = await race(server, [...free.map((key) => [key, 16_000] as const), ['mg_paid', 30_000]])
  assert.equal(ended[0], 'mg_paid')
  assert.deepEqual(ended.slice(1).sort(), free)
})

/** A sink that is never full. */
function openSink() {
  const pieces: string[] = []
  const closed: (() => void)[] = []
  let isOpen = true
  const sink: StreamSink = {
    write: (piece) => pieces.push(String(piece)) > 0,
    onDrain: () => {},
    onClosed: (listener) => void closed.push(listener),
    onStopping: () => {},
    end() {
      isOpen = false
      for (const listener of closed) listener()
    },
    get isOpen() {
      return isOpen
    },
  }
  return { sink, text: () => pieces.join(''), ended: () => !isOpen }
}

test('one that was let in together with others and is one too many has no look, and a cursor to go on from', async (t) => {
  const { ctx, lab, addKey: add } = await startSse(t)
  await lab.block([tradeOf({}), tradeOf({})])
  const tier: Tier = 'free'
  const caller = { kind: 'key', key: add('mg_twice', { tier }) } as const
  const scope: RequestScope = {
    requestId: 'x',
    route: 'replay',
    keyId: caller.key.id,
    party: 'key:x',
    upstreamCalls: 0,
    upstreamCostUsd: 0,
  }
  const input = { channels: TRADES, from: '', to: '', limit: 10, minUsd: 0, accept: '' }
  const ask = (): Promise<Outcome<Streamed>> => runInScope(scope, () => openReplay(ctx, caller, input))
  const both = [await ask(), await ask()]
  const sinks = both.map((opened) => {
    assert(opened.ok)
    const made = openSink()
    opened.value.start(made.sink)
    return made
  })
  for (let i = 0; i < 20 && !sinks.every(({ ended }) => ended()); i++) await new Promise((next) => setImmediate(next))
  const [first, late] = sinks.map(({ text }) => JSON.parse(text()))
  assert.deepEqual([first.events.length, first.nextCursor], [2, null])
  assert.deepEqual([late.events, late.nextCursor], [[], lab.store.tape.formatCursor(0)])
  assert((await ask()).ok, 'both have given their places back')
})
