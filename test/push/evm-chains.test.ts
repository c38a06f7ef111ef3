// second run: waits for posts and followers

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WEBHOOK_DEPTH } from '../../src/config/followed-chains.ts'
import { onChain } from '../../src/contract/tape-event.ts'
import { factsOf, MAKER, POOL, TOKEN, TOKEN_EIP55 } from '../ingest/scripted-evm.ts'
import { type EvmLab, finalFacts, finalMinutes, openEvmLab, survivorsOf } from '../support/evm-lab.ts'
import { openGatewayClient } from '../support/gateway-client.ts'
import { TEST_KEY } from '../support/http-test-server.ts'
import { readChunked } from '../support/read-chunked.ts'
import { openSse } from '../support/sse-client.ts'
import { until } from '../support/until.ts'
import { openTarget } from './webhooks/webhook-lab.ts'

/** Ethereum and Base on every transport, through real sockets. */

const idsOf = (facts: readonly { readonly eventId: string }[]): readonly string[] => facts.map(({ eventId }) => eventId)
const eventsPath = (channels: string, more = ''): string =>
  `/api/v2/stream/events?channels=${encodeURIComponent(channels)}&snapshot=false${more}`

async function grow({ evm, caughtUp }: EvmLab, chain: 'ethereum' | 'base', blocks: number): Promise<void> {
  for (let at = 0; at < blocks; at++) evm[chain].add(3)
  await caughtUp(chain)
}

test('forks of depth 1 to 12: tape, candles, WebSocket, streams, webhooks and REST equal the final chain', async (t) => {
  const target = await openTarget(t)
  const lab = await openEvmLab(t, { targets: [target] })
  const { evm, tape, http } = lab
  await grow(lab, 'ethereum', 2)
  await grow(lab, 'base', 2)
  const before = tape.window().head.seq

  const socket = await openGatewayClient(t, http.port, { key: TEST_KEY })
  await socket.next('welcome')
  socket.send({ op: 'subscribe', channel: 'token', chain: 'eth', mint: TOKEN_EIP55 })
  const { key } = await socket.next('snapshot')
  assert.equal(key, `ethereum:${TOKEN}`)
  const channels = `trades:eip155:1:${TOKEN_EIP55},launches:ethereum`
  const stream = openSse(t, http.port, eventsPath(channels), { 'X-API-Key': TEST_KEY })
  const [hello] = await stream.until('hello')
  assert.deepEqual(hello!.data.accepted, [`trades:ethereum:${TOKEN}`, 'launches:ethereum'])
  const made = await lab.call('POST', '/api/v2/webhooks', {
    url: target.url,
    events: ['trade', 'launch'],
    chain: 'ethereum',
    filter: { tokens: [TOKEN_EIP55, TOKEN] },
  })
  assert.equal(made.status, 201, made.text)
  assert.deepEqual(made.json.webhook.filter.tokens, [TOKEN])
  // The blocks of the test are older than the webhook.
  await http.ctx.store.webhooks.change(made.json.webhook.id, ({ record, state }) => ({
    record: { ...record, fromTimeSec: 0, updatedAtMs: record.updatedAtMs + 1 },
    state,
  }))

  for (let depth = 1; depth <= 12; depth++) {
    await grow(lab, 'ethereum', depth)
    await grow(lab, 'base', 1)
    evm.ethereum.reorganise(depth)
    await grow(lab, 'ethereum', depth + 1)
  }

  const facts = finalFacts(evm.ethereum)
  const ids = idsOf(facts)
  const told = tape.read(0, 100_000).filter(({ chain }) => chain === 'ethereum')
  assert.deepEqual(survivorsOf(told.map((event) => event)), ids)
  assert.deepEqual(tape.candles(onChain('ethereum', POOL), 0, 2 ** 41), finalMinutes(evm.ethereum))
  assert.deepEqual(tape.candles(onChain('base', POOL), 0, 2 ** 41), finalMinutes(evm.base))
  const trades = facts.filter(({ type }) => type === 'trade')
  const later = new Set(idsOf(facts.filter(({ slot }) => slot > 1_001)))

  const count = (await countAfter(lab, before)).trades
  await until(() => socket.frames.filter(({ type }) => type === 'update').length >= count, 'WebSocket updates')
  const updates = socket.frames.filter(({ type }) => type === 'update')
  assert.deepEqual(
    survivorsOf(updates.map(({ data }) => data)),
    idsOf(trades.filter(({ eventId }) => later.has(eventId))),
  )

  const all = (await countAfter(lab, before)).all
  const streamed = () => stream.events.filter(({ event }) => ['trade', 'launch', 'retracted'].includes(event))
  await until(() => streamed().length >= all, 'events of the stream')
  assert.deepEqual(
    survivorsOf(streamed().map(({ data }) => data)),
    ids.filter((id) => later.has(id)),
  )

  // What stands under so many blocks was posted, and nothing that a shallower fork took away.
  const headSlot = evm.ethereum.blocks().at(-1)!.slot
  const deep = facts.filter(({ slot, eventId }) => later.has(eventId) && slot + WEBHOOK_DEPTH.ethereum <= headSlot)
  const posted = () => target.posts.map(({ body }) => body)
  const inOrder = () => posted().toSorted((a, b) => (a.cursor < b.cursor ? -1 : 1))
  await until(() => survivorsOf(inOrder()).length >= deep.length, 'posts')
  assert.deepEqual(survivorsOf(inOrder()), idsOf(deep))
  const takenBack = posted().filter(({ retracts }) => retracts !== undefined)
  assert(takenBack.length > 0, 'forks of more than six blocks take back what was posted')
  for (const { retracts } of takenBack) {
    const { seq } = tape.read(0, 100_000).find(({ eventId }) => eventId === retracts.eventId)!
    assert((tape.depthTakenBack(seq) ?? 0) >= WEBHOOK_DEPTH.ethereum)
  }

  await lab.call('POST', `/api/v2/webhooks/${made.json.webhook.id}/test`, { type: 'trade' })
  await until(() => posted().some(({ test: isTest }) => isTest === true), 'a test event')
  assert.equal(posted().find(({ test: isTest }) => isTest === true).chain, 'ethereum')

  await checkRest(lab, trades)
})

async function countAfter({ tape }: EvmLab, seq: number): Promise<{ trades: number; all: number }> {
  const events = tape.read(seq, 100_000).filter(({ chain, type }) => chain === 'ethereum' && type !== 'lost')
  const trades = events.filter((event) => (event.type === 'retracted' ? event.retracts.type : event.type) === 'trade')
  return { trades: trades.length, all: events.length }
}

/** Trades newest first, and candles, as the routes answer them. */
async function checkRest(lab: EvmLab, trades: ReturnType<typeof finalFacts>): Promise<void> {
  const newest = trades.toReversed().slice(0, 50)
  const own = await lab.get(`/api/v2/first-party/tokens/ethereum/${TOKEN_EIP55}/trades?limit=50`)
  assert.deepEqual(idsOf(own.trades), idsOf(newest))
  const byWallet = await lab.get(`/api/v2/first-party/wallets/1/${MAKER}/trades?limit=50&token=${TOKEN_EIP55}`)
  assert.deepEqual(idsOf(byWallet.trades), idsOf(newest))
  const generic = await lab.get(`/api/v2/chain/ethereum/tokens/${TOKEN_EIP55}/trades?limit=50`)
  assert.deepEqual(
    generic.trades.map(({ hash, priceUSD, platform }: { hash: string; priceUSD: number; platform: string }) => [
      hash,
      priceUSD,
      platform,
    ]),
    newest.map((fact) => [fact.signature, fact.type === 'trade' ? fact.priceUsd : null, 'uniswap_v4']),
  )
  assert.equal(generic.freshness.source, 'tape')
  const ofPool = await lab.get(`/api/v2/chain/eth/pools/${POOL}/trades?limit=5`)
  assert.deepEqual(
    ofPool.trades.map(({ hash }: { hash: string }) => hash),
    newest.slice(0, 5).map(({ signature }) => signature),
  )
  const minutes = finalMinutes(lab.evm.ethereum)
  const shown = minutes.map(({ tMs, open, high, low, close, volumeUsd }) => [tMs, open, high, low, close, volumeUsd])
  const span = `from=${minutes[0]!.tMs}&to=${minutes.at(-1)!.tMs}`
  for (const path of [`pools/${POOL}`, `tokens/${TOKEN}`]) {
    const candles = await lab.get(`/api/v2/chain/ethereum/${path}/ohlcv?period=1m&amount=200&${span}`)
    const rows = candles.candles.map((row: Record<string, number>) =>
      ['t', 'o', 'h', 'l', 'c', 'v'].map((at) => row[at]),
    )
    // A candle of a token ends with its time, one of a pool with its minute.
    const wanted = path.startsWith('pools') ? shown : shown.slice(0, -1)
    assert.deepEqual(rows.slice(0, wanted.length), wanted, path)
  }
  const launches = finalFacts(lab.evm.ethereum).filter(({ type }) => type === 'launch')
  const fresh = await lab.get('/api/v2/chain/ethereum/tokens/new')
  assert.deepEqual(
    fresh.tokens.map(({ mint, pool, dex }: { mint: string; pool: string; dex: string }) => [mint, pool, dex]),
    [[TOKEN, POOL, 'uniswap_v4']],
  )
  assert.equal(fresh.tokens[0].createdAt, launches.at(-1)!.blockTimeSec! * 1_000)
  const pools = await lab.get('/api/v2/chain/ethereum/pools/new')
  assert.equal(pools.pools[0].pairAddress, POOL)
  assert.equal(pools.pools[0].priceUsd, (trades.at(-1) as { priceUsd: number }).priceUsd)
}

test('one address on two chains is two things: neither hears of the other, and a lost block is told to its own chain', async (t) => {
  const lab = await openEvmLab(t)
  const { evm, tape, http } = lab
  await grow(lab, 'ethereum', 3)
  await grow(lab, 'base', 3)
  const socket = await openGatewayClient(t, http.port, { key: TEST_KEY })
  await socket.next('welcome')
  socket.send({ op: 'subscribe', channel: 'token', chain: 'base', mint: TOKEN })
  await socket.next('snapshot')
  socket.send({ op: 'subscribe', channel: 'launches', chain: 'base', dex: 'uniswap_v4' })
  await socket.next('snapshot')
  const streams = { ethereum: open('ethereum'), base: open('base') }
  await Promise.all([streams.ethereum.until('hello'), streams.base.until('hello')])
  await tape.writer!.recordLost('ethereum', { fromSlot: 5, toSlot: 6, reason: 'a test' })
  for (let round = 0; round < 5; round++) {
    await grow(lab, 'ethereum', 1)
    await grow(lab, 'base', 1)
  }
  const wanted = evm.base.blocks().slice(3).flatMap(factsOf)
  await until(() => socket.frames.filter(({ type }) => type === 'update').length >= wanted.length, 'updates')
  const updates = socket.frames.filter(({ type }) => type === 'update')
  assert.deepEqual(new Set(updates.map(({ data }) => data.eventId)), new Set(idsOf(wanted)))
  assert(updates.every(({ data }) => data.chain === 'base'))

  const trades = (chain: 'ethereum' | 'base') =>
    evm[chain]
      .blocks()
      .slice(3)
      .flatMap(factsOf)
      .filter(({ type }) => type === 'trade')
  for (const chain of ['ethereum', 'base'] as const) {
    await streams[chain].until('trade', trades(chain).length)
    assert.deepEqual(
      streams[chain].named('trade').map(({ data }) => data.eventId),
      idsOf(trades(chain)),
    )
  }
  // On a stream lost blocks are a gap.
  assert.equal((await streams.ethereum.until('truncated'))[0]!.data.reason, 'a test')
  assert.deepEqual(streams.base.named('truncated'), [])
  for (const chain of ['ethereum', 'base'] as const) {
    const rows = await lab.get(`/api/v2/first-party/tokens/${chain}/${TOKEN}/trades?limit=100`)
    assert.deepEqual(
      new Set(idsOf(rows.trades)),
      new Set(idsOf(finalFacts(evm[chain]).filter(({ type }) => type === 'trade'))),
    )
  }

  function open(chain: string) {
    return openSse(t, http.port, eventsPath(`trades:${chain}:${TOKEN}`), { 'X-API-Key': TEST_KEY })
  }
})

test('a stream resumes by Last-Event-ID and the replay tells the same, retractions too; candles are live', async (t) => {
  const lab = await openEvmLab(t)
  const { evm, http } = lab
  await grow(lab, 'base', 4)
  const channels = `trades:base:pool:${POOL},candles:base:${POOL}:1m`
  const first = openSse(t, http.port, eventsPath(channels), { 'X-API-Key': TEST_KEY })
  await first.until('hello')
  await grow(lab, 'base', 1)
  const newTrades = evm.base
    .blocks()
    .slice(4)
    .flatMap(factsOf)
    .filter(({ type }) => type === 'trade')
  await first.until('trade', newTrades.length)
  const lastId = first.named('trade')[0]!.id!
  first.socket.destroy()

  evm.base.reorganise(3)
  await grow(lab, 'base', 5)
  const resumed = openSse(t, http.port, eventsPath(channels), { 'X-API-Key': TEST_KEY, 'Last-Event-ID': lastId })
  const from = encodeURIComponent(lastId)
  const path = `/api/v2/stream/replay?channels=${encodeURIComponent(`trades:base:pool:${POOL}`)}&from=${from}`
  const replay = JSON.parse((await readChunked(http.port, path).reply).text)
  await resumed.until('trade', replay.events.filter(({ type }: { type: string }) => type === 'trade').length)
  const streamed = resumed.events.filter(({ event }) => event === 'trade' || event === 'retracted')
  assert.deepEqual(
    streamed.map(({ data }) => [data.type, data.eventId]),
    replay.events.map(({ type, eventId }: { type: string; eventId: string }) => [type, eventId]),
  )
  assert(replay.events.some(({ type }: { type: string }) => type === 'retracted'))
  const newest = finalMinutes(evm.base).at(-1)!
  await until(
    () => resumed.named('candle').some(({ data }) => data.t === newest.tMs && data.c === newest.close),
    'the bar as it is now',
  )
})

test('chains are listed with their lag, each by itself; one whose node is away does not stop the other', async (t) => {
  const lab = await openEvmLab(t)
  const none = await lab.get('/api/v2/stream/chains')
  assert.deepEqual(
    none.chains.map(({ chain, serving, reason }: Record<string, unknown>) => [chain, serving, reason]),
    [
      ['ethereum', false, 'no block has been read yet'],
      ['base', false, 'no block has been read yet'],
    ],
  )
  await grow(lab, 'base', 280)
  const both = await lab.get('/api/v2/stream/chains')
  const [ethereum, base] = both.chains
  assert.deepEqual([ethereum.serving, base.serving], [false, true])
  const newest = lab.evm.base.blocks().at(-1)!
  assert.deepEqual([base.coverage.toBlock, base.coverage.to], [newest.slot, newest.blockTimeSec! * 1_000])
  assert(Math.abs(base.lagMs - (both.generatedAt - newest.blockTimeSec! * 1_000)) < 1_000)
  assert.equal(ethereum.lagMs, null)
})

test('what is no address, no chain or no followed chain is refused on every transport', async (t) => {
  const lab = await openEvmLab(t, { evm: { ethereum: null } })
  await grow(lab, 'base', 1)
  const { http } = lab
  const wrongCase = TOKEN_EIP55.replace('A0b8', 'a0B8')
  const socket = await openGatewayClient(t, http.port, { key: TEST_KEY })
  await socket.next('welcome')
  const said = async (message: object) => {
    socket.send({ op: 'subscribe', id: 1, ...message })
    const { type, code } = await socket.next()
    return [type, code]
  }
  assert.deepEqual(await said({ channel: 'token', chain: 'base', mint: wrongCase }), ['error', 'bad_mint'])
  assert.deepEqual(await said({ channel: 'token', chain: 'base', mint: POOL }), ['error', 'bad_mint'])
  assert.deepEqual(await said({ channel: 'token', mint: TOKEN }), ['error', 'bad_mint'])
  assert.deepEqual(await said({ channel: 'token', chain: 'atlantis', mint: TOKEN }), ['error', 'bad_channel'])
  assert.deepEqual(await said({ channel: 'token', chain: 'polygon', mint: TOKEN }), ['error', 'not_allowed'])
  assert.deepEqual(await said({ channel: 'launches', chain: 'base', dex: 'pumpfun' }), ['error', 'bad_channel'])
  for (const [channels, status] of [
    [`trades:base:${wrongCase}`, 400],
    [`trades:base:pool:0x12`, 400],
    [`launches:base:pumpfun`, 400],
    [`screens:base:scr_1`, 400],
    [`trades:atlantis:${TOKEN}`, 400],
    [`trades:polygon:${TOKEN}`, 501],
    [`trades:ethereum:${TOKEN}`, 501],
  ] as const)
    assert.equal((await lab.call('GET', eventsPath(channels))).status, status, channels)
  const hook = (more: object) =>
    lab.call('POST', '/api/v2/webhooks', { url: 'https://example.org/', events: ['trade'], ...more })
  const refused = await hook({ chain: 'base', filter: { tokens: [wrongCase] } })
  assert.deepEqual([refused.status, refused.json.error], [400, 'filter.tokens[0]: no address of base'])
  assert.equal((await hook({ chain: 'base', filter: { tokens: [TOKEN], dex: ['pumpfun'] } })).status, 400)
  assert.equal((await hook({ chain: 'polygon', filter: { tokens: [TOKEN] } })).status, 501)
  assert.equal((await lab.call('GET', `/api/v2/first-party/tokens/base/${wrongCase}/trades`)).status, 400)
})
