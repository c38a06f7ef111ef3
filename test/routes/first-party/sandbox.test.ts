import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StreamTrade } from '../../../src/contract/stream.ts'
import { successOf } from '../../support/reply-check.ts'
import { tapeServers } from '../../support/tape-servers.ts'

/** Every answer by wallet and token over the sandbox's own history, held against sums by hand over what the replay
 *  sends. The follower goes on meanwhile: an answer is held against the trades up to its `cursorHead`. */

const servers = tapeServers()
const WSOL = 'So11111111111111111111111111111111111111112'
const WALLETS = 12
const TOKENS = 8

const FIRST_PARTY = '/api/v2/first-party'
const replies = {
  walletTrades: successOf(`GET ${FIRST_PARTY}/wallets/{chain}/{wallet}/trades`),
  pnl: successOf(`GET ${FIRST_PARTY}/wallets/{chain}/{wallet}/pnl`),
  tokens: successOf(`GET ${FIRST_PARTY}/wallets/{chain}/{wallet}/tokens`),
  tokenTrades: successOf(`GET ${FIRST_PARTY}/tokens/{chain}/{address}/trades`),
  candles: successOf(`GET ${FIRST_PARTY}/tokens/{chain}/{address}/candles`),
  traders: successOf(`GET ${FIRST_PARTY}/tokens/{chain}/{address}/traders`),
  stats: successOf(`GET ${FIRST_PARTY}/tokens/{chain}/{address}/stats`),
}

async function ask(kind: keyof typeof replies, path: string) {
  return replies[kind](await servers.following.get(`${FIRST_PARTY}/${path}`))
}

/** Surviving trades of a channel, oldest first. */
async function replay(channel: string): Promise<readonly StreamTrade[]> {
  const trades = new Map<string, StreamTrade>()
  for (let from: string | null = ''; from !== null; ) {
    const query = new URLSearchParams({ channels: channel, limit: '5000', ...(from === '' ? {} : { from }) })
    const { status, json, text } = await servers.following.get(`/api/v2/stream/replay?${query}`)
    assert.equal(status, 200, text)
    for (const event of json.events) {
      if (event.type === 'trade') trades.set(event.eventId, event)
      else if (event.type === 'retracted') trades.delete(event.retracts.eventId)
    }
    from = json.nextCursor
  }
  return [...trades.values()]
}

type Head = { readonly cursorHead: string; readonly window: { readonly from: number; readonly to: number } }

function within(trades: readonly StreamTrade[], { cursorHead, window }: Head): StreamTrade[] {
  const timeMs = ({ block }: StreamTrade): number => (block.time ?? 0) * 1_000
  return trades.filter(
    (trade) => trade.cursor <= cursorHead && timeMs(trade) >= window.from && timeMs(trade) <= window.to,
  )
}

/** Newest first; the newest may have become final between two answers. */
function rowsOf(trades: readonly StreamTrade[]) {
  return trades.map(({ commitment: _, ...row }) => row)
}

const raw = (trades: readonly StreamTrade[], side: string): bigint =>
  trades.filter(({ trade }) => trade.side === side).reduce((sum, { trade }) => sum + BigInt(trade.amountRaw), 0n)
const usd = (trades: readonly StreamTrade[], side: string): number =>
  trades.filter(({ trade }) => trade.side === side).reduce((sum, { trade }) => sum + (trade.amountUSD ?? 0), 0)

function assertClose(got: number, want: number, what: string): void {
  assert(Math.abs(got - want) <= 1e-6 * Math.max(1, Math.abs(want)) + 1e-3, `${what}: ${got}, by hand ${want}`)
}

/** Lamports that sales brought beyond what their units had cost, first in, first out: each purchase is a stretch of
 *  units, and a unit's cost is its share of the purchase. */
function profitByHand(trades: readonly StreamTrade[]) {
  const lots: { start: bigint; readonly units: bigint; readonly cost: bigint | null }[] = []
  let opening = 0n
  let profit: bigint | null = null
  for (const { trade } of trades) {
    const units = BigInt(trade.amountRaw)
    const quote = trade.quote === WSOL ? BigInt(trade.amountQuoteRaw) : null
    if (trade.side === 'buy') {
      if (units > 0n) lots.push({ start: 0n, units, cost: quote })
      continue
    }
    let left = units
    let known = 0n
    let cost = 0n
    while (left > 0n && lots.length > 0) {
      const lot = lots[0]!
      const taken = left < lot.units - lot.start ? left : lot.units - lot.start
      if (lot.cost !== null) {
        known += taken
        cost += (lot.cost * (lot.start + taken)) / lot.units - (lot.cost * lot.start) / lot.units
      }
      lot.start += taken
      left -= taken
      if (lot.start === lot.units) lots.shift()
    }
    opening += left
    if (quote !== null && known > 0n) profit = (profit ?? 0n) + (quote * known) / units - cost
  }
  return { opening, closing: lots.reduce((sum, { units, start }) => sum + units - start, 0n), profit }
}

async function busyWallets(): Promise<string[]> {
  const counts = new Map<string, number>()
  for (const { mint } of servers.tokens.slice(0, TOKENS))
    for (const { trade } of await replay(`trades:solana:${mint}`))
      counts.set(trade.maker, (counts.get(trade.maker) ?? 0) + 1)
  const sorted = [...counts].sort((a, b) => b[1] - a[1]).map(([wallet]) => wallet)
  assert(sorted.length > WALLETS)
  // The busiest, and some of the quiet ones.
  return [...sorted.slice(0, WALLETS / 2), ...sorted.slice(-WALLETS / 2)]
}

test('wallets: rows, tokens, amounts and realised lamports equal sums by hand over the replay', async () => {
  let realised = 0
  for (const wallet of await busyWallets()) {
    const channel = await replay(`trades:solana:wallet:${wallet}`)
    const listed = await ask('walletTrades', `wallets/solana/${wallet}/trades?limit=500`)
    const own = within(channel, listed).toReversed()
    assert.deepEqual(rowsOf(listed.trades), rowsOf(own.slice(0, 500)))
    const pnl = await ask('pnl', `wallets/sol/${wallet}/pnl?limit=200`)
    const { tokens } = await ask('tokens', `wallets/solana/${wallet}/tokens?limit=200`)
    const trades = within(await replay(`trades:solana:wallet:${wallet}`), pnl)
    assert.equal(pnl.summary.trades, trades.length)
    for (const position of pnl.positions) {
      const ofToken = trades.filter(({ trade }) => trade.token === position.token)
      const hand = profitByHand(ofToken)
      assert.equal(position.boughtRaw, raw(ofToken, 'buy').toString())
      assert.equal(position.soldRaw, raw(ofToken, 'sell').toString())
      assert.equal(position.openingRaw, hand.opening.toString())
      assert.equal(position.closingRaw, hand.closing.toString())
      assert.equal(position.realizedLamports, hand.profit?.toString() ?? null)
      if (hand.profit !== null) realised++
      assertClose(position.costUSD, usd(ofToken, 'buy'), 'cost')
      assertClose(position.proceedsUSD, usd(ofToken, 'sell'), 'proceeds')
      assert(tokens.some(({ token }: { token: string }) => token === position.token))
    }
  }
  assert(realised > 5, `${realised} positions with a realised figure`)
})

test('tokens: rows, figures, traders and candles equal sums by hand over the replay', async () => {
  for (const { mint, symbol } of servers.tokens.slice(0, TOKENS)) {
    const listed = await ask('tokenTrades', `tokens/solana/${mint}/trades?limit=500`)
    const rows = within(await replay(`trades:solana:${mint}`), listed).toReversed()
    assert.deepEqual(rowsOf(listed.trades), rowsOf(rows.slice(0, 500)), symbol)
    const stats = await ask('stats', `tokens/solana/${mint}/stats?window=14d`)
    const trades = within(await replay(`trades:solana:${mint}`), stats)
    assert.equal(stats.count, trades.length, symbol)
    assertClose(stats.volumeUSD, usd(trades, 'buy') + usd(trades, 'sell'), 'volume')
    assert.equal(stats.makers, new Set(trades.map(({ trade }) => trade.maker)).size)
    assert.equal(stats.amountRaw, (raw(trades, 'buy') + raw(trades, 'sell')).toString())
    const traders = await ask('traders', `tokens/solana/${mint}/traders?window=14d&limit=200`)
    const traded = within(await replay(`trades:solana:${mint}`), traders)
    assert.equal(traders.total, new Set(traded.map(({ trade }) => trade.maker)).size)
    for (const { wallet, realizedLamports, closingRaw } of traders.traders) {
      const hand = profitByHand(traded.filter(({ trade }) => trade.maker === wallet))
      assert.deepEqual([realizedLamports, closingRaw], [hand.profit?.toString() ?? null, hand.closing.toString()])
    }
    const { candles, ...head } = await ask('candles', `tokens/solana/${mint}/candles?period=1h&amount=2000`)
    const priced = within(await replay(`trades:solana:${mint}`), head).filter(({ trade }) => trade.priceUSD !== null)
    assert.equal(candles.length, new Set(priced.map(({ block }) => Math.floor(block.time! / 3_600))).size, symbol)
    const volume = candles.reduce((sum: number, { v }: { v: number }) => sum + v, 0)
    assertClose(volume, usd(priced, 'buy') + usd(priced, 'sell'), 'volume of the candles')
    assert.equal(candles.at(-1)?.c, priced.at(-1)?.trade.priceUSD)
  }
})

test('a server that follows nothing answers 501 with the reason', async () => {
  const [token] = servers.tokens
  for (const server of [servers.bare, servers.provider]) {
    const reply = await server.get(`${FIRST_PARTY}/tokens/solana/${token!.mint}/stats`)
    assert.equal(reply.status, 501)
    assert.match(
      reply.json.error,
      /^solana is not followed: (no node is configured, SOLANA_RPC_URL is not set|following is switched off)$/,
    )
  }
  const waiting = await servers.waiting.get(`${FIRST_PARTY}/tokens/solana/${token!.mint}/stats`)
  assert.deepEqual([waiting.status, waiting.json.count, waiting.json.window.complete], [200, 0, false])
})
