import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createMobulaTrades } from '../../src/upstreams/mobula-trades.ts'
import { sendJson, startLocalServer } from '../support/local-server.ts'
import { addressOf } from '../support/tape-facts.ts'
import { testClient } from '../support/test-client.ts'

/** Rows after the provider's published schema: no recording of this route is public. */

const MINT = 'So11111111111111111111111111111111111111112'
const SENDER = addressOf('sender')
const ROW = {
  id: 'r1',
  operation: 'regular',
  type: 'buy',
  baseTokenAmount: 12.5,
  baseTokenAmountRaw: '12500000',
  baseTokenAmountUSD: 25,
  date: 1_760_000_000_000,
  swapSenderAddress: 'swapper',
  transactionSenderAddress: SENDER,
  transactionHash: 'hash1',
  marketAddress: 'pool',
  baseTokenPriceUSD: 2,
  labels: [],
  walletMetadata: null,
  platform: { id: 'x', name: 'Axiom', logo: null },
}
const READ = {
  signature: 'hash1',
  tMs: 1_760_000_000_000,
  side: 'buy',
  amountUsd: 25,
  priceUsd: 2,
  amount: 12.5,
  sender: SENDER,
  platform: 'Axiom',
}

async function tradesOver(t: TestContext, body: unknown, status = 200) {
  const server = await startLocalServer((_request, response) => sendJson(response, body, status))
  t.after(() => server.close())
  return { trades: createMobulaTrades(testClient(server.url).client), seen: server.seen }
}

test('asks for the newest trades of all pools of the token', async (t) => {
  const { trades, seen } = await tradesOver(t, { data: [ROW] })
  assert.deepEqual(await trades.newestTrades(MINT, 20), { ok: true, value: [READ] })
  assert.equal(seen[0]!.url, `/2/token/trades?address=${MINT}&blockchain=solana&mode=asset&limit=20&sortOrder=desc`)
})

test('deposits and withdrawals are no trades; side is lower case', async (t) => {
  const rows = ['deposit', 'SELL', 'withdrawal', 'bond'].map((type) => ({ ...ROW, type }))
  const { trades } = await tradesOver(t, { data: rows })
  assert.deepEqual(await trades.newestTrades(MINT, 20), { ok: true, value: [{ ...READ, side: 'sell' }] })
})

test('missing members are null, times as ISO text are read', async (t) => {
  const { transactionHash, type } = ROW
  const { trades } = await tradesOver(t, { data: [{ transactionHash, type, date: '2025-10-09T08:53:20.000Z' }] })
  const nothing = { amountUsd: null, priceUsd: null, amount: null, sender: null, platform: null }
  assert.deepEqual(await trades.newestTrades(MINT, 20), { ok: true, value: [{ ...READ, ...nothing }] })
})

test('newest first and no more than asked for, whatever the provider sends', async (t) => {
  const rows = [1, 3, 2].map((at) => ({ ...ROW, transactionHash: `h${at}`, date: 1_700_000_000_000 + at }))
  const { trades } = await tradesOver(t, { data: rows })
  const listed = await trades.newestTrades(MINT, 2)
  assert(listed.ok)
  assert.deepEqual(
    listed.value.map(({ signature }) => signature),
    ['h3', 'h2'],
  )
})

test('an odd row is left out; a list of nothing else, and another shape, are failures', async (t) => {
  const mixed = await tradesOver(t, { data: [null, { type: 'buy' }, ROW] })
  assert.deepEqual(await mixed.trades.newestTrades(MINT, 20), { ok: true, value: [READ] })
  for (const body of [{ data: [{ type: 5 }] }, { data: 'x' }, []]) {
    const { trades } = await tradesOver(t, body)
    const answer = await trades.newestTrades(MINT, 20)
    assert.equal(answer.ok ? '' : answer.code, 'upstream_failed')
  }
})

test('a token the provider does not know has no trades', async (t) => {
  const { trades } = await tradesOver(t, { message: 'Not found' }, 404)
  assert.deepEqual(await trades.newestTrades(MINT, 20), { ok: true, value: [] })
})
