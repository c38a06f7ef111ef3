import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '../../../src/config/durations.ts'
import { FIRST_PARTY } from '../../../src/config/first-party.ts'
import type { TradeFacts } from '../../../src/contract/tape-event.ts'
import { type FirstPartyServer, LAB_NOW_MS, movedClock, startFirstParty } from '../../support/first-party-server.ts'
import { readChunked } from '../../support/read-chunked.ts'
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

const WALLET_BASE = `/api/v2/first-party/wallets/solana/${WALLET}`
const TOKEN_BASE = `/api/v2/first-party/tokens/solana/${MINT}`
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const ROUTES = [
  `${WALLET_BASE}/trades`,
  `${WALLET_BASE}/pnl`,
  `${WALLET_BASE}/tokens`,
  `${TOKEN_BASE}/trades`,
  `${TOKEN_BASE}/candles`,
  `${TOKEN_BASE}/traders`,
  `${TOKEN_BASE}/stats`,
]

async function get(server: FirstPartyServer, path: string, query: Readonly<Record<string, string>> = {}) {
  const reply = await server.get(path, query)
  assert.equal(reply.status, 200, reply.text)
  return reply.json
}

/** What the streams say of a channel, oldest first. */
async function replayed(server: FirstPartyServer, channel: string) {
  const query = new URLSearchParams({ channels: channel, limit: '5000' })
  const { text } = await readChunked(server.port, `/api/v2/stream/replay?${query}`, { Accept: 'application/json' })
    .reply
  return JSON.parse(text).events
}

type Row = Partial<Omit<TradeFacts, 'type'>>
const buy = (raw: bigint, lamports: bigint, usd: number, more: Row = {}): Row => ({
  side: 'buy',
  amountRaw: raw,
  quoteAmountRaw: lamports,
  amountUsd: usd,
  priceUsd: usd / (Number(raw) / 1e6),
  ...more,
})
const sell = (raw: bigint, lamports: bigint, usd: number, more: Row = {}): Row => ({
  ...buy(raw, lamports, usd, more),
  side: 'sell',
})

test('trades of a wallet and of a token are the rows of the streams, newest first, with their ids and cursors', async (t) => {
  const server = await startFirstParty(t)
  await server.lab.block([{}, { mint: OTHER_MINT }, { maker: OTHER_WALLET }])
  await server.lab.block([{ side: 'sell' }, { maker: OTHER_WALLET, mint: OTHER_MINT }])
  const ofWallet = await get(server, `${WALLET_BASE}/trades`)
  assert.deepEqual(ofWallet.trades.toReversed(), await replayed(server, `trades:solana:wallet:${WALLET}`))
  assert.deepEqual([ofWallet.count, ofWallet.nextCursor, ofWallet.wallet], [3, null, WALLET])
  const ofToken = await get(server, `${TOKEN_BASE}/trades`)
  assert.deepEqual(ofToken.trades.toReversed(), await replayed(server, `trades:solana:${MINT}`))
  assert.deepEqual([ofToken.count, ofToken.token], [3, MINT])
  assert.equal(ofToken.cursorHead, server.lab.store.tape.formatCursor(5))
  assert.deepEqual([ofToken.source, ofToken.chain], ['first-party', 'solana'])
})

test('pages follow each other without overlap or hole, from any cursor of the tape', async (t) => {
  const server = await startFirstParty(t)
  for (let at = 0; at < 30; at++) await server.lab.block([{}, { maker: OTHER_WALLET }])
  const all = (await get(server, `${WALLET_BASE}/trades`)).trades
  const paged: unknown[] = []
  let cursor = ''
  do {
    const page = await get(server, `${WALLET_BASE}/trades`, { limit: '7', ...(cursor === '' ? {} : { cursor }) })
    assert(page.count <= 7)
    paged.push(...page.trades)
    cursor = page.nextCursor ?? ''
  } while (cursor !== '')
  assert.deepEqual(paged, all)
  const from = await get(server, `${WALLET_BASE}/trades`, { cursor: all[10].cursor })
  assert.deepEqual(from.trades, all.slice(10))
})

test('filters: token, wallet, side, worth and time; the limit is clamped', async (t) => {
  const server = await startFirstParty(t)
  await server.lab.block([buy(1n, 1n, 5), sell(1n, 1n, 50)], LAB_TIME_SEC)
  await server.lab.block([buy(1n, 1n, 7, { mint: OTHER_MINT, amountUsd: null, priceUsd: null })], LAB_TIME_SEC + 60)
  await server.lab.block([buy(1n, 1n, 9, { maker: OTHER_WALLET })], LAB_TIME_SEC + 120)
  const seqs = async (path: string, query: Readonly<Record<string, string>>) =>
    (await get(server, path, query)).trades.map(({ cursor }: { cursor: string }) =>
      Number.parseInt(cursor.slice(-11), 36),
    )
  const ms = (offset: number) => String((LAB_TIME_SEC + offset) * 1_000)
  assert.deepEqual(await seqs(`${WALLET_BASE}/trades`, { token: OTHER_MINT }), [3])
  assert.deepEqual(await seqs(`${TOKEN_BASE}/trades`, { wallet: OTHER_WALLET }), [4])
  assert.deepEqual(await seqs(`${WALLET_BASE}/trades`, { side: 'sell' }), [2])
  assert.deepEqual(await seqs(`${WALLET_BASE}/trades`, { minUsd: '5' }), [2, 1])
  assert.deepEqual(await seqs(`${WALLET_BASE}/trades`, { minUsd: '6' }), [2])
  assert.deepEqual(await seqs(`${WALLET_BASE}/trades`, { from: ms(1) }), [3])
  assert.deepEqual(await seqs(`${TOKEN_BASE}/trades`, { to: ms(119) }), [2, 1])
  assert.deepEqual(await seqs(`${TOKEN_BASE}/trades`, { from: ms(50), to: ms(60) }), [])
  assert.deepEqual(await seqs(`${WALLET_BASE}/trades`, { limit: '0' }), [3])
  assert.deepEqual(await seqs(`${WALLET_BASE}/trades`, { side: 'nonsense', limit: 'all' }), [3, 2, 1])
})

test('a cursor that leads nowhere is 400', async (t) => {
  const server = await startFirstParty(t)
  await server.lab.block([{}])
  for (const [cursor, error] of [
    ['nonsense', 'invalid cursor'],
    ['00000000-00000000001', 'cursor is no longer kept'],
    [server.lab.store.tape.formatCursor(2), 'cursor is no longer kept'],
  ] as const) {
    const reply = await server.get(`${WALLET_BASE}/trades`, { cursor })
    assert.deepEqual([reply.status, reply.json.error], [400, error])
  }
})

test('an unknown chain is 404, one that is not followed 501 with the reason, and aliases are understood', async (t) => {
  const server = await startFirstParty(t)
  const evm = `0x${'aB'.repeat(20)}`
  for (const path of ROUTES) {
    const of = (chain: string, address?: string) => {
      const there = path.replace('/solana/', `/${chain}/`)
      return server.get(address === undefined ? there : there.replace(WALLET, address).replace(MINT, address))
    }
    const unknown = await of('nowhere')
    assert.deepEqual([unknown.status, unknown.json.error], [404, 'unknown chain'])
    for (const chain of ['ethereum', 'eth', 'base', 'eip155%3A1', 'bsc']) {
      const reply = await of(chain, evm)
      assert.equal(reply.status, 501, `${chain} ${reply.text}`)
      const why = chain === 'bsc' ? 'this service follows solana, ethereum, base only' : 'no node is configured'
      assert.match(reply.json.error, new RegExp(`is not followed: ${why}`))
    }
    for (const chain of ['sol', 'SOLANA', 'solana-mainnet']) assert.equal((await of(chain)).json.chain, 'solana')
    const foreign = await of('solana', evm)
    assert.deepEqual([foreign.status, foreign.json.error], [400, 'invalid address for solana'])
    assert.equal((await of('solana', 'nonsense')).status, 400)
  }
})

test('following switched off is 501 with the reason while the tape is empty', async (t) => {
  const server = await startFirstParty(t, { ingest: { mode: 'off' } })
  for (const path of ROUTES) {
    const reply = await server.get(path)
    assert.equal(reply.status, 501)
    assert.match(reply.json.error, /following is switched off/)
  }
})

test('empty but followed is 200 with count 0, and says whether the tape covers the window', async (t) => {
  const server = await startFirstParty(t)
  const nobody = WALLET.replace('AAA', 'CCC')
  for (const path of ROUTES) {
    const before = await get(server, path)
    assert.deepEqual([before.count, before.window.complete], [0, false], path)
  }
  await server.lab.block([{ maker: OTHER_WALLET, mint: OTHER_MINT }], LAB_NOW_MS / 1_000)
  for (const path of ROUTES) {
    const after = await get(server, path.replace(WALLET, nobody), { limit: '11' })
    assert.deepEqual([after.count, after.window.complete, after.window.days], [0, false, 14], path)
    // Candles begin with a whole one.
    assert(after.window.from >= LAB_NOW_MS - 14 * DAY_MS && after.window.to === LAB_NOW_MS)
  }
})

test('a window is complete where the stretch without a gap holds it, or begins with the chain or before the launch', async (t) => {
  const nowSec = LAB_NOW_MS / 1_000
  const completeOf = async (server: FirstPartyServer, path: string, query = {}) =>
    (await get(server, path, query)).window.complete
  const young = await startFirstParty(t)
  await young.lab.block([{}], nowSec - 100)
  await young.lab.block([launchOf({ slot: 1_002, mint: OTHER_MINT, blockTimeSec: nowSec })], nowSec)
  assert.equal(await completeOf(young, `${WALLET_BASE}/trades`), false)
  assert.equal(await completeOf(young, `${WALLET_BASE}/trades`, { from: String(LAB_NOW_MS - 90_000) }), true)
  assert.equal(await completeOf(young, `${TOKEN_BASE}/trades`), false)
  assert.equal(await completeOf(young, `${TOKEN_BASE.replace(MINT, OTHER_MINT)}/trades`), true)
  assert.equal(await completeOf(young, `${TOKEN_BASE.replace(MINT, OTHER_MINT)}/stats`), true)
  const whole = await startFirstParty(t, { firstSlot: 0 })
  await whole.lab.block([{}], nowSec)
  assert.equal(await completeOf(whole, `${WALLET_BASE}/trades`), true)
  await whole.lab.lose(2, 2)
  assert.equal(await completeOf(whole, `${WALLET_BASE}/trades`), false)
  const late = await startFirstParty(t, { firstSlot: 0 })
  await late.lab.block([{}], nowSec - 3_600)
  assert.equal(await completeOf(late, `${WALLET_BASE}/trades`), false)
  assert.equal(await completeOf(late, `${WALLET_BASE}/trades`, { to: String(LAB_NOW_MS - 3_700_000) }), true)
  const some = await startFirstParty(t, { firstSlot: 0, ingest: { dexes: ['pumpswap'], scope: 'dexes' } as never })
  await some.lab.block([{}], nowSec)
  assert.equal(await completeOf(some, `${WALLET_BASE}/trades`), false)
})

test('profit is first in, first out: exact in lamports, at each trade’s own worth in dollars', async (t) => {
  const server = await startFirstParty(t)
  await server.lab.block([buy(100n, 1_000n, 1), buy(100n, 3_000n, 3.5)], LAB_TIME_SEC)
  await server.lab.block([sell(150n, 6_001n, 7)], LAB_TIME_SEC + 30)
  const { summary, positions, openingUnknown, basis, method, count } = await get(server, `${WALLET_BASE}/pnl`)
  assert.deepEqual([basis, method, count, openingUnknown], ['window', 'fifo', 1, []])
  const [position] = positions
  assert.equal(position.realizedLamports, String(6_001 - 1_000 - 1_500))
  assert.equal(position.realizedUSD, 7 - 1 - 1.75)
  assert.deepEqual(
    [position.openingRaw, position.boughtRaw, position.soldRaw, position.closingRaw],
    ['0', '200', '150', '50'],
  )
  assert.deepEqual([position.costLamports, position.proceedsLamports], ['4000', '6001'])
  assert.equal(position.medianHoldSecs, 30)
  assert.equal(position.basisKnown, true)
  // 50 base units at the newest price, 7 / 0.00015 dollars a token.
  assert.equal(position.unrealizedUSD.toFixed(6), (7 / 3 - 1.75).toFixed(6))
  assert.deepEqual([summary.wins, summary.losses, summary.winRatePct], [1, 0, 100])
  assert.deepEqual([summary.realizedLamports, summary.realizedUSD], ['3501', 4.25])
  assert.deepEqual([summary.buys, summary.sells, summary.trades, summary.tokens], [2, 1, 3, 1])
})

/** A million whole tokens for a dollar, of which others trade a little at a million dollars each. */
const MILLION = 10n ** 12n
const CHEAP_BUY = buy(MILLION, 5_000_000n, 1)
const OWN_POOL = POOL.replace('AAA', 'BBB')
const tiny = (more: Row = {}): Row => buy(1n, 5_000_000n, 1, { maker: OTHER_WALLET, pool: OWN_POOL, ...more })

async function heldOf(server: FirstPartyServer, token = MINT) {
  const { summary, positions } = await get(server, `${WALLET_BASE}/pnl`, { token })
  const [{ unrealizedUSD, lastPriceUSD, thin }] = positions
  return { thin, unrealizedUSD, lastPriceUSD, sum: summary.unrealizedUSD, thinTokens: summary.thin }
}

test('a little trade in a pool made for it makes no one rich: what is held counts at the last price that could be paid', async (t) => {
  const server = await startFirstParty(t)
  await server.lab.block([CHEAP_BUY, buy(2n, 1n, 3, { mint: OTHER_MINT, priceUsd: 4 })])
  await server.lab.block([tiny(), tiny({ dex: `amm:unknown:${OTHER_MINT}` })])
  assert.deepEqual(await heldOf(server), { thin: false, unrealizedUSD: 0, lastPriceUSD: 1e-6, sum: 0, thinTokens: 0 })
})

test('what is held is no unrealised gain where no pool of the newest trades could pay it, and other tokens still are', async (t) => {
  const server = await startFirstParty(t)
  await server.lab.block([CHEAP_BUY, buy(1_000_000n, 1n, 2, { mint: OTHER_MINT })])
  await server.lab.block([sell(500_000n, 1n, 2, { mint: OTHER_MINT })])
  await server.lab.block([tiny(), tiny(), tiny(), tiny(), tiny()])
  assert.deepEqual(await heldOf(server), { thin: true, unrealizedUSD: null, lastPriceUSD: 1e6, sum: 0, thinTokens: 1 })
  const { summary, positions } = await get(server, `${WALLET_BASE}/pnl`)
  assert.deepEqual([summary.unrealizedUSD, summary.thin, positions.length], [1, 1, 2])
  assert.equal(positions.find(({ token }: { token: string }) => token === MINT).closingRaw, String(MILLION))
})

test('a pool that says its reserves pays up to both of its sides, others what their trades moved', async (t) => {
  const worthOf = async (rows: readonly Row[]) => {
    const server = await startFirstParty(t)
    // A hundred tokens for a dollar; the next one costs ten.
    await server.lab.block([buy(100_000_000n, 5_000_000n, 1, { pool: OWN_POOL })])
    await server.lab.block(rows)
    return (await heldOf(server)).unrealizedUSD
  }
  const last = (more: Row): Row => buy(1_000_000n, 1_000n, 10, { maker: OTHER_WALLET, ...more })
  const five = (more: Row): readonly Row[] => [...Array(5)].map(() => last(more))
  assert.equal(await worthOf(five({ quoteReserveRaw: 50_000n })), 999)
  assert.equal(await worthOf(five({ quoteReserveRaw: 49_999n })), null)
  // Curves say virtual reserves.
  assert.equal(await worthOf(five({ dex: 'pumpfun', quoteReserveRaw: 10n ** 15n })), null)
  const earlier = (usd: number, more: Row = {}): Row =>
    buy(1n, 1n, usd, { dex: 'orca', maker: OTHER_WALLET, priceUsd: 10, ...more })
  const quiet = [...Array(20)].map(() => last({ dex: 'orca', amountUsd: 0.01 }))
  assert.equal(await worthOf([earlier(25), ...quiet]), 999)
  assert.equal(await worthOf([earlier(24), ...quiet]), null)
})

test('the wallet’s own largest trade says what is in a pool, and money that a transaction brought and took back does not', async (t) => {
  const own = await startFirstParty(t)
  await own.lab.block([buy(1_000_000n, 1n, 100, { dex: 'orca' })])
  for (let at = 0; at < 3; at++)
    await own.lab.block(
      [...Array(50)].map(() => buy(1n, 1n, 0.01, { dex: 'orca', priceUsd: 4_000, maker: OTHER_WALLET })),
    )
  assert.deepEqual([(await heldOf(own)).thin, (await heldOf(own)).unrealizedUSD], [false, 3_900])
  const lent = await startFirstParty(t)
  await lent.lab.block([CHEAP_BUY])
  const signature = 'S'.repeat(64)
  const loan = { pool: OWN_POOL, maker: OTHER_WALLET, signature, dex: 'orca', priceUsd: 1 } as const
  await lent.lab.block([buy(MILLION, 1n, 1e6, loan), sell(MILLION, 1n, 999_999, loan)])
  await lent.lab.block([...Array(5)].map(() => tiny({ dex: 'orca', priceUsd: 1 })))
  assert.equal((await heldOf(lent)).thin, true)
})

test('dollars are never thin', async (t) => {
  const server = await startFirstParty(t)
  await server.lab.block([buy(10n ** 13n, 5_000_000n, 1, { mint: USDC })])
  await server.lab.block([tiny({ mint: USDC, priceUsd: 1 })])
  const { thin, unrealizedUSD } = await heldOf(server, USDC)
  assert.deepEqual([thin, unrealizedUSD], [false, 1e7 - 1])
})

test('what was sold without a purchase in the window is said to be of unknown cost, and wins nothing', async (t) => {
  const server = await startFirstParty(t)
  await server.lab.block([buy(60n, 600n, 6), sell(100n, 2_000n, 20)])
  await server.lab.block([sell(5n, 50n, 1, { mint: OTHER_MINT })])
  const { summary, positions, openingUnknown } = await get(server, `${WALLET_BASE}/pnl`)
  assert.deepEqual(openingUnknown, [
    { token: OTHER_MINT, openingRaw: '5', opening: 0.000005, decimals: 6 },
    { token: MINT, openingRaw: '40', opening: 0.00004, decimals: 6 },
  ])
  const ofMint = positions.find(({ token }: { token: string }) => token === MINT)
  assert.deepEqual([ofMint.openingRaw, ofMint.closingRaw, ofMint.basisKnown], ['40', '0', false])
  assert.equal(ofMint.realizedLamports, String(1_200 - 600))
  const ofOther = positions.find(({ token }: { token: string }) => token === OTHER_MINT)
  assert.deepEqual([ofOther.realizedLamports, ofOther.realizedUSD], [null, null])
  assert.deepEqual([summary.wins, summary.losses, summary.winRatePct, summary.openingUnknown], [0, 0, null, 2])
  const one = await get(server, `${WALLET_BASE}/pnl`, { token: OTHER_MINT })
  assert.deepEqual([one.count, one.summary.trades], [1, 1])
})

test('a trade that was not paid in SOL has no lamports, one without a price no dollars', async (t) => {
  const server = await startFirstParty(t)
  await server.lab.block([buy(10n, 5n, 2, { quoteMint: USDC }), sell(10n, 7n, 3, { quoteMint: USDC })])
  await server.lab.block([
    buy(10n, 5n, 0, { mint: OTHER_MINT, amountUsd: null, priceUsd: null }),
    sell(10n, 9n, 0, { mint: OTHER_MINT, amountUsd: null, priceUsd: null }),
  ])
  const { positions, summary } = await get(server, `${WALLET_BASE}/pnl`)
  const [unpriced, inUsdc] = positions
  assert.deepEqual([inUsdc.realizedLamports, inUsdc.costLamports, inUsdc.realizedUSD], [null, null, 1])
  assert.deepEqual([unpriced.realizedLamports, unpriced.realizedUSD, unpriced.unpriced], ['4', null, 2])
  assert.deepEqual([summary.unpriced, summary.wins, summary.realizedUSD], [2, 2, 1])
})

test('tokens of a wallet: net amounts, worth and times, the last traded first', async (t) => {
  const server = await startFirstParty(t)
  await server.lab.block([buy(10n, 1n, 1.25)], LAB_TIME_SEC)
  await server.lab.block([buy(7n, 1n, 2, { mint: OTHER_MINT })], LAB_TIME_SEC + 5)
  await server.lab.block([sell(30n, 1n, 4)], LAB_TIME_SEC + 9)
  const { tokens, count } = await get(server, `${WALLET_BASE}/tokens`)
  assert.equal(count, 2)
  assert.deepEqual(tokens[0], {
    token: MINT,
    decimals: 6,
    buys: 1,
    sells: 1,
    boughtRaw: '10',
    soldRaw: '30',
    netRaw: '-20',
    net: -0.00002,
    volumeUSD: 5.25,
    buyUSD: 1.25,
    sellUSD: 4,
    firstTs: LAB_TIME_SEC,
    lastTs: LAB_TIME_SEC + 9,
  })
  assert.equal((await get(server, `${WALLET_BASE}/tokens`, { limit: '1' })).count, 1)
})

test('candles: one row for each bar with a priced trade, ascending, over all pools, the open bar last', async (t) => {
  const server = await startFirstParty(t)
  const nowSec = LAB_NOW_MS / 1_000
  const minuteSec = Math.floor(nowSec / 60) * 60
  const at = (price: number, usd: number, more: Row = {}): Row => ({ priceUsd: price, amountUsd: usd, ...more })
  await server.lab.block([at(2, 10), at(5, 20, { pool: POOL.replace('AAA', 'BBB') }), at(3, 1)], minuteSec - 120)
  await server.lab.block([{ priceUsd: null, amountUsd: null }], minuteSec - 60)
  await server.lab.block([at(4, 7)], minuteSec)
  const { candles, count, period } = await get(server, `${TOKEN_BASE}/candles`, { period: '1m' })
  assert.deepEqual([count, period], [2, '1m'])
  assert.deepEqual(candles, [
    { t: (minuteSec - 120) * 1_000, o: 2, h: 5, l: 2, c: 3, v: 31, open: false },
    { t: minuteSec * 1_000, o: 4, h: 4, l: 4, c: 4, v: 7, open: true },
  ])
  const newest = await get(server, `${TOKEN_BASE}/candles`, { period: '1s', amount: '1' })
  assert.deepEqual(
    [newest.count, newest.candles[0].t, newest.candles[0].open],
    [1, minuteSec * 1_000, nowSec === minuteSec],
  )
  const day = await get(server, `${TOKEN_BASE}/candles`, { period: '1d', from: '0' })
  assert.deepEqual([day.candles[0].o, day.candles[0].v, day.candles[0].open], [2, 38, true])
  const range = { period: '1m', from: String((minuteSec - 119) * 1_000), to: String((minuteSec + 1) * 1_000) }
  assert.deepEqual((await get(server, `${TOKEN_BASE}/candles`, range)).candles.length, 1)
  assert.equal((await get(server, `${TOKEN_BASE}/candles`, { amount: '9999', period: 'x' })).period, '1m')
})

test('minutes of a token with one pool are those of the pool’s own candles', async (t) => {
  const server = await startFirstParty(t)
  const startSec = Math.floor(LAB_TIME_SEC / 60) * 60
  for (let at = 0; at < 50; at++)
    await server.lab.block([{ priceUsd: 1 + ((at * 7) % 13), amountUsd: at }], startSec + at * 11)
  const clockSec = Math.min(LAB_NOW_MS / 1_000, startSec + 550)
  const own = server.lab.store.tape.candles(POOL, startSec * 1_000, clockSec * 1_000)
  const { candles } = await get(server, `${TOKEN_BASE}/candles`)
  assert.deepEqual(
    candles.map(({ t, o, h, l, c, v }: Record<string, number>) => [t, o, h, l, c, v]),
    own
      .filter(({ tMs }) => tMs <= LAB_NOW_MS)
      .map(({ tMs, open, high, low, close, volumeUsd }) => [tMs, open, high, low, close, volumeUsd])
      .slice(0, candles.length),
  )
  assert(candles.length > 5)
})

test('traders by volume and by profit, those without a realised figure last; windows bound them', async (t) => {
  const server = await startFirstParty(t)
  const third = WALLET.replace('AAA', 'DDD')
  const nowSec = LAB_NOW_MS / 1_000
  await server.lab.block([buy(10n, 1n, 900, { maker: third })], nowSec - 3_000)
  await server.lab.block([buy(10n, 10n, 10), buy(10n, 10n, 100, { maker: OTHER_WALLET })], nowSec - 100)
  await server.lab.block([sell(10n, 30n, 30), sell(10n, 5n, 50, { maker: OTHER_WALLET })], nowSec - 50)
  const of = async (query: Readonly<Record<string, string>>) => {
    const { traders, total } = await get(server, `${TOKEN_BASE}/traders`, query)
    assert(total >= traders.length)
    return traders.map(({ wallet, realizedUSD, realizedLamports }: Record<string, unknown>) => [
      wallet,
      realizedUSD,
      realizedLamports,
    ])
  }
  const [mine, other, held] = [
    [WALLET, 20, '20'],
    [OTHER_WALLET, -50, '-5'],
    [third, null, null],
  ]
  assert.deepEqual(await of({}), [held, other, mine])
  assert.deepEqual(await of({ sort: 'pnl' }), [mine, other, held])
  assert.deepEqual(await of({ sort: 'pnl', window: '5m' }), [mine, other])
  assert.deepEqual(await of({ limit: '1', window: '1h' }), [held])
})

test('tags say what the launch on the tape shows, and null where it shows nothing', async (t) => {
  const server = await startFirstParty(t)
  const wallets = { late: WALLET.replace('AAA', 'EEE'), after: WALLET.replace('AAA', 'FFF') }
  const slot = 1_001
  const trade = (more: Row) => tradeOf({ slot, ...more })
  await server.lab.block([launchOf({ slot, creator: WALLET }), trade({}), trade({ maker: OTHER_WALLET })])
  await server.lab.block([trade({ slot: slot + 1, maker: wallets.after })])
  for (let at = 0; at < 3; at++) await server.lab.block([])
  await server.lab.block([
    trade({ slot: slot + 5, maker: wallets.late }),
    trade({ slot: slot + 5, maker: wallets.after }),
  ])
  const { traders } = await get(server, `${TOKEN_BASE}/traders`, { window: '14d' })
  const tagsOf = (wallet: string) => traders.find((one: { wallet: string }) => one.wallet === wallet).tags
  assert.deepEqual(tagsOf(WALLET), { sniper: false, bundler: null, fresh: null })
  assert.deepEqual(tagsOf(OTHER_WALLET), { sniper: null, bundler: null, fresh: null })
  assert.deepEqual(tagsOf(wallets.after), { sniper: true, bundler: false, fresh: null })
  assert.deepEqual(tagsOf(wallets.late), { sniper: false, bundler: false, fresh: null })
})

test('tags are those of the launch facts where a question left them behind', async (t) => {
  const facts = {
    status: 'found',
    snipers: [WALLET],
    bundlers: [OTHER_WALLET],
    fresh: [WALLET],
    buyers: [{ wallet: WALLET }, { wallet: OTHER_WALLET }],
    complete: true,
    capped: false,
  }
  const server = await startFirstParty(t, { held: new Map([['launchFacts', facts]]) })
  const third = WALLET.replace('AAA', 'DDD')
  await server.lab.block([{}, { maker: OTHER_WALLET }, { maker: third }])
  const { traders } = await get(server, `${TOKEN_BASE}/traders`)
  assert.deepEqual(Object.fromEntries(traders.map(({ wallet, tags }: Record<string, unknown>) => [wallet, tags])), {
    [WALLET]: { sniper: true, bundler: false, fresh: true },
    [OTHER_WALLET]: { sniper: false, bundler: true, fresh: false },
    [third]: { sniper: false, bundler: false, fresh: null },
  })
})

test('figures of a token: volumes, makers, average price and the wash estimate by its rule', async (t) => {
  const server = await startFirstParty(t)
  const third = WALLET.replace('AAA', 'DDD')
  const nowSec = LAB_NOW_MS / 1_000
  await server.lab.block([buy(1_000_000n, 5n, 1, { maker: OTHER_WALLET })], nowSec - 4_000)
  await server.lab.block([buy(2_000_000n, 10n, 4), buy(1_000_000n, 10n, 3, { maker: OTHER_WALLET })], nowSec - 60)
  await server.lab.block([sell(1_950_000n, 9n, 3.5)], nowSec - 30)
  await server.lab.block([sell(500_000n, 3n, 0, { maker: third, amountUsd: null, priceUsd: null })], nowSec)
  const stats = await get(server, `${TOKEN_BASE}/stats`, { window: '1h' })
  const { wash, window, cursorHead, ...figures } = stats
  assert.deepEqual(figures, {
    success: true,
    chain: 'solana',
    source: 'first-party',
    token: MINT,
    count: 4,
    buys: 2,
    sells: 2,
    volumeUSD: 10.5,
    buyVolumeUSD: 7,
    sellVolumeUSD: 3.5,
    volumeLamports: '32',
    amountRaw: '5450000',
    unpriced: 1,
    makers: 3,
    buyers: 2,
    sellers: 2,
    newMakers: 2,
    vwapUSD: 10.5 / 4.95,
    highUSD: 3,
    lowUSD: 3.5 / 1.95,
    lastPriceUSD: 3.5 / 1.95,
    firstTs: nowSec - 60,
    lastTs: nowSec,
  })
  assert.deepEqual([wash.trades, wash.shareEstimate], [2, 7.5 / 10.5])
  assert.match(wash.rule, new RegExp(`within ${FIRST_PARTY.washWithinSecs} s`))
  assert.equal(window.from, LAB_NOW_MS - 3_600_000)
  // Nothing is on the tape from before.
  assert.equal((await get(server, `${TOKEN_BASE}/stats`, { window: '14d' })).newMakers, null)
})

test('what a fork takes back is gone from every answer', async (t) => {
  const clock = movedClock()
  const server = await startFirstParty(t, { clock })
  const answers = async () => {
    // Answers of sums live two seconds.
    clock.move(3_000)
    const replies = await Promise.all(ROUTES.map((path) => get(server, path)))
    return replies.map(({ cursorHead: _, window: { complete }, ...rest }) => ({ ...rest, complete }))
  }
  await server.lab.block([buy(10n, 10n, 1)])
  const before = await answers()
  const slot = await server.lab.block([sell(10n, 90n, 9), buy(5n, 5n, 1, { maker: OTHER_WALLET })])
  const between = await answers()
  for (const [at, path] of ROUTES.entries()) assert.notDeepEqual(between[at], before[at], path)
  await server.lab.retract(slot)
  assert.deepEqual(await answers(), before)
})
