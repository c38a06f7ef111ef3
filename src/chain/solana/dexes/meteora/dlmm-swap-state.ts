import { readU32, readU64 } from '../../../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../../hot-paths/base58.ts'
import { startsWith } from '../../anchor-event.ts'
import { ZERO_KEY } from '../../borsh-layout.ts'

/** What a trade must know of a DLMM pool besides its active bin. Rates are billionths, times in seconds. */
export type DlmmRules = {
  /** What every trade pays. */
  readonly baseRate: bigint
  /** Added with the square of the volatility. */
  readonly variableFeeControl: bigint
  readonly binStepBps: bigint
  readonly filterPeriodSec: bigint
  readonly decayPeriodSec: bigint
  readonly reductionBps: bigint
  readonly maxVolatility: bigint
  readonly protocolShareBps: bigint
  readonly volatilityAccumulator: bigint
  readonly volatilityReference: bigint
  readonly indexReference: number
  readonly lastUpdateSec: bigint
  /** Fees are taken in Y alone, otherwise from what goes in. */
  readonly collectsInY: boolean
  /** Bins may hold orders at their price beside the liquidity. */
  readonly hasLimitOrders: boolean
  readonly oracle: string
  /** Which arrays from -512 to 511 hold liquidity. */
  readonly bitmap: Uint8Array
}

const AT = {
  baseFactor: 8,
  filterPeriod: 10,
  decayPeriod: 12,
  reductionFactor: 14,
  variableFeeControl: 16,
  maxVolatility: 20,
  protocolShare: 32,
  baseFeePower: 34,
  functionType: 35,
  collectFeeMode: 36,
  volatilityAccumulator: 40,
  volatilityReference: 44,
  indexReference: 48,
  lastUpdate: 56,
  binStep: 80,
  rewardInfos: 264,
  oracle: 552,
  bitmap: 584,
} as const
const BITMAP_BYTES = 128
const REWARD_INFO_BYTES = 144
const COLLECT_Y = 1
/** Bigger powers would overflow what the program computes in. */
const MAX_BASE_FEE_POWER = 9
const FUNCTIONS = { undetermined: 0, limitOrders: 2 } as const

const BIN_ARRAY_TAG = Buffer.from('5c8e5cdc059446b5', 'hex')
const BITMAP_EXTENSION_TAG = Buffer.from('506f7c7137ed1205', 'hex')
const BITMAP_EXTENSION_BYTES = 1_576
export const BINS_PER_ARRAY = 70
const BIN_ARRAY_BYTES = 10_136
const FIRST_BIN_OFFSET = 56
const BIN_BYTES = 144

/** `data` has been read as a pool already. Null for values that the program cannot write. */
export function readDlmmRules(data: Uint8Array): DlmmRules | null {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const u16 = (at: number) => BigInt(view.getUint16(at, true))
  const u32 = (at: number) => BigInt(readU32(data, at))
  const power = data[AT.baseFeePower]!
  if (power > MAX_BASE_FEE_POWER) return null
  const binStepBps = u16(AT.binStep)
  return {
    baseRate: u16(AT.baseFactor) * binStepBps * 10n * 10n ** BigInt(power),
    variableFeeControl: u32(AT.variableFeeControl),
    binStepBps,
    filterPeriodSec: u16(AT.filterPeriod),
    decayPeriodSec: u16(AT.decayPeriod),
    reductionBps: u16(AT.reductionFactor),
    maxVolatility: u32(AT.maxVolatility),
    protocolShareBps: u16(AT.protocolShare),
    volatilityAccumulator: u32(AT.volatilityAccumulator),
    volatilityReference: u32(AT.volatilityReference),
    indexReference: view.getInt32(AT.indexReference, true),
    lastUpdateSec: view.getBigInt64(AT.lastUpdate, true),
    collectsInY: data[AT.collectFeeMode] === COLLECT_Y,
    hasLimitOrders: hasLimitOrders(data),
    oracle: encodeBase58(data.subarray(AT.oracle, AT.oracle + 32)),
    bitmap: data.subarray(AT.bitmap, AT.bitmap + BITMAP_BYTES),
  }
}

/** Pools that pay rewards to their liquidity have none; undecided ones are decided by their rewards. */
function hasLimitOrders(data: Uint8Array): boolean {
  const kind = data[AT.functionType]!
  if (kind !== FUNCTIONS.undetermined) return kind === FUNCTIONS.limitOrders
  return [0, 1].every((at) => {
    const start = AT.rewardInfos + at * REWARD_INFO_BYTES
    return encodeBase58(data.subarray(start, start + 32)) === ZERO_KEY
  })
}

/** Bytes of the array of that index, null for anything else. The caller has checked owner and address. */
export function readBinArray(data: Uint8Array, index: number): Uint8Array | null {
  if (data.length < BIN_ARRAY_BYTES || !startsWith(data, BIN_ARRAY_TAG)) return null
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  return view.getBigInt64(8, true) === BigInt(index) ? data : null
}

/** Bytes of the account that goes on where a pool's own bitmap ends; null for anything else. */
export function readBitmapExtension(data: Uint8Array): Uint8Array | null {
  return data.length >= BITMAP_EXTENSION_BYTES && startsWith(data, BITMAP_EXTENSION_TAG) ? data : null
}

/** One price and the liquidity at it. The orders are of one side: X for sale, or Y for X. */
export type Bin = {
  readonly amountX: bigint
  readonly amountY: bigint
  /** Y for X, with 64 fraction bits; 0 where it was never set. */
  readonly priceQ64: bigint
  readonly openOrderRaw: bigint
  /** What is left of older orders, which are filled first. */
  readonly olderOrderRaw: bigint
  readonly ordersSellX: boolean
}

/** `binId` lies within the array. */
export function binAt(array: Uint8Array, binId: number): Bin {
  const at = FIRST_BIN_OFFSET + (binId - arrayIndexOf(binId) * BINS_PER_ARRAY) * BIN_BYTES
  return {
    amountX: readU64(array, at),
    amountY: readU64(array, at + 8),
    priceQ64: readU64(array, at + 16) | (readU64(array, at + 24) << 64n),
    openOrderRaw: readU64(array, at + 112),
    olderOrderRaw: readU64(array, at + 128),
    ordersSellX: array[at + 140] !== 0,
  }
}

export function arrayIndexOf(binId: number): number {
  return Math.floor(binId / BINS_PER_ARRAY)
}
