import { feeIn } from '../meteora-damm-v2/fee-rate.ts'
import { MAX_U64 } from '../pool-vault.ts'
import type { DbcConfig } from './config.ts'
import { buyAlong, sellAlong } from './curve.ts'
import { beforeFee, feeRateOf, feeRateOfRest } from './fee-rate.ts'
import type { DbcPool } from './state.ts'

/** A curve with its terms, at one moment. */
export type DbcState = {
  readonly pool: Pick<DbcPool, 'sqrtPriceQ64' | 'activationPoint' | 'volatility' | 'baseReserveRaw' | 'quoteReserveRaw'>
  readonly config: DbcConfig
  /** Slot or second, as the configuration counts. */
  readonly point: bigint
}

/** One trade against a curve, in base units of what enters and leaves its vaults. */
export type DbcTrade = {
  readonly inRaw: bigint
  readonly outRaw: bigint
  /** What meets the curve and what comes of it, fees left out. */
  readonly curveInRaw: bigint
  readonly curveOutRaw: bigint
  /** In the quote, or of purchases in the base where fees are taken of what goes out. */
  readonly fees: { readonly protocol: bigint; readonly platform: bigint; readonly creator: bigint }
  readonly isFeeInBase: boolean
  /** Where the price is then. */
  readonly endSqrtPriceQ64: bigint
}

const PROTOCOL_PERCENT = 20n

/** `swap2` that may be filled in part: as much as `inRaw` of the quote buys; less is taken where it buys more than is
 *  left. Null when it buys nothing. Formulas: the program's source, checked against its SDK and the program. */
export function quoteDbcBuy(state: DbcState, inRaw: bigint): DbcTrade | null {
  if (inRaw <= 0n || inRaw > MAX_U64 || isSoldOut(state)) return null
  const { config, pool } = state
  const asked = questionOf(state, true)
  const rate = feeRateOf(config, asked, inRaw)
  if (rate === null) return null
  const isFeeOnInput = config.collectsInQuoteOnly
  const offeredRaw = isFeeOnInput ? inRaw - feeIn(inRaw, rate) : inRaw
  const walk = buyAlong({ ...config, sqrtPriceQ64: pool.sqrtPriceQ64 }, offeredRaw)
  if (walk === null) return null
  const curveInRaw = offeredRaw - walk.leftRaw
  const takenRaw = walk.leftRaw === 0n ? inRaw : isFeeOnInput ? withFee(state, curveInRaw) : curveInRaw
  if (takenRaw === null || takenRaw > inRaw) return null
  const feeRaw = isFeeOnInput ? takenRaw - curveInRaw : feeIn(walk.outRaw, rate)
  const outRaw = isFeeOnInput ? walk.outRaw : walk.outRaw - feeRaw
  const baseLeftRaw = pool.baseReserveRaw - walk.outRaw
  // The trade that completes the curve must leave what the token moves on with.
  const isLast = pool.quoteReserveRaw + curveInRaw >= config.quoteThresholdRaw
  if (outRaw <= 0n || baseLeftRaw < (isLast ? config.baseKeptRaw : 0n)) return null
  const fees = splitFee(feeRaw, config)
  const along = { curveInRaw, curveOutRaw: walk.outRaw, endSqrtPriceQ64: walk.endSqrtPriceQ64 }
  return { inRaw: takenRaw, outRaw, ...along, fees, isFeeInBase: !isFeeOnInput }
}

/** `swap2` of an exact amount of the base. Null when the curve cannot take that much back, or it is worth nothing. */
export function quoteDbcSell(state: DbcState, inRaw: bigint): DbcTrade | null {
  if (inRaw <= 0n || inRaw > MAX_U64 || isSoldOut(state)) return null
  const { config, pool } = state
  const rate = feeRateOf(config, questionOf(state, false), inRaw)
  const walk = sellAlong({ ...config, sqrtPriceQ64: pool.sqrtPriceQ64 }, inRaw)
  if (rate === null || walk === null || walk.leftRaw > 0n || walk.outRaw > pool.quoteReserveRaw) return null
  const feeRaw = feeIn(walk.outRaw, rate)
  const outRaw = walk.outRaw - feeRaw
  if (outRaw <= 0n) return null
  const fees = splitFee(feeRaw, config)
  const along = { curveInRaw: inRaw, curveOutRaw: walk.outRaw, endSqrtPriceQ64: walk.endSqrtPriceQ64 }
  return { inRaw, outRaw, ...along, fees, isFeeInBase: false }
}

/** Whether the curve has raised what it was to raise: it does not trade until the token has moved on. */
export function isSoldOut({ pool, config }: Pick<DbcState, 'pool' | 'config'>): boolean {
  return pool.quoteReserveRaw >= config.quoteThresholdRaw
}

function withFee(state: DbcState, restRaw: bigint): bigint | null {
  const rate = feeRateOfRest(state.config, questionOf(state, true), restRaw)
  return rate === null ? null : beforeFee(restRaw, rate)
}

function questionOf({ pool, point }: DbcState, isBuy: boolean) {
  return { isBuy, point, activationPoint: pool.activationPoint, volatility: pool.volatility }
}

function splitFee(feeRaw: bigint, { creatorPercent }: DbcConfig): DbcTrade['fees'] {
  const protocol = (feeRaw * PROTOCOL_PERCENT) / 100n
  const creator = ((feeRaw - protocol) * creatorPercent) / 100n
  return { protocol, creator, platform: feeRaw - protocol - creator }
}
