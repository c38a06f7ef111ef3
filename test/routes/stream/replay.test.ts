// second run: waits for events to arrive on a stream

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Check } from 'typebox/value'
import { StreamEvent } from '../../../src/contract/stream.ts'
import { eventsPath, type SseServer, startSse } from '../../push/sse/start-sse.ts'
import { readChunked } from '../../support/read-chunked.ts'
import { openSse } from '../../support/sse-client.ts'
import { LAB_TIME_SEC, MINT, OTHER_MINT, POOL } from '../../support/tape-lab.ts'

const TRADES = `trades:solana:${MINT}`

function replayPath(query: Readonly<Record<string, string>>): string {
  return `/api/v2/stream/replay?${new URLSearchParams({ channels: TRADES, ...query })}`
}

const read = ({ port }: SseServer, path: string, accept = 'application/json') =>
  readChunked(port, path, { Accept: accept }).reply

async function json(server: SseServer, query: Readonly<Record<string, string>>) {
  const reply = await read(server, replayPath(query))
  assert.equal(reply.status, 200, reply.text)
  return JSON.parse(reply.text)
}

test('replay pages through the tape and returns exactly what the stream sent', async (t) => {
  const server = await startSse(t)
  const { lab } = server
  const reader = openSse(t, server.port, eventsPath(TRADES, { snapshot: 'false' }))
  await reader.until('hello')
  for (let i = 0; i < 4; i++) await lab.block([{}, { mint: OTHER_MINT }, {}])
  const streamed = (await reader.until('trade', 8)).map(({ data }) => data)
  const replayed: unknown[] = []
  let from = lab.store.tape.formatCursor(0)
  for (let pages = 1; ; pages++) {
    const page = await json(server, { from, limit: '3' })
    assert.equal(page.success, true)
    assert.equal(page.truncated, null)
    for (const event of page.events) assert(Check(StreamEvent, event))
    replayed.push(...page.events)
    if (page.nextCursor === null) {
      assert.equal(page.cursor, lab.store.tape.formatCursor(12))
      assert.equal(pages, 3)
      break
    }
    from = page.nextCursor
  }
  assert.deepEqual(replayed, streamed)
})

test('lines: one event each, and the last line says where it ended', async (t) => {
  const server = await startSse(t)
  await server.lab.block([{}, {}])
  const { type, text } = await read(server, replayPath({}), 'application/x-ndjson')
  assert.equal(type, 'application/x-ndjson')
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    lines.map(({ type: kind }) => kind),
    ['trade', 'trade', 'end'],
  )
  assert.deepEqual(lines[2], { type: 'end', cursor: server.lab.store.tape.formatCursor(2), nextCursor: null })
})

test('from and to are cursors or times; the limit is clamped', async (t) => {
  const server = await startSse(t)
  const { tape } = server.lab.store
  for (const offset of [0, 10, 20, 30]) await server.lab.block([{}], LAB_TIME_SEC + offset)
  const cursorsOf = async (query: Readonly<Record<string, string>>) =>
    (await json(server, query)).events.map(({ cursor }: { cursor: string }) => cursor)
  const at = (...seqs: number[]) => seqs.map((seq) => tape.formatCursor(seq))
  const ms = (offset: number) => String((LAB_TIME_SEC + offset) * 1_000)
  assert.deepEqual(await cursorsOf({}), at(1, 2, 3, 4))
  assert.deepEqual(await cursorsOf({ from: ms(10) }), at(2, 3, 4))
  assert.deepEqual(await cursorsOf({ from: ms(10), to: ms(30) }), at(2, 3))
  assert.deepEqual(await cursorsOf({ from: at(1)[0]!, to: at(3)[0]! }), at(2, 3))
  assert.deepEqual(await cursorsOf({ from: ms(1_000_000) }), [])
  assert.deepEqual(await cursorsOf({ from: at(3)[0]!, to: at(1)[0]! }), [])
  assert.deepEqual(await cursorsOf({ limit: '0' }), at(1))
  assert.deepEqual(await cursorsOf({ limit: 'x' }), at(1, 2, 3, 4))
})

test('a cursor that is no longer kept is named as truncated, in both forms', async (t) => {
  const server = await startSse(t)
  await server.lab.block([{}])
  const from = '00000000-00000000007'
  const truncated = { from, to: server.lab.store.tape.formatCursor(0), lost: null }
  const page = await json(server, { from })
  assert.deepEqual(page.truncated, truncated)
  assert.equal(page.events.length, 1)
  const { text } = await read(server, replayPath({ from }), 'application/x-ndjson')
  assert.deepEqual(JSON.parse(text.split('\n')[0]!), { type: 'truncated', ...truncated })
})

test('a time from before the days that are kept is named as truncated too, and a range that ended before them is empty', async (t) => {
  const server = await startSse(t)
  const { tape } = server.lab.store
  await server.lab.block([{}, {}, {}], LAB_TIME_SEC)
  const nextDaySec = LAB_TIME_SEC + 86_400
  await server.lab.block([{}], nextDaySec)
  assert.equal((await tape.writer!.prune((nextDaySec + 14 * 86_400) * 1_000)).removedDays.length, 1)
  const from = String(LAB_TIME_SEC * 1_000)
  const page = await json(server, { from })
  assert.deepEqual(page.truncated, { from, to: tape.formatCursor(3), lost: null })
  assert.deepEqual(
    page.events.map(({ cursor }: { cursor: string }) => cursor),
    [tape.formatCursor(4)],
  )
  assert.equal((await json(server, { from: String(nextDaySec * 1_000) })).truncated, null)
  assert.equal((await json(server, {})).truncated, null)
  const over = await json(server, { from, to: String((LAB_TIME_SEC + 60) * 1_000) })
  assert.deepEqual([over.events, over.truncated.from], [[], from])
})

test('a large replay arrives whole, in order', async (t) => {
  const server = await startSse(t)
  for (let i = 0; i < 12; i++) await server.lab.block(Array.from({ length: 500 }, () => ({})))
  const page = await json(server, { limit: '99999' })
  assert.equal(page.events.length, 5_000)
  const cursors = page.events.map(({ cursor }: { cursor: string }) => cursor)
  assert.deepEqual(cursors, [...cursors].sort())
  assert.equal(page.nextCursor, server.lab.store.tape.formatCursor(5_000))
})

test('replay refuses what it cannot return', async (t) => {
  const server = await startSse(t)
  const errors = async (query: Readonly<Record<string, string>>) => {
    const { status, text } = await read(server, replayPath(query))
    return [status, JSON.parse(text).error]
  }
  assert.deepEqual(await errors({ from: 'x' }), [400, 'invalid from'])
  assert.deepEqual(await errors({ to: 'x' }), [400, 'invalid to'])
  assert.deepEqual(await errors({ to: '00000000-00000000007' }), [400, 'invalid to'])
  assert.deepEqual(await errors({ channels: 'x' }), [400, 'malformed channel: x'])
  assert.equal((await errors({ channels: `candles:solana:${POOL}:1m` }))[0], 400)
  assert.equal((await errors({ channels: 'launches:base' }))[0], 501)
  assert.equal((await errors({ channels: 'launches:solana,launches:base' }))[0], 501)
})

test('the cursor route gives the ends of the tape and the cursor of a moment', async (t) => {
  const { send, lab } = await startSse(t)
  for (const offset of [0, 10, 20]) await lab.block([{}, {}], LAB_TIME_SEC + offset)
  const ask = async (query: string) => (await send(`/api/v2/stream/cursor?${query}`)).json
  const { formatCursor } = lab.store.tape
  assert.deepEqual(await ask('chain=sol'), {
    success: true,
    chain: 'solana',
    head: formatCursor(6),
    tail: formatCursor(0),
    windowSecs: 20,
    tsToCursor: null,
  })
  assert.equal((await ask(`chain=solana&ts=${LAB_TIME_SEC + 1}`)).tsToCursor, formatCursor(2))
  assert.equal((await ask(`chain=solana&ts=${LAB_TIME_SEC + 10}`)).tsToCursor, formatCursor(2))
  assert.equal((await ask('chain=solana&ts=0')).tsToCursor, formatCursor(0))
  assert.equal((await ask(`chain=solana&ts=${LAB_TIME_SEC + 99}`)).tsToCursor, formatCursor(6))
  assert.equal((await send('/api/v2/stream/cursor')).json.error, 'chain required')
  assert.equal((await send('/api/v2/stream/cursor?chain=nochain')).status, 400)
  assert.equal((await send('/api/v2/stream/cursor?chain=eth')).status, 501)
  assert.equal((await send('/api/v2/stream/cursor?chain=solana&ts=-1')).status, 400)
})
