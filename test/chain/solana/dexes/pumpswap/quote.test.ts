import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ZERO_KEY, zeroOf } from '../../../../../src/chain/solana/borsh-layout.ts'
import { poolAuthorityPda } from '../../../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import type { FeeConfig } from '../../../../../src/chain/solana/dexes/pumpfun/state.ts'
import {
  type PoolReserves,
  poolMarketCap,
  poolRates,
  quoteBuyExactBase,
  quoteBuyExactQuote,
  quoteSellExactBase,
} from '../../../../../src/chain/solana/dexes/pumpswap/quote.ts'
import { POOL } from '../../../../../src/chain/solana/dexes/pumpswap/state.ts'
import { NATIVE_MINT } from '../../../../../src/chain/solana/program-ids.ts'
import { USDC_MINT } from '../../../../../src/contract/mints.ts'

const pools = fc.record({
  base: fc.bigInt(1n, 10n ** 18n),
  quote: fc.bigInt(1n, 10n ** 15n),
  virtualQuote: fc.oneof(fc.constant(0n), fc.bigInt(-(10n ** 9n), 10n ** 12n)),
})
const rates = fc.record({
  lpFeeBps: fc.bigInt(0n, 100n),
  protocolFeeBps: fc.bigInt(0n, 500n),
  creatorFeeBps: fc.bigInt(0n, 500n),
})
const amounts = fc.oneof(fc.bigInt(1n, 10_000n), fc.bigInt(1n, 10n ** 18n))
const product = (pool: PoolReserves) => pool.base * (pool.quote + pool.virtualQuote)

test('no trade takes out more than the pool holds, and none lowers its product', () => {
  fc.assert(
    fc.property(pools, rates, amounts, (pool, fees, amount) => {
      const trades = [
        quoteBuyExactBase(pool, fees, amount),
        quoteBuyExactQuote(pool, fees, amount),
        quoteSellExactBase(pool, fees, amount),
      ]
      for (const trade of trades) {
        if (trade === null) continue
        assert(trade.after.base >= 0n && trade.after.quote >= 0n && trade.traderQuote >= 0n)
        assert(product(trade.after) >= product(pool), 'the product fell')
      }
      assert.equal(trades[0] === null, amount >= pool.base || pool.quote + pool.virtualQuote <= 0n)
    }),
    { numRuns: 300 },
  )
})

test('an exact-quote buy never costs more than its budget, and an exact-base buy of the same costs no more', () => {
  fc.assert(
    fc.property(pools, rates, amounts, (pool, fees, budget) => {
      const bought = quoteBuyExactQuote(pool, fees, budget)
      if (bought === null) return
      assert(bought.traderQuote <= budget)
      assert(quoteBuyExactBase(pool, fees, bought.base)!.traderQuote <= bought.traderQuote)
    }),
    { numRuns: 300 },
  )
})

test('buying and selling at once never profits', () => {
  fc.assert(
    fc.property(pools, rates, amounts, (pool, fees, budget) => {
      const bought = quoteBuyExactQuote(pool, fees, budget)
      if (bought === null) return
      const sold = quoteSellExactBase(bought.after, fees, bought.base)
      assert((sold?.traderQuote ?? 0n) <= bought.traderQuote)
    }),
    { numRuns: 300 },
  )
})

test('more money buys no less base, more base costs and brings no less', () => {
  fc.assert(
    fc.property(pools, rates, amounts, amounts, (pool, fees, a, b) => {
      const [less, more] = a < b ? [a, b] : [b, a]
      const baseFor = (budget: bigint) => quoteBuyExactQuote(pool, fees, budget)?.base ?? 0n
      assert(baseFor(less) <= baseFor(more))
      const dear = quoteBuyExactBase(pool, fees, more)
      if (dear !== null) assert(quoteBuyExactBase(pool, fees, less)!.traderQuote <= dear.traderQuote)
      const sale = quoteSellExactBase(pool, fees, more)
      if (sale !== null) assert((quoteSellExactBase(pool, fees, less)?.traderQuote ?? 0n) <= sale.traderQuote)
    }),
    { numRuns: 300 },
  )
})

test('a sale that the real balance cannot pay is refused although the virtual price would', () => {
  const boosted = { base: 1_000_000n, quote: 1_000n, virtualQuote: 1_000_000_000n }
  const none = { lpFeeBps: 0n, protocolFeeBps: 0n, creatorFeeBps: 0n }
  assert.equal(quoteSellExactBase(boosted, none, 1_000n), null)
  assert.notEqual(quoteSellExactBase(boosted, none, 1n), null)
})

const rate = (lpFeeBps: bigint, protocolFeeBps: bigint, creatorFeeBps: bigint) => ({
  lpFeeBps,
  protocolFeeBps,
  creatorFeeBps,
})
const feeConfig: FeeConfig = {
  bump: 0,
  admin: ZERO_KEY,
  flatFees: rate(25n, 5n, 0n),
  feeTiers: [
    { marketCapLamportsThreshold: 0n, fees: rate(2n, 93n, 30n) },
    { marketCapLamportsThreshold: 420_000_000_000n, fees: rate(20n, 5n, 95n) },
  ],
  stableFeeTiers: [{ marketCapLamportsThreshold: 0n, fees: rate(3n, 4n, 5n) }],
  exoticFlatFees: rate(6n, 7n, 8n),
}
const globalConfig = {
  lpFeeBasisPoints: 20n,
  protocolFeeBasisPoints: 5n,
  coinCreatorFeeBasisPoints: 5n,
  creatorFeeConfigurable: false,
}
const COIN = 'CFJxqK6Wo6CqCwa9RDwvLGUDUz3HYQXT15Lftqnupump'
const pool = {
  ...zeroOf(POOL),
  baseMint: COIN,
  quoteMint: NATIVE_MINT,
  creator: poolAuthorityPda(COIN).address,
  coinCreator: USDC_MINT,
}

test('canonical pools pay by tier, others the flat rates, and tokens without a creator no creator fee', () => {
  const of = (change: Partial<typeof pool>, quote = 85n * 10n ** 9n, more: Partial<typeof globalConfig> = {}) => {
    const { lpFeeBps, protocolFeeBps, creatorFeeBps } = poolRates({
      globalConfig: { ...globalConfig, ...more },
      feeConfig,
      pool: { ...pool, ...change },
      reserves: { base: 206_900_000_000_000n, quote, virtualQuote: 0n },
      baseSupplyRaw: 10n ** 15n,
    })
    return [lpFeeBps, protocolFeeBps, creatorFeeBps]
  }
  assert.deepEqual(of({}), [2n, 93n, 30n])
  assert.deepEqual(of({}, 90n * 10n ** 9n), [20n, 5n, 95n])
  assert.deepEqual(of({ creator: COIN }), [25n, 5n, 0n])
  assert.deepEqual(of({ coinCreator: ZERO_KEY }), [2n, 93n, 0n])
  assert.deepEqual(of({ quoteMint: USDC_MINT }), [3n, 4n, 5n])
  assert.deepEqual(of({ quoteMint: COIN }), [6n, 7n, 8n])
  assert.deepEqual(of({ creatorFeeBps: 250n }, 85n * 10n ** 9n, { creatorFeeConfigurable: true }), [2n, 93n, 250n])
})

test('the market cap counts virtual quote, and of a mayhem pool the fixed supply', () => {
  const reserves = { base: 100n, quote: 50n, virtualQuote: 50n }
  assert.equal(poolMarketCap({ pool, reserves, baseSupplyRaw: 1_000n }), 1_000n)
  assert.equal(poolMarketCap({ pool: { ...pool, isMayhemMode: true }, reserves, baseSupplyRaw: 1_000n }), 10n ** 15n)
  assert.equal(poolMarketCap({ pool, reserves: { base: 0n, quote: 5n, virtualQuote: 0n }, baseSupplyRaw: 5n }), 0n)
})
