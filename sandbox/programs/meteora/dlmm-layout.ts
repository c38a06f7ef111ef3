import { error } from '../anchor-script.ts'
import { intAt, intBytes, keyAt, MAX_U128, putInt, putKey, uintAt } from '../byte-fields.ts'
import { keyBytes, ownAddress, text } from '../token-moves.ts'
import { powQ64, Q64 } from '../wide-math.ts'

/* Meteora DLMM (lb_clmm): where things lie in its accounts, its addresses and its errors. */

export const DLMM_PROGRAM = 'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo'
export const DLMM_EVENT_AUTHORITY = ownAddress(DLMM_PROGRAM, text('__event_authority'))

export const LB_PAIR_TAG = Buffer.from('210b3162b565b10d', 'hex')
export const LB_PAIR_BYTES = 904
export const BIN_ARRAY_TAG = Buffer.from('5c8e5cdc059446b5', 'hex')
export const BIN_ARRAY_BYTES = 10_136
export const PRESET_TAG = Buffer.from('abec9473a271deae', 'hex')
export const PRESET_BYTES = 192
export const DLMM_POSITION_TAG = Buffer.from('75b0d4c7f5b485b6', 'hex')
export const DLMM_POSITION_BYTES = 8_120
export const ORACLE_TAG = Buffer.from('8bc283b38cb3e5f4', 'hex')
export const ORACLE_OBSERVATIONS = 100
export const ORACLE_BYTES = 32 + ORACLE_OBSERVATIONS * 32

export const BINS_PER_ARRAY = 70
export const MAX_BIN_ID = 443_636
/** The pair itself remembers which arrays from -512 to 511 hold liquidity. */
export const BITMAP_HALF = 512
const FIRST_BIN_AT = 56
const BIN_BYTES = 144
const BIN_ARRAY_VERSION = 2

/** Offsets in a pair. */
export const LB_PAIR_AT = {
  baseFactor: 8,
  filterPeriod: 10,
  decayPeriod: 12,
  reductionFactor: 14,
  variableFeeControl: 16,
  maxVolatility: 20,
  minBinId: 24,
  maxBinId: 28,
  protocolShare: 32,
  baseFeePower: 34,
  functionType: 35,
  collectFeeMode: 36,
  volatilityAccumulator: 40,
  volatilityReference: 44,
  indexReference: 48,
  lastUpdate: 56,
  bump: 72,
  binStepSeed: 73,
  pairType: 75,
  activeId: 76,
  binStep: 80,
  status: 82,
  baseFactorSeed: 84,
  activationType: 86,
  mintX: 88,
  mintY: 120,
  reserveX: 152,
  reserveY: 184,
  protocolFeeX: 216,
  protocolFeeY: 224,
  oracle: 552,
  bitmap: 584,
  preActivationSwapper: 752,
  baseKey: 784,
  activationPoint: 816,
  creator: 848,
  programFlagX: 880,
  programFlagY: 881,
  version: 882,
} as const

/** Offsets in a bin, from its start. */
export const BIN_AT = { amountX: 0, amountY: 8, price: 16, liquidity: 32, feeX: 80, feeY: 96 } as const

/** Offsets in a position. */
export const DLMM_POSITION_AT = {
  pair: 8,
  owner: 40,
  shares: 72,
  feeInfos: 72 + 70 * 16 + 70 * 48,
  lowerBin: 7_912,
  upperBin: 7_916,
  lastUpdated: 7_920,
  feeOwner: 7_993 + 8,
} as const

export const DLMM_ERRORS = {
  invalidBinId: error(6001, 'InvalidBinId', 'Invalid bin id'),
  invalidInput: error(6002, 'InvalidInput', 'Invalid input data'),
  slippage: error(6003, 'ExceededAmountSlippageTolerance', 'Exceeded amount slippage tolerance'),
  binSlippage: error(6004, 'ExceededBinSlippageTolerance', 'Exceeded bin slippage tolerance'),
  zeroLiquidity: error(6007, 'ZeroLiquidity', 'Zero liquidity'),
  invalidPosition: error(6008, 'InvalidPosition', 'Invalid position'),
  invalidTokenMint: error(6010, 'InvalidTokenMint', 'Invalid token mint'),
  overflow: error(6018, 'MathOverflow', 'Math operation overflow'),
  invalidBinArray: error(6027, 'InvalidBinArray', 'Invalid bin array'),
  noBitmapExtension: error(6036, 'BitmapExtensionAccountIsNotProvided', 'Bitmap extension account is not provided'),
  noLiquidity: error(6037, 'CannotFindNonZeroLiquidityBinArrayId', 'Cannot find non-zero liquidity binArrayId'),
  binOutOfBound: error(6038, 'BinIdOutOfBound', 'Bin id out of bound'),
  nothingOut: error(6039, 'InsufficientOutAmount', 'Insufficient amount in for minimum out'),
  positionWidth: error(6040, 'InvalidPositionWidth', 'Invalid position width'),
  disabled: error(6042, 'PoolDisabled', 'Pool disabled'),
  strategy: error(6054, 'InvalidStrategyParameters', 'Invalid strategy parameters'),
  notExactOut: error(6057, 'NotExactAmountOut', 'Amount out is not matched with exact amount out'),
  remainingSlice: error(6075, 'InvalidRemainingAccountSlice', 'Invalid remaining account slice'),
} as const

/** Bytes of an account of the program when they carry the tag, else null. */
export function readTagged(tag: Uint8Array, size: number): (data: Uint8Array) => Uint8Array | null {
  return (data) =>
    data.length >= size && Buffer.compare(data.subarray(0, 8), tag) === 0 ? Uint8Array.from(data) : null
}

export const readLbPair = readTagged(LB_PAIR_TAG, LB_PAIR_BYTES)

export type LbPair = {
  readonly activeId: number
  readonly binStep: number
  readonly mintX: string
  readonly mintY: string
  readonly reserveX: string
  readonly reserveY: string
  readonly oracle: string
}

export function lbPairFacts(pair: Uint8Array): LbPair {
  return {
    activeId: Number(intAt(pair, LB_PAIR_AT.activeId, 4)),
    binStep: Number(uintAt(pair, LB_PAIR_AT.binStep, 2)),
    mintX: keyAt(pair, LB_PAIR_AT.mintX),
    mintY: keyAt(pair, LB_PAIR_AT.mintY),
    reserveX: keyAt(pair, LB_PAIR_AT.reserveX),
    reserveY: keyAt(pair, LB_PAIR_AT.reserveY),
    oracle: keyAt(pair, LB_PAIR_AT.oracle),
  }
}

/** Address and seeds of the pair of two mints with the parameters of a preset. */
export function lbPairPda(preset: string, mintX: string, mintY: string) {
  const mints = [Buffer.from(keyBytes(mintX)), Buffer.from(keyBytes(mintY))].sort(Buffer.compare)
  return ownAddress(DLMM_PROGRAM, keyBytes(preset), ...mints)
}

/** Seeds with which a pair signs for its reserves. */
export function lbPairSeeds(pair: Uint8Array): readonly Uint8Array[] {
  const part = (at: number, size: number): Buffer => Buffer.from(pair.subarray(at, at + size))
  const mints = [part(LB_PAIR_AT.mintX, 32), part(LB_PAIR_AT.mintY, 32)].sort(Buffer.compare)
  return [part(LB_PAIR_AT.baseKey, 32), ...mints, part(LB_PAIR_AT.bump, 1)]
}

export function presetPda(index: number) {
  return ownAddress(DLMM_PROGRAM, text('preset_parameter2'), intBytes(2, index))
}

export function reservePda(pair: string, mint: string) {
  return ownAddress(DLMM_PROGRAM, keyBytes(pair), keyBytes(mint))
}

export function dlmmOraclePda(pair: string) {
  return ownAddress(DLMM_PROGRAM, text('oracle'), keyBytes(pair))
}

export function binArrayPda(pair: string, index: number) {
  return ownAddress(DLMM_PROGRAM, text('bin_array'), keyBytes(pair), intBytes(8, index))
}

export function binArrayIndexOf(binId: number): number {
  return Math.floor(binId / BINS_PER_ARRAY)
}

/** Price of a bin in Q64.64: base units of Y for one of X. */
export function priceOfBin(binId: number, binStep: number): bigint {
  return powQ64(Q64 + (BigInt(binStep) << 64n) / 10_000n, binId)
}

/** A bin array being worked on. */
export type BinArray = {
  readonly address: string
  readonly index: number
  readonly before: Uint8Array
  readonly data: Uint8Array
}

/** An array with its bins' prices, as far as there are such bins. */
export function newBinArray(pair: string, index: number, binStep: number): Uint8Array {
  const data = new Uint8Array(BIN_ARRAY_BYTES)
  data.set(BIN_ARRAY_TAG)
  putInt(data, 8, 8, index)
  data[16] = BIN_ARRAY_VERSION
  putKey(data, 24, pair)
  for (let i = 0; i < BINS_PER_ARRAY; i++) {
    const price = priceOfBin(index * BINS_PER_ARRAY + i, binStep)
    if (price <= MAX_U128) putInt(data, FIRST_BIN_AT + i * BIN_BYTES + BIN_AT.price, 16, price)
  }
  return data
}

/** Where a bin begins in its array's bytes. */
export function binOffset(binId: number): number {
  return FIRST_BIN_AT + (binId - binArrayIndexOf(binId) * BINS_PER_ARRAY) * BIN_BYTES
}

/** Marks in the pair whether an array holds liquidity. False when the array is beyond the pair's own bitmap. */
export function markArray(pair: Uint8Array, index: number, isFilled: boolean): boolean {
  const bit = index + BITMAP_HALF
  if (bit < 0 || bit >= 2 * BITMAP_HALF) return false
  const at = LB_PAIR_AT.bitmap + (bit >> 3)
  const mask = 1 << (bit & 7)
  pair[at] = isFilled ? pair[at]! | mask : pair[at]! & ~mask
  return true
}

/** The nearest array with liquidity from `index` on in the direction of a trade, or null. */
export function nextFilledArray(pair: Uint8Array, index: number, isForY: boolean): number | null {
  for (let bit = index + BITMAP_HALF; bit >= 0 && bit < 2 * BITMAP_HALF; bit += isForY ? -1 : 1)
    if (((pair[LB_PAIR_AT.bitmap + (bit >> 3)]! >> (bit & 7)) & 1) === 1) return bit - BITMAP_HALF
  return null
}

/** Adds to a counter that wraps around. */
export function addWrapped(data: Uint8Array, at: number, size: 8 | 16, amount: bigint): void {
  putInt(data, at, size, (uintAt(data, at, size) + amount) & (size === 8 ? 2n ** 64n - 1n : MAX_U128))
}
