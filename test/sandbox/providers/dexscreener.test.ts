import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDexscreener } from '../../../sandbox/providers/dexscreener.ts'
import { createHolderCounts } from '../../../sandbox/providers/holder-counts.ts'
import { createJupiter } from '../../../sandbox/providers/jupiter.ts'
import { performAction } from '../../../sandbox/world/perform.ts'
import { decodePool } from '../../../src/chain/solana/dexes/pumpswap/state.ts'
import { USDC_MINT, WSOL_MINT } from '../../../src/contract/mints.ts'
import { readTokenAccount } from '../../../src/hot-paths/account-layouts.ts'
import { sharedTestWorld } from '../../support/build-test-world.ts'

type Pair = {
  pairAddress: string
  dexId: string
  priceUsd: string
  priceNative: string
  baseToken: { address: string; symbol: string }
  quoteToken: { address: string }
  txns: Record<string, { buys: number; sells: number }>
  volume: Record<string, number>
  priceChange: Record<string, number>
  liquidity?: { usd: number; base: number; quote: number }
  marketCap: number
  boosts?: { active: number }
  info?: unknown
  labels?: readonly string[]
}
const { chain, world } = sharedTestWorld()
const imageUrl = (mint: string): string => `http://127.0.0.1/assets/${mint}.svg`
const dexscreener = createDexscreener({ market: world.market, faces: world.faces, imageUrl })
const jupiter = createJupiter({
  chain,
  market: world.market,
  faces: world.faces,
  holders: createHolderCounts(chain),
  imageUrl,
  mintsOfDev: () => 1,
})
const ask = <T>(path: string, query = ''): T => {
  const reply = dexscreener.handle({ path, query: new URLSearchParams(query) })
  assert.equal(reply.status, 200, path)
  return reply.body as T
}
const price = (mint: string): { usdPrice: number; liquidity: number } | undefined => {
  const reply = jupiter.handle({ path: '/price/v3', query: new URLSearchParams({ ids: mint }) })
  return (reply.body as Record<string, { usdPrice: number; liquidity: number }>)[mint]
}
const mintsOf = (archetype: string): string[] =>
  world.plan.tokens.filter((token) => token.archetype === archetype).map(({ mint }) => mint)
const isClose = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-6 * Math.max(Math.abs(a), Math.abs(b))

test('a pair, the Jupiter price and the reserves of the pool give one price', () => {
  const solUsd = price(WSOL_MINT)!.usdPrice
  for (const mint of [...mintsOf('bluechip'), ...mintsOf('healthy'), ...mintsOf('graduated')]) {
    const pair = ask<Pair[]>(`/token-pairs/v1/solana/${mint}`).find(({ dexId }) => dexId === 'pumpswap')!
    const pool = decodePool(chain.account(pair.pairAddress)!.data)!
    const vault = (address: string): bigint => readTokenAccount(chain.account(address)!.data)!.amountRaw
    const quote = Number(vault(pool.poolQuoteTokenAccount)) / 1e9
    const base = Number(vault(pool.poolBaseTokenAccount)) / 10 ** world.market.decimals(mint)
    const fromReserves = (quote / base) * solUsd
    assert(isClose(Number(pair.priceUsd), fromReserves), `${pair.priceUsd} ${fromReserves}`)
    assert(isClose(price(mint)!.usdPrice, fromReserves))
    assert(isClose(pair.liquidity!.usd, price(mint)!.liquidity))
    const supply = world.market.supply(mint)
    assert(Math.abs(pair.marketCap - fromReserves * supply) <= 1)
  }
})

test('a trade moves volume, count and price of its pair at once', () => {
  const [mint] = mintsOf('healthy')
  const read = (): Pair => ask<Pair[]>(`/tokens/v1/solana/${mint}`)[0]!
  const before = read()
  const done = performAction(world, {
    do: 'buy',
    mint: mint!,
    wallet: world.plan.cast.whale[1]!,
    quoteRaw: 20_000_000_000n,
  })
  assert(done?.ok && done.transaction.err === null)
  const after = read()
  assert.equal(after.txns['m5']!.buys, before.txns['m5']!.buys + 1)
  assert(Number(after.priceUsd) > Number(before.priceUsd))
  const spentUsd = 20 * price(WSOL_MINT)!.usdPrice
  assert(Math.abs(after.volume['h24']! - before.volume['h24']! - spentUsd) / spentUsd < 0.05)
})

const LABELLED: ReadonlySet<string> = new Set(['meteora', 'orca'])

test('what there is nothing to say about is left out, not null', () => {
  for (const pair of ask<{ pairs: Pair[] }>('/latest/dex/search', 'q=a').pairs) {
    // Only DEXes with several kinds of pools have labels.
    const isRaydium = (pair.labels ?? []).some((label) => label === 'CPMM' || label === 'CLMM')
    assert.equal('labels' in pair, LABELLED.has(pair.dexId) || isRaydium, pair.dexId)
    assert(!Object.values(pair.priceChange).includes(0))
    assert.equal('liquidity' in pair, pair.dexId !== 'pumpfun' && pair.dexId !== 'launchlab')
    assert.equal(typeof pair.priceUsd, 'string')
    if ('boosts' in pair) assert(pair.boosts!.active > 0)
  }
})

test('a search for a pair finds pools of the one against the other only', () => {
  const [mint] = mintsOf('bluechip')
  const { symbol } = world.plan.tokens.find((token) => token.mint === mint)!
  const found = (query: string): string[] =>
    ask<{ pairs: Pair[] }>('/latest/dex/search', `q=${query}`).pairs.map(({ baseToken }) => baseToken.symbol)
  assert.deepEqual(found(`${symbol.toLowerCase()}/sol`), [symbol])
  assert.deepEqual(found(`${symbol}/USDC`), [])
  assert.deepEqual(found('SOL/USDC'), ['SOL'])
})

test('promoted and verified tokens show a picture that needs no server, others have no info', () => {
  for (const { mint, boosts, profileSec, verified } of world.faces.all()) {
    const [pair] = ask<Pair[]>(`/token-pairs/v1/solana/${mint}`)
    if (pair === undefined) continue
    assert.equal('info' in pair, boosts !== null || profileSec !== null || verified, pair.baseToken.symbol)
    if (pair.info !== undefined)
      assert.match((pair.info as { imageUrl: string }).imageUrl, /^data:image\/svg\+xml;base64,PHN2Zy/)
  }
})

test('one pair by address fills both members, an unknown one gives null', () => {
  const [any] = world.market.pools()
  const one = ask<{ pairs: Pair[] | null; pair: Pair | null }>(`/latest/dex/pairs/solana/${any!.address}`)
  assert.equal(one.pair?.pairAddress, any!.address)
  assert.equal(one.pairs?.length, 1)
  assert.deepEqual(ask(`/latest/dex/pairs/solana/${USDC_MINT}`), { schemaVersion: '1.0.0', pairs: null, pair: null })
})

test('tokens take at most thirty addresses and other chains have no pairs', () => {
  const many = Array.from({ length: 31 }, (_, i) => `a${i}`).join(',')
  assert.equal(dexscreener.handle({ path: `/tokens/v1/solana/${many}`, query: new URLSearchParams() }).status, 400)
  assert.deepEqual(ask(`/tokens/v1/ethereum/${USDC_MINT}`), [])
  assert.deepEqual(ask('/tokens/v1/solana/not-an-address'), [])
})

test('boost feeds are arrays; the top one is ordered and has no amount', () => {
  const top = ask<{ totalAmount: number; amount?: number; tokenAddress: string }[]>('/token-boosts/top/v1')
  assert(top.length >= 5)
  assert.deepEqual(
    top.map(({ totalAmount }) => totalAmount),
    top.map(({ totalAmount }) => totalAmount).sort((a, b) => b - a),
  )
  assert(top.every((row) => !('amount' in row)))
  assert(ask<{ amount?: number }[]>('/token-boosts/latest/v1').every(({ amount }) => typeof amount === 'number'))
})

test('profiles carry links but no name, symbol or price', () => {
  const rows = ask<Record<string, unknown>[]>('/token-profiles/latest/v1')
  assert(rows.length > 5)
  for (const row of rows) for (const member of ['name', 'symbol', 'priceUsd']) assert(!(member in row))
})

test('a search without a query is refused and an unknown path is not found', () => {
  assert.equal(dexscreener.handle({ path: '/latest/dex/search', query: new URLSearchParams() }).status, 400)
  assert.equal(dexscreener.handle({ path: '/latest/nothing', query: new URLSearchParams() }).status, 404)
})

test('Jupiter has no price for what it does not know, for honeypots and for tokens without a pool', () => {
  for (const mint of ['not-a-mint', ...mintsOf('honeypot'), ...mintsOf('no_pool')]) assert.equal(price(mint), undefined)
  assert.equal(price(USDC_MINT)!.usdPrice, 1)
})

test('Jupiter searches by mint, by symbol and by list, and refuses a bad limit', () => {
  const find = (path: string, query: string): { status: number; body: unknown } =>
    jupiter.handle({ path, query: new URLSearchParams(query) })
  const rows = (path: string, query = ''): { id: string; symbol: string; audit: Record<string, unknown> }[] =>
    find(path, query).body as never
  const [token] = world.plan.tokens.filter(({ archetype }) => archetype === 'bluechip')
  assert.equal(rows('/tokens/v2/search', `query=${token!.mint}`)[0]!.symbol, token!.symbol)
  assert(rows('/tokens/v2/search', `query=${token!.symbol.toLowerCase()}`).some(({ id }) => id === token!.mint))
  assert.equal(rows('/tokens/v2/search', `query=${token!.mint},${USDC_MINT}`).length, 2)
  assert(rows('/tokens/v2/recent').length > 5)
  assert.equal(rows('/tokens/v2/toptraded/24h', 'limit=3').length, 3)
  assert.equal(find('/tokens/v2/toptraded/24h', 'limit=0').status, 400)
  assert.equal(find('/tokens/v2/toptraded/2h', '').status, 404)
  // The audit names an authority only when it is disabled.
  const stable = rows('/tokens/v2/search', `query=${USDC_MINT}`)[0]!
  assert(!('mintAuthorityDisabled' in stable.audit) && !('freezeAuthorityDisabled' in stable.audit))
})

test('a fork takes its trades and pools out of the market again', () => {
  const [mint] = mintsOf('healthy')
  const read = (): Pair => ask<Pair[]>(`/tokens/v1/solana/${mint}`)[0]!
  chain.advanceSlot()
  const before = read()
  const pools = world.market.pools().length
  const wallet = world.plan.cast.whale[2]!
  const done = performAction(world, { do: 'buy', mint: mint!, wallet, quoteRaw: 30_000_000_000n })
  assert(done?.ok && done.transaction.err === null)
  chain.advanceSlot()
  assert.notEqual(read().priceUsd, before.priceUsd)
  assert.equal(chain.dropBlocks(1).length, 1)
  const after = read()
  assert.equal(after.priceUsd, before.priceUsd)
  assert.deepEqual(after.txns, before.txns)
  assert.equal(world.market.pools().length, pools)
})
