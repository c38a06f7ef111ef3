import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createMobulaWallets } from '../../src/upstreams/mobula-wallets.ts'
import { sendJson, startLocalServer } from '../support/local-server.ts'
import { noRecordings, recorded } from '../support/recorded.ts'
import { recordedOf } from '../support/recorded-kinds.ts'
import { addressOf } from '../support/tape-facts.ts'
import { testClient } from '../support/test-client.ts'

/** Rows after the provider's published schemas: no live recording of these routes is public. */

const WALLET = addressOf('wallet')
const WSOL = 'So11111111111111111111111111111111111111112'
const MINT = addressOf('mint')
const POOL = addressOf('pool')
const HASH = '5'.repeat(87)
const AT_MS = 1_760_000_000_000

async function over(t: TestContext, body: unknown, status = 200) {
  const server = await startLocalServer((_request, response) => sendJson(response, body, status))
  t.after(() => server.close())
  return { wallets: createMobulaWallets(testClient(server.url).client), seen: server.seen }
}

const ASSET = {
  contracts_balances: [{ address: MINT, balance: 2.5, balanceRaw: '2500000', chainId: 'solana:solana', decimals: 6 }],
  cross_chain_balances: {},
  price_change_24h: -3.5,
  estimated_balance: 10,
  price: 4,
  liquidity: 5_000,
  token_balance: 2.5,
  allocation: 100,
  asset: {
    id: 1,
    name: 'Token',
    symbol: 'TKN',
    logo: 'https://x.com/a.png',
    contracts: [MINT],
    blockchains: ['Solana'],
  },
  wallets: [WALLET],
}
const HELD = {
  mint: MINT,
  symbol: 'TKN',
  name: 'Token',
  imageUrl: 'https://x.com/a.png',
  balance: 2.5,
  balanceRaw: '2500000',
  decimals: 6,
  priceUsd: 4,
  valueUsd: 10,
  liquidityUsd: 5_000,
  priceChange24hPct: -3.5,
}

test('base units that no account can hold, or that say another amount than the balance, are none', async (t) => {
  const asset = (balanceRaw: string) => ({
    ...ASSET,
    contracts_balances: [{ ...ASSET.contracts_balances[0], balanceRaw }],
  })
  const of = async (balanceRaw: string) => {
    const { wallets } = await over(t, { data: { assets: [asset(balanceRaw)] } })
    const read = await wallets.portfolio(WALLET)
    assert(read.ok)
    return read.value.map((row) => row.balanceRaw)
  }
  assert.deepEqual(await of('2500000'), ['2500000'])
  assert.deepEqual(await of('18446744073709552000'), [null])
  assert.deepEqual(await of('18000000000000000000'), [null])
})

test('a portfolio is asked for on Solana and read asset by asset', async (t) => {
  const { wallets, seen } = await over(t, { data: { total_wallet_balance: 10, wallets: [WALLET], assets: [ASSET] } })
  assert.deepEqual(await wallets.portfolio(WALLET), { ok: true, value: [HELD] })
  assert.equal(seen[0]!.url, `/1/wallet/portfolio?wallet=${WALLET}&blockchains=solana&filterSpam=true`)
})

test('a figure that cannot be is null, an asset of another chain is left out, zero means unknown in prices', async (t) => {
  const odd = { ...ASSET, price: -4, liquidity: 0, price_change_24h: 'x' }
  const elsewhere = {
    ...ASSET,
    contracts_balances: [{ ...ASSET.contracts_balances[0], chainId: 'evm:1', address: '0x00' }],
    asset: { ...ASSET.asset, contracts: ['0x00'], blockchains: ['Ethereum'] },
  }
  const { wallets } = await over(t, { data: { assets: [odd, elsewhere, null, 5] } })
  const nothing = { priceUsd: null, valueUsd: null, liquidityUsd: null, priceChange24hPct: null }
  assert.deepEqual(await wallets.portfolio(WALLET), { ok: true, value: [{ ...HELD, ...nothing }] })
})

test('a wallet that the provider does not know has nothing and did nothing', async (t) => {
  const { wallets } = await over(t, { message: 'Not found' }, 404)
  const range = { fromMs: AT_MS, toMs: AT_MS + 1, stepMs: 3_600_000 }
  for (const answer of [
    wallets.portfolio(WALLET),
    wallets.balanceHistory(WALLET, range),
    wallets.tradesOf(WALLET, { limit: 5, fromMs: null, toMs: null }),
    wallets.activityOf(WALLET, { limit: 5, order: 'desc' }),
  ])
    assert.deepEqual(await answer, { ok: true, value: [] })
})

test('another shape, and a list of nothing that can be read, are failures', async (t) => {
  for (const body of [{ data: 'x' }, [], { data: { assets: [{ asset: 5 }] } }]) {
    const { wallets } = await over(t, body)
    const answer = await wallets.portfolio(WALLET)
    assert.equal(answer.ok ? '' : answer.code, 'upstream_failed', JSON.stringify(body))
  }
  const { wallets } = await over(t, { data: [{ side: 5 }] })
  const answer = await wallets.tradesOf(WALLET, { limit: 5, fromMs: null, toMs: null })
  assert.equal(answer.ok ? '' : answer.code, 'upstream_failed')
})

test('a balance history is asked for in the next finer step that exists, ascending and within the range', async (t) => {
  const rows = [[AT_MS + 20, 3], [AT_MS + 10, 2], [AT_MS - 5, 1], [AT_MS + 15, null], [AT_MS + 16, -5], 'x', [5]]
  const { wallets, seen } = await over(t, { data: { wallets: [WALLET], balance_usd: 3, balance_history: rows } })
  const asked = { fromMs: AT_MS, toMs: AT_MS + 100, stepMs: 6 * 3_600_000 }
  const points = [
    { tMs: AT_MS + 10, valueUsd: 2 },
    { tMs: AT_MS + 20, valueUsd: 3 },
  ]
  assert.deepEqual(await wallets.balanceHistory(WALLET, asked), { ok: true, value: points })
  const query = `wallet=${WALLET}&blockchains=solana&from=${AT_MS}&to=${AT_MS + 100}&period=6h&strictPeriod=true`
  assert.equal(seen[0]!.url, `/1/wallet/history?${query}`)
})

test('the recorded example of a balance history is read', { skip: noRecordings }, async (t) => {
  const [path] = recordedOf('mobulaBalances')
  const { wallets } = await over(t, recorded(path!))
  const range = { fromMs: 1_650_000_000_000, toMs: 1_660_000_000_000, stepMs: 3_600_000 }
  const value = [{ tMs: 1_650_788_304_000, valueUsd: 0 }]
  assert.deepEqual(await wallets.balanceHistory(WALLET, range), { ok: true, value })
})

const TRADE = {
  chain_id: 'solana:solana',
  swap_type: 'REGULAR',
  amount0: 12.5,
  amount1: 0.5,
  date: '2025-10-09T08:53:20.000Z',
  amount_usd: 100,
  pool_address: POOL,
  token0_address: MINT,
  token1_address: WSOL,
  transaction_sender_address: WALLET,
  transaction_hash: HASH,
  base: 'token0',
  quote: 'token1',
  side: 'buy',
  amount_quote: 0.5,
  amount_base: 12.5,
  amount_quote_raw: '500000000',
  amount_base_raw: '12500000',
  price_usd_token0: 8,
  price_usd_token1: 200,
  labels: ['sniper', 5],
  platform: { id: 'x', name: 'Axiom', logo: null },
}
const READ_TRADE = {
  chain_id: 'solana:solana',
  swap_type: 'REGULAR',
  transaction_hash: HASH,
  date: '2025-10-09T08:53:20.000Z',
  side: 'buy',
  pool_address: POOL,
  transaction_sender_address: WALLET,
  token0_address: MINT,
  token1_address: WSOL,
  base_token: null,
  amount_base: 12.5,
  amount_quote: 0.5,
  amount_base_raw: '12500000',
  amount_quote_raw: '500000000',
  amount_usd: 100,
  price_usd_token0: 8,
  price_usd_token1: 200,
  platform: 'Axiom',
  labels: ['sniper'],
}

test('trades are asked for with all bounds, newest first, without deposits and other chains', async (t) => {
  const rows = [
    TRADE,
    { ...TRADE, side: 'deposit' },
    { ...TRADE, chain_id: 'evm:1' },
    { ...TRADE, date: '2025-10-09T09:53:20.000Z', side: 'SELL', amount_usd: 1e30 },
    { ...TRADE, transaction_sender_address: 'no' },
    { ...TRADE, date: '2020-10-09T09:53:20.000Z' },
  ]
  const { wallets, seen } = await over(t, { data: rows })
  const bounds = { limit: 500, fromMs: AT_MS - 86_400_000, toMs: AT_MS + 86_400_000 }
  const later = { ...READ_TRADE, date: '2025-10-09T09:53:20.000Z', side: 'sell', amount_usd: null }
  assert.deepEqual(await wallets.tradesOf(WALLET, bounds), { ok: true, value: [later, READ_TRADE] })
  assert.deepEqual([seen[0]!.method, seen[0]!.url], ['POST', '/1/wallet/trades'])
  const { fromMs, toMs } = bounds
  assert.deepEqual(JSON.parse(seen[0]!.body), {
    wallet: WALLET,
    limit: '500',
    order: 'desc',
    from: String(fromMs),
    to: String(toMs),
  })
})

const ACTIVITY = {
  chainId: 'solana:solana',
  txDateMs: AT_MS,
  txDateIso: 'whatever',
  txHash: HASH,
  txRawFeesNative: '5000',
  txFeesNativeUsd: 0.001,
  txBlockNumber: 400_000_000,
  txIndex: 7,
  txAction: null,
  actions: [
    { model: 'swap', swapRawAmountIn: 500_000_000, swapAmountIn: 0.5, swapBaseAddress: 'no', swapPlatform: null },
    { model: 'transfer', transferRawAmount: '5', transferType: 'TOKEN_IN', transferFromAddress: POOL },
    { model: 'other' },
  ],
}

test('activity is read action by action; what is no address or no action is not handed on', async (t) => {
  const { wallets, seen } = await over(t, { data: [ACTIVITY, { ...ACTIVITY, chainId: 'evm:1' }] })
  const answer = await wallets.activityOf(WALLET, { limit: 9, order: 'asc' })
  assert(answer.ok)
  const [row] = answer.value
  assert.equal(answer.value.length, 1)
  assert.equal(row!.txDateIso, new Date(AT_MS).toISOString())
  assert.deepEqual([row!.txRawFeesNative, row!.txIndex, row!.actions.length], ['5000', 7, 2])
  const [swap, transfer] = row!.actions
  assert.deepEqual([swap!.swapRawAmountIn, swap!.swapAmountIn, swap!.swapBaseAddress], ['500000000', 0.5, null])
  assert.deepEqual([transfer!.transferRawAmount, transfer!.transferFromAddress], ['5', POOL])
  const query = `wallet=${WALLET}&blockchains=solana&limit=9&order=asc&filterSpam=true`
  assert.equal(seen[0]!.url, `/2/wallet/activity?${query}`)
})
