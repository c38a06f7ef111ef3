import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import * as curveMath from '../../../sandbox/programs/pumpfun/curve-math.ts'
import { scheduledRates, scheduleOf } from '../../../sandbox/programs/pumpfun/fee-schedule.ts'
import * as poolMath from '../../../sandbox/programs/pumpswap/pool-math.ts'
import { ratesFor } from '../../../src/chain/solana/dexes/pumpfun/fees.ts'
import * as curveQuote from '../../../src/chain/solana/dexes/pumpfun/quote.ts'
import * as poolQuote from '../../../src/chain/solana/dexes/pumpswap/quote.ts'
import { NATIVE_MINT } from '../../../src/chain/solana/program-ids.ts'
import { USDC_MINT } from '../../../src/contract/mints.ts'

/** The emulators of both pump programs keep the product of the reserves, our quotes add what comes to what is there:
 *  two ways to the same base unit. */

const amount = fc.bigInt({ min: 0n, max: 2n ** 62n })
const small = fc.bigInt({ min: 0n, max: 1_000n })
const reserve = fc.oneof(amount, small)
const bps = fc.bigInt({ min: 0n, max: 4_000n })
const rates = fc.record({ lpFeeBps: bps, protocolFeeBps: bps, creatorFeeBps: bps })

test('every trade on a curve moves what our quote says, and is refused where it is', () => {
  const curve = fc.record({
    virtualTokenReserves: reserve,
    virtualQuoteReserves: reserve,
    realTokenReserves: reserve,
    realQuoteReserves: reserve,
  })
  fc.assert(
    fc.property(curve, rates, fc.oneof(amount, small), (at, fees, size) => {
      assert.deepEqual(curveMath.takeTokens(at, fees, size), curveQuote.quoteBuyExactTokens(at, fees, size))
      assert.deepEqual(curveMath.giveTokens(at, fees, size), curveQuote.quoteSell(at, fees, size))
      // A curve without quote has no price to spend at.
      if (at.virtualQuoteReserves > 0n)
        assert.deepEqual(curveMath.spendQuote(at, fees, size), curveQuote.quoteBuyExactQuote(at, fees, size))
    }),
    { numRuns: 2_000 },
  )
})

test('every trade in a pool moves what our quote says, and is refused where it is', () => {
  const pool = fc.record({
    base: reserve,
    quote: reserve,
    virtualQuote: fc.bigInt({ min: -(2n ** 40n), max: 2n ** 62n }),
  })
  const without = (trade: poolQuote.PoolTrade | null) => {
    if (trade === null) return null
    const { after: _, ...moved } = trade
    return moved
  }
  fc.assert(
    fc.property(pool, rates, fc.oneof(amount, small), (at, fees, size) => {
      assert.deepEqual(poolMath.takeBase(at, fees, size), without(poolQuote.quoteBuyExactBase(at, fees, size)))
      assert.deepEqual(poolMath.spendQuote(at, fees, size), without(poolQuote.quoteBuyExactQuote(at, fees, size)))
      assert.deepEqual(poolMath.giveBase(at, fees, size), without(poolQuote.quoteSellExactBase(at, fees, size)))
    }),
    { numRuns: 2_000 },
  )
})

test('the fee program charges the tier that our quotes take', () => {
  const tier = fc.record({ marketCapLamportsThreshold: small, fees: rates })
  const tiers = fc
    .array(tier, { maxLength: 5 })
    .map((rows) => rows.toSorted((a, b) => Number(a.marketCapLamportsThreshold - b.marketCapLamportsThreshold)))
  const config = fc.record({
    bump: fc.constant(255),
    admin: fc.constant(NATIVE_MINT),
    flatFees: rates,
    feeTiers: tiers,
    stableFeeTiers: tiers,
    exoticFlatFees: fc.oneof(rates, fc.constant({ lpFeeBps: 0n, protocolFeeBps: 0n, creatorFeeBps: 0n })),
  })
  const mint = fc.constantFrom(NATIVE_MINT, USDC_MINT, 'So11111111111111111111111111111111111111113')
  fc.assert(
    fc.property(config, mint, small, fc.boolean(), (fees, quoteMint, marketCap, isTiered) => {
      assert.deepEqual(
        scheduledRates(fees, { schedule: scheduleOf(quoteMint), marketCap, isTiered }),
        ratesFor(fees, { marketCap, quote: curveQuote.quoteKindOf(quoteMint), usesTiers: isTiered }),
      )
    }),
  )
})
