import { readU32, readU64 } from '../../../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../../hot-paths/base58.ts'
import { startsWith } from '../../anchor-event.ts'
import { readU128 } from '../meteora-damm-v2/state.ts'

/** A stretch of the curve, from the end of the one before (the first from the starting price) to this price. */
export type CurveSegment = { readonly sqrtPriceQ64: bigint; readonly liquidityQ64: bigint }

/** How a curve's base fee comes about. Rates are billionths of the amount the fee is taken from. */
export type DbcBaseFee =
  /** Falls with time since the launch. */
  | {
      readonly mode: 'linear' | 'exponential'
      readonly cliffRate: bigint
      readonly periods: bigint
      /** In points of the curve's own clock; 0 where the fee stays. */
      readonly periodLength: bigint
      /** Billionths each period, or basis points of what is left. */
      readonly reduction: bigint
    }
  /** Grows with the amount of a purchase for some time after the launch. */
  | {
      readonly mode: 'rate-limiter'
      readonly cliffRate: bigint
      readonly incrementRate: bigint
      readonly lifePoints: bigint
      readonly referenceRaw: bigint
    }

/** What recent movements of the price add to the base fee; 0 both where there is no such part. */
export type DbcDynamicFee = { readonly control: bigint; readonly binStep: bigint }

/** A configuration: a launch platform's terms for every token that it launches. Accounts of this kind never change. */
export type DbcConfig = {
  readonly quoteMint: string
  readonly baseFee: DbcBaseFee
  readonly dynamicFee: DbcDynamicFee
  /** Fees are taken in the quote alone, or in whatever goes out. */
  readonly collectsInQuoteOnly: boolean
  readonly activation: 'slot' | 'time'
  /** Of what is left of a fee after the protocol's part; the platform has the rest. */
  readonly creatorPercent: bigint
  /** Raised when the token moves on to a pool. */
  readonly quoteThresholdRaw: bigint
  /** What must be left then for the pool and for those whose part vests. */
  readonly baseKeptRaw: bigint
  readonly sqrtMigrationPriceQ64: bigint
  readonly sqrtStartPriceQ64: bigint
  readonly segments: readonly CurveSegment[]
}

const CONFIG_TAG = Buffer.from('1a6c0e7b74e6812b', 'hex')
/** A configuration with the program of a transfer hook behind it. */
const HOOKED_CONFIG_TAG = Buffer.from('28dcc2fb29c77bfd', 'hex')
const CONFIG_BYTES = 1_048
const HOOKED_CONFIG_BYTES = 1_128
const QUOTE_MINT_OFFSET = 8
const BASE_FEE_OFFSET = 104
const DYNAMIC_FEE_OFFSET = 136
const COLLECT_FEE_MODE_OFFSET = 232
const ACTIVATION_TYPE_OFFSET = 234
const CREATOR_PERCENT_OFFSET = 245
const QUOTE_THRESHOLD_OFFSET = 264
const BASE_THRESHOLD_OFFSET = 272
const MIGRATION_PRICE_OFFSET = 280
const VESTING_OFFSET = 296
const START_PRICE_OFFSET = 392
const CURVE_OFFSET = 408
const CURVE_POINTS = 20
const CURVE_POINT_BYTES = 32
/** Rate of one basis point. */
const RATE_PER_BPS = 100_000n

/** Null for bytes that are no configuration, among them values that the program refuses. Layout: the program's IDL,
 *  0.2.1. */
export function decodeDbcConfig(data: Uint8Array): DbcConfig | null {
  const isPlain = data.length === CONFIG_BYTES && startsWith(data, CONFIG_TAG)
  const isHooked = data.length === HOOKED_CONFIG_BYTES && startsWith(data, HOOKED_CONFIG_TAG)
  if (!isPlain && !isHooked) return null
  const baseFee = readBaseFee(data)
  const collectFeeMode = data[COLLECT_FEE_MODE_OFFSET]!
  const activationType = data[ACTIVATION_TYPE_OFFSET]!
  const creatorPercent = data[CREATOR_PERCENT_OFFSET]!
  const segments = readSegments(data)
  const sqrtStartPriceQ64 = readU128(data, START_PRICE_OFFSET)
  if (baseFee === null || collectFeeMode > 1 || activationType > 1 || creatorPercent > 100) return null
  if (segments.length === 0 || sqrtStartPriceQ64 === 0n) return null
  return {
    quoteMint: encodeBase58(data.subarray(QUOTE_MINT_OFFSET, QUOTE_MINT_OFFSET + 32)),
    baseFee,
    dynamicFee: readDynamicFee(data),
    collectsInQuoteOnly: collectFeeMode === 0,
    activation: activationType === 0 ? 'slot' : 'time',
    creatorPercent: BigInt(creatorPercent),
    quoteThresholdRaw: readU64(data, QUOTE_THRESHOLD_OFFSET),
    baseKeptRaw: readU64(data, BASE_THRESHOLD_OFFSET) + readVesting(data),
    sqrtMigrationPriceQ64: readU128(data, MIGRATION_PRICE_OFFSET),
    sqrtStartPriceQ64,
    segments,
  }
}

/** Three numbers whose meaning the mode decides. */
function readBaseFee(data: Uint8Array): DbcBaseFee | null {
  const cliffRate = readU64(data, BASE_FEE_OFFSET)
  const second = readU64(data, BASE_FEE_OFFSET + 8)
  const third = readU64(data, BASE_FEE_OFFSET + 16)
  const first = readU16(data, BASE_FEE_OFFSET + 24)
  switch (data[BASE_FEE_OFFSET + 26]) {
    case 0:
      return { mode: 'linear', cliffRate, periods: first, periodLength: second, reduction: third }
    case 1:
      return { mode: 'exponential', cliffRate, periods: first, periodLength: second, reduction: third }
    case 2: {
      const incrementRate = first * RATE_PER_BPS
      return { mode: 'rate-limiter', cliffRate, incrementRate, lifePoints: second, referenceRaw: third }
    }
    default:
      return null
  }
}

function readDynamicFee(data: Uint8Array): DbcDynamicFee {
  if (data[DYNAMIC_FEE_OFFSET] === 0) return { control: 0n, binStep: 0n }
  const control = BigInt(readU32(data, DYNAMIC_FEE_OFFSET + 12))
  return { control, binStep: readU16(data, DYNAMIC_FEE_OFFSET + 16) }
}

/** What is unlocked at once and then period by period. */
function readVesting(data: Uint8Array): bigint {
  const perPeriodRaw = readU64(data, VESTING_OFFSET)
  const periods = readU64(data, VESTING_OFFSET + 24)
  return perPeriodRaw * periods + readU64(data, VESTING_OFFSET + 32)
}

/** Up to the first that is empty. */
function readSegments(data: Uint8Array): readonly CurveSegment[] {
  const segments: CurveSegment[] = []
  for (let point = 0; point < CURVE_POINTS; point++) {
    const at = CURVE_OFFSET + point * CURVE_POINT_BYTES
    const segment = { sqrtPriceQ64: readU128(data, at), liquidityQ64: readU128(data, at + 16) }
    if (segment.sqrtPriceQ64 === 0n || segment.liquidityQ64 === 0n) break
    segments.push(segment)
  }
  return segments
}

function readU16(data: Uint8Array, at: number): bigint {
  return BigInt(data[at]! | (data[at + 1]! << 8))
}
