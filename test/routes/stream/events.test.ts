// second run: waits for events to arrive on a stream

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addKey, BUILDER_KEY, eventsPath, FREE_KEY, startSse } from '../../push/sse/start-sse.ts'
import { strangerAddress } from '../../support/published-tokens.ts'
import { openSse } from '../../support/sse-client.ts'
import {
  LAB_TIME_SEC,
  launchOf,
  MINT,
  OTHER_MINT,
  OTHER_WALLET,
  POOL,
  tradeOf,
  WALLET,
} from '../../support/tape-lab.ts'
import { until } from '../../support/until.ts'

const TRADES = `trades:solana:${MINT}`

test('a stream says hello, then a snapshot of each channel, then what happens, each with its cursor as id', async (t) => {
  const { lab, port } = await startSse(t)
  await lab.block([{}, { mint: OTHER_MINT }])
  const reader = openSse(t, port, eventsPath(`${TRADES},launches:solana`))
  await reader.until('snapshot', 2)
  assert.equal(reader.status(), 200)
  assert.match(reader.raw(), /\r\nContent-Type: text\/event-stream\r\n/i)
  assert.match(reader.raw(), /retry: 2000\n/)
  const [hello, trades, launches] = reader.events
  assert.equal(hello!.event, 'hello')
  assert.deepEqual(hello!.data.accepted, [TRADES, 'launches:solana'])
  assert.equal(hello!.id, lab.store.tape.formatCursor(2))
  assert.equal(hello!.data.cursor, hello!.id)
  assert.equal(hello!.data.window.head, hello!.id)
  assert.equal(trades!.data.channel, TRADES)
  assert.deepEqual(
    trades!.data.data.map((row: { cursor: string }) => row.cursor),
    [lab.store.tape.formatCursor(1)],
  )
  assert.deepEqual(launches!.data, { channel: 'launches:solana', cursor: hello!.id, data: [] })
  const slot = await lab.block([tradeOf({ slot: 1_002 }), launchOf({ slot: 1_002, mint: OTHER_MINT })])
  assert.equal(slot, 1_002)
  const [trade] = await reader.until('trade')
  const [launch] = await reader.until('launch')
  assert.equal(trade!.id, lab.store.tape.formatCursor(3))
  assert.equal(trade!.data.cursor, trade!.id)
  assert.equal(trade!.data.trade.amountRaw, '1000000')
  assert.equal(launch!.id, lab.store.tape.formatCursor(4))
  assert.equal(launch!.data.launch.mint, OTHER_MINT)
})

test('a channel sends its token, its pool, its wallet, its DEX and nothing else', async (t) => {
  const { lab, port } = await startSse(t)
  const other = POOL.replace('A', 'B')
  const told = async (channel: string) => {
    const reader = openSse(t, port, eventsPath(channel, { cursor: lab.store.tape.formatCursor(0) }))
    await reader.until('hello')
    return reader
  }
  await lab.block([
    tradeOf({ slot: 1_001, mint: OTHER_MINT, pool: other, maker: OTHER_WALLET }),
    tradeOf({ slot: 1_001, mint: MINT, pool: other, maker: OTHER_WALLET }),
    tradeOf({ slot: 1_001, mint: OTHER_MINT, pool: POOL, maker: OTHER_WALLET }),
    tradeOf({ slot: 1_001, mint: OTHER_MINT, pool: other, maker: WALLET }),
    launchOf({ slot: 1_001, dex: 'bonk' }),
    launchOf({ slot: 1_001, dex: 'orca' }),
    tradeOf({ slot: 1_001, mint: MINT, pool: POOL, maker: WALLET }),
  ])
  const cases = [
    [TRADES, [2, 7]],
    [`trades:sol:pool:${POOL}`, [3, 7]],
    [`trades:SOLANA:wallet:${WALLET}`, [4, 7]],
    ['launches:solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', [5, 6]],
    ['launches:solana:bonk', [5]],
    [`${TRADES},launches:solana:orca`, [2, 6, 7]],
  ] as const
  for (const [channel, seqs] of cases) {
    const reader = await told(channel)
    const wanted = seqs.map((seq) => lab.store.tape.formatCursor(seq))
    const got = () => reader.events.map(({ id }) => id).slice(1)
    await until(() => got().length >= wanted.length, channel)
    assert.deepEqual(got(), wanted, channel)
  }
})

test('minUsd leaves out trades worth less or of unknown worth, and what takes them back', async (t) => {
  const { lab, port } = await startSse(t)
  const slot = await lab.block([{ amountUsd: 9.99 }, { amountUsd: null }, { amountUsd: 10 }])
  const reader = openSse(t, port, eventsPath(TRADES, { minUsd: '10', cursor: lab.store.tape.formatCursor(0) }))
  await reader.until('trade')
  await lab.retract(slot)
  await reader.until('retracted')
  assert.deepEqual(
    reader.events.map(({ event, data }) => [event, data.trade?.amountUSD]),
    [
      ['hello', undefined],
      ['trade', 10],
      ['retracted', 10],
    ],
  )
})

test('what a fork removed is retracted, and slots that could not be read are a gap sent to everyone', async (t) => {
  const { lab, port } = await startSse(t)
  const reader = openSse(t, port, eventsPath(TRADES, { snapshot: 'false' }))
  const bystander = openSse(t, port, eventsPath('launches:solana', { snapshot: '0' }))
  await Promise.all([reader.until('hello'), bystander.until('hello')])
  const slot = await lab.block([{}])
  await lab.retract(slot)
  await lab.lose(2_000, 2_003)
  const [trade] = await reader.until('trade')
  const [retracted] = await reader.until('retracted')
  assert.equal(retracted!.data.retracts.eventId, trade!.data.eventId)
  assert.equal(retracted!.data.retracts.cursor, trade!.id)
  for (const one of [reader, bystander]) {
    const [gap] = await one.until('truncated')
    assert.deepEqual([gap!.data.type, gap!.data.from, gap!.data.to], ['lost', 2_000, 2_003])
    assert.equal(gap!.id, lab.store.tape.formatCursor(3))
  }
  assert.deepEqual(bystander.named('retracted'), [])
})

test('a malformed channel is 400 and named; a chain that is not followed 501 with the reason', async (t) => {
  const { send } = await startSse(t)
  const bad = [
    'trades',
    'trades:solana',
    'trades:solana:short',
    `trades:nochain:${MINT}`,
    `trades:solana:mint:${MINT}`,
    `candles:solana:${POOL}`,
    `candles:solana:${POOL}:2m`,
    'launches:solana:nodex',
    'launches',
    'launches:solana:orca:x',
    `blocks:solana:${MINT}`,
    `trades:solana:pool:${MINT}0O`,
    ':::',
    '__proto__',
  ]
  for (const channel of bad) {
    const reply = await send(eventsPath(`launches:solana,${channel}`))
    assert.equal(reply.status, 400, channel)
    assert.equal(reply.json.error, `malformed channel: ${channel}`)
  }
  for (const channels of ['', ' , ,']) assert.equal((await send(eventsPath(channels))).status, 400)
  const many = await send(
    eventsPath(Array.from({ length: 21 }, (_, i) => `trades:solana:${strangerAddress(i)}`).join()),
  )
  assert.deepEqual([many.status, many.json.error], [400, 'at most 20 channels, got 21'])
  const unfollowed = await send(eventsPath('trades:base:0x4200000000000000000000000000000000000006'))
  assert.equal(unfollowed.status, 501)
  assert.match(unfollowed.json.error, /^base is not followed: .+/)
})

test('when some channels are of chains that are not followed, hello says which and why', async (t) => {
  const { port } = await startSse(t)
  const reader = openSse(t, port, eventsPath('launches:solana,launches:base'))
  const [hello] = await reader.until('hello')
  assert.deepEqual(hello!.data.accepted, ['launches:solana'])
  assert.equal(hello!.data.refused[0].channel, 'launches:base')
  assert.match(hello!.data.refused[0].reason, /not followed/)
})

test('without a follower and without events the stream is 501 and says why', async (t) => {
  const { send } = await startSse(t, { ingest: { mode: 'off' }, follows: false })
  const reply = await send(eventsPath('launches:solana'))
  assert.equal(reply.status, 501)
  assert.match(reply.json.error, /following is switched off/)
})

test('without a key or ticket 401; an unreadable cursor 400', async (t) => {
  const { send } = await startSse(t)
  const path = eventsPath('launches:solana')
  assert.equal((await send({ path, headers: { 'X-API-Key': '' } })).json.error, 'missing API key or ticket')
  assert.equal((await send({ path, headers: { 'X-API-Key': 'nobody' } })).status, 401)
  assert.equal(
    (await send({ path: `${path}&ticket=mgt_x`, headers: { 'X-API-Key': '' } })).json.error,
    'invalid ticket',
  )
  assert.equal((await send(eventsPath('launches:solana', { cursor: 'x' }))).json.error, 'invalid cursor')
  const header = await send({ path, headers: { 'Last-Event-ID': 'nonsense' } })
  assert.deepEqual([header.status, header.json.error], [400, 'invalid Last-Event-ID'])
})

test('streams and topics count per key against its plan; launches are free; free keys have none', async (t) => {
  const server = await startSse(t)
  addKey(server, FREE_KEY, 'free')
  addKey(server, BUILDER_KEY, 'builder')
  const { port, send } = server
  const builder = { 'X-API-Key': BUILDER_KEY }
  const free = await send({ path: eventsPath('launches:solana'), headers: { 'X-API-Key': FREE_KEY } })
  assert.deepEqual([free.status, free.json.error], [429, 'plan free has no event streams'])
  const three = [MINT, OTHER_MINT, POOL].map((mint) => `trades:solana:${mint}`).join()
  const topics = await send({ path: eventsPath(three), headers: builder })
  assert.equal(topics.status, 429)
  assert.match(topics.json.error, /^plan builder allows 2 topics, 0 are in use, 3 were requested$/)
  const first = openSse(t, port, eventsPath(`${TRADES},launches:solana,launches:solana:orca`), builder)
  await first.until('hello')
  assert.equal(
    (await send({ path: eventsPath(`${TRADES},trades:solana:${OTHER_MINT}`), headers: builder })).status,
    429,
  )
  const second = openSse(t, port, eventsPath(TRADES), builder)
  await second.until('hello')
  const third = await send({ path: eventsPath('launches:solana'), headers: builder })
  assert.deepEqual([third.status, third.json.error], [429, 'plan builder allows 2 event streams at once'])
  first.socket.destroy()
  const again = async (): Promise<boolean> => {
    const reader = openSse(t, port, eventsPath('launches:solana'), builder)
    await until(() => reader.status() !== 0, 'an answer')
    return reader.status() === 200
  }
  let isFree = false
  for (let i = 0; i < 50 && !isFree; i++) isFree = await again()
  assert(isFree, 'a stream that has ended gives its place back')
})

test('a quiet stream has heartbeats, which move the id past events of others', async (t) => {
  const { lab, port } = await startSse(t, { stream: { sseHeartbeatMs: 300 } })
  const reader = openSse(t, port, eventsPath(TRADES))
  await reader.until('hello')
  await lab.block([{ mint: OTHER_MINT }, { mint: OTHER_MINT }])
  const cursor = lab.store.tape.formatCursor(2)
  await until(() => reader.lastEventId() === cursor, 'a heartbeat moves the id')
  assert(reader.comments() > 0)
  assert.deepEqual(reader.named('trade'), [])
})

test('a server that stops says bye and why', async (t) => {
  const { port, server } = await startSse(t)
  const reader = openSse(t, port, eventsPath('launches:solana'))
  await reader.until('hello')
  await server.close(5_000)
  assert.deepEqual((await reader.until('bye'))[0]!.data, { reason: 'server stopping' })
  await reader.closed()
})

test('a stream ends when its key is revoked', async (t) => {
  const server = await startSse(t)
  const { id } = addKey(server, BUILDER_KEY, 'builder')
  const reader = openSse(t, server.port, eventsPath('launches:solana'), { 'X-API-Key': BUILDER_KEY })
  await reader.until('hello')
  await server.ctx.store.apiKeys.update(id, { revokedAtMs: LAB_TIME_SEC })
  assert.deepEqual((await reader.until('bye'))[0]!.data, { reason: 'key revoked' })
  await reader.closed()
})
