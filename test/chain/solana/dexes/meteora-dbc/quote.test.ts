import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeDbcConfig } from '../../../../../src/chain/solana/dexes/meteora-dbc/config.ts'
import { buyAlong, sellAlong } from '../../../../../src/chain/solana/dexes/meteora-dbc/curve.ts'
import { beforeFee, feeRateOf, feeRateOfRest } from '../../../../../src/chain/solana/dexes/meteora-dbc/fee-rate.ts'
import { type DbcState, quoteDbcBuy, quoteDbcSell } from '../../../../../src/chain/solana/dexes/meteora-dbc/quote.ts'
import { decodeDbcPool } from '../../../../../src/chain/solana/dexes/meteora-dbc/state.ts'
import { type DbcFields, dbcScene, drawDbc } from '../../../../support/pool-scenes/dbc-scene.ts'

/** A drawn curve at the moment of its scene. */
function stateOf(fields: DbcFields): DbcState {
  const { accounts, pool: address, clock } = dbcScene(fields)
  const pool = decodeDbcPool(accounts.get(address)!.data)!
  const config = decodeDbcConfig(accounts.get(pool.config)!.data)!
  return { pool, config, point: BigInt(config.activation === 'slot' ? clock.slot : clock.unixSec) }
}

const drawn = fc.integer({ min: 1, max: 2 ** 31 - 1 }).map(drawDbc)
const amount = fc.bigInt({ min: 1n, max: 2n ** 50n })
const RUNS = { numRuns: 300 }

test('a purchase never takes more than was offered, and what it does not take would have bought nothing', () => {
  fc.assert(
    fc.property(drawn, amount, (fields, offeredRaw) => {
      const state = stateOf(fields)
      const trade = quoteDbcBuy(state, offeredRaw)
      if (trade === null) return
      assert(trade.inRaw <= offeredRaw)
      const { protocol, platform, creator } = trade.fees
      const feeRaw = protocol + platform + creator
      if (trade.isFeeInBase) assert.equal(trade.outRaw + feeRaw, trade.curveOutRaw)
      else assert.equal(trade.curveInRaw + feeRaw, trade.inRaw)
      if (trade.inRaw === offeredRaw) return
      // Filled in part: the curve is at its end.
      const end = { ...state.config, sqrtPriceQ64: state.pool.sqrtPriceQ64 }
      const whole = buyAlong(end, trade.curveInRaw)!
      assert.equal(whole.leftRaw, 0n)
      assert(state.pool.quoteReserveRaw + trade.curveInRaw >= state.config.quoteThresholdRaw - 20n)
      assert.equal(buyAlong(end, trade.curveInRaw + 1_000_000n)!.outRaw, whole.outRaw)
    }),
    RUNS,
  )
})

test('what a curve gives for a purchase never buys more of the quote back than was paid', () => {
  fc.assert(
    fc.property(drawn, amount, (fields, offeredRaw) => {
      const { pool, config } = stateOf(fields)
      const bought = buyAlong({ ...config, sqrtPriceQ64: pool.sqrtPriceQ64 }, offeredRaw)
      if (bought === null || bought.outRaw === 0n) return
      const paidRaw = offeredRaw - bought.leftRaw
      // The price after it is at most this; from any price at or below the curve pays no more.
      const { segments, sqrtMigrationPriceQ64 } = config
      const top = { ...config, sqrtPriceQ64: sqrtMigrationPriceQ64 }
      const all = sellAlong(top, bought.outRaw)
      assert(all !== null && segments.length > 0)
      const back = sellAlong({ ...config, sqrtPriceQ64: priceAfter(config, pool.sqrtPriceQ64, paidRaw) }, bought.outRaw)
      assert(back === null || back.outRaw <= paidRaw, `${back?.outRaw} for ${paidRaw}`)
    }),
    RUNS,
  )
})

test('a rate of a rest, put on it again, takes no less than the rate of the whole amount left', () => {
  fc.assert(
    fc.property(drawn, amount, (fields, amountRaw) => {
      const { config, pool, point } = stateOf(fields)
      const asked = { isBuy: true, point, activationPoint: pool.activationPoint, volatility: 0n }
      const rate = feeRateOf(config, asked, amountRaw)
      if (rate === null) return
      const restRaw = amountRaw - (amountRaw * rate + 999_999_999n) / 1_000_000_000n
      if (restRaw <= 1_000_000n) return
      const ofRest = feeRateOfRest(config, asked, restRaw)
      if (ofRest === null) return
      const again = beforeFee(restRaw, ofRest)
      const off = again > amountRaw ? again - amountRaw : amountRaw - again
      assert(off * 1_000_000n <= amountRaw * 20n + 20_000_000n, `${again} for ${amountRaw}`)
    }),
    RUNS,
  )
})

test('a sale of more than was sold, and any trade of a curve that has raised its sum, have no quote', () => {
  fc.assert(
    fc.property(drawn, (fields) => {
      const state = stateOf(fields)
      assert.equal(quoteDbcSell(state, 2n ** 63n), null)
      const over = { ...state, pool: { ...state.pool, quoteReserveRaw: state.config.quoteThresholdRaw } }
      assert.deepEqual([quoteDbcBuy(over, 10n ** 9n), quoteDbcSell(over, 10n ** 3n)], [null, null])
    }),
    RUNS,
  )
})

test('fees fall with time and never below the last period', () => {
  fc.assert(
    fc.property(drawn, fc.nat(100_000), fc.nat(100_000), (fields, one, other) => {
      const { config, pool } = stateOf(fields)
      if (config.baseFee.mode === 'rate-limiter') return
      const { activationPoint } = pool
      const at = (passed: number) =>
        feeRateOf(
          config,
          { isBuy: true, point: activationPoint + BigInt(passed), activationPoint, volatility: 0n },
          1n,
        )!
      const [early, late] = one < other ? [one, other] : [other, one]
      assert(at(early) >= at(late))
      assert(at(late) >= at(2 ** 52))
      assert.equal(at(0), at(-5), 'before the launch it is the first')
    }),
    RUNS,
  )
})

/** Where a purchase that is taken whole leaves the price, found by walking stretch by stretch. */
function priceAfter(config: DbcState['config'], from: bigint, paidRaw: bigint): bigint {
  let [price, leftRaw] = [from, paidRaw]
  for (const { sqrtPriceQ64, liquidityQ64 } of config.segments) {
    const end = sqrtPriceQ64 < config.sqrtMigrationPriceQ64 ? sqrtPriceQ64 : config.sqrtMigrationPriceQ64
    if (end <= price || leftRaw === 0n) continue
    const wholeRaw = (liquidityQ64 * (end - price) + (1n << 128n) - 1n) >> 128n
    if (leftRaw < wholeRaw) return price + (leftRaw << 128n) / liquidityQ64
    leftRaw -= wholeRaw
    price = end
  }
  return price
}
