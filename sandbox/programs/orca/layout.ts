import { error } from '../anchor-script.ts'
import { intAt, intBytes, keyAt, uintAt } from '../byte-fields.ts'
import { keyBytes, ownAddress, text } from '../token-moves.ts'

/* Orca Whirlpools: where things lie in its accounts, its addresses and its errors. */

export const WHIRLPOOL_PROGRAM = 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc'
export const WHIRLPOOLS_CONFIG = '2LecshUwdy9xi7meFgHtFJQNSKk4KdTrcpvaB56dP2NQ'

export const WHIRLPOOL_TAG = Buffer.from('3f95d10ce1806309', 'hex')
export const WHIRLPOOL_BYTES = 653
export const TICK_ARRAY_TAG = Buffer.from('4561bdbe6e0742bb', 'hex')
export const TICK_ARRAY_BYTES = 9988
export const POSITION_TAG = Buffer.from('aabc8fe47a40f7d0', 'hex')
export const POSITION_BYTES = 216
export const FEE_TIER_TAG = Buffer.from('384b9f4c8e44be69', 'hex')
export const CONFIG_TAG = Buffer.from('9d1431e0d957c1fe', 'hex')

/** Offsets in a pool. */
export const WHIRLPOOL_AT = {
  config: 8,
  bump: 40,
  tickSpacing: 41,
  feeTierIndex: 43,
  feeRate: 45,
  protocolFeeRate: 47,
  liquidity: 49,
  sqrtPrice: 65,
  tickCurrent: 81,
  protocolFeeA: 85,
  protocolFeeB: 93,
  mintA: 101,
  vaultA: 133,
  feeGrowthA: 165,
  mintB: 181,
  vaultB: 213,
  feeGrowthB: 245,
  rewardLastUpdated: 261,
} as const

/** Offsets in a position. */
export const POSITION_AT = {
  whirlpool: 8,
  mint: 40,
  liquidity: 72,
  tickLower: 88,
  tickUpper: 92,
  feeCheckpointA: 96,
  feeOwedA: 112,
  feeCheckpointB: 120,
  feeOwedB: 136,
} as const

export const TICKS_PER_ARRAY = 88
export const MAX_TICK = 443_636
export const MIN_TICK = -MAX_TICK

export const WHIRLPOOL_ERRORS = {
  invalidStartTick: error(6001, 'InvalidStartTick', 'Invalid start tick index provided.'),
  arrayOutOfBounds: error(6003, 'TickArrayIndexOutofBounds', 'Attempt to search for a tick-array failed'),
  invalidTickSpacing: error(6004, 'InvalidTickSpacing', 'Tick-spacing is not supported'),
  divideByZero: error(6006, 'DivideByZero', 'Unable to divide by zero'),
  numberDownCast: error(6008, 'NumberDownCastError', 'Unable to down cast number'),
  tickNotFound: error(6009, 'TickNotFound', 'Tick not found within tick array'),
  invalidTickIndex: error(6010, 'InvalidTickIndex', 'Provided tick index is either out of bounds or uninitializable'),
  priceOutOfBounds: error(6011, 'SqrtPriceOutOfBounds', 'Provided sqrt price out of bounds'),
  liquidityZero: error(6012, 'LiquidityZero', 'Liquidity amount must be greater than zero'),
  liquidityTooHigh: error(6013, 'LiquidityTooHigh', 'Liquidity amount must be less than i64::MAX'),
  liquidityOverflow: error(6014, 'LiquidityOverflow', 'Liquidity overflow'),
  liquidityUnderflow: error(6015, 'LiquidityUnderflow', 'Liquidity underflow'),
  tokenMax: error(6017, 'TokenMaxExceeded', 'Exceeded token max'),
  tokenMin: error(6018, 'TokenMinSubceeded', 'Did not meet token min'),
  positionTokenAmount: error(6020, 'InvalidPositionTokenAmount', 'Position token amount must be 1'),
  arraySequence: error(6023, 'InvalidTickArraySequence', 'Invalid tick array sequence provided for instruction.'),
  mintOrder: error(6024, 'InvalidTokenMintOrder', 'Token Mint in wrong order'),
  limitDirection: error(
    6034,
    'InvalidSqrtPriceLimitDirection',
    'Provided SqrtPriceLimit not in the same direction as the swap.',
  ),
  zeroAmount: error(6035, 'ZeroTradableAmount', 'There are no tradable amount to swap.'),
  outputBelowMinimum: error(6036, 'AmountOutBelowMinimum', 'Amount out below minimum threshold'),
  inputAboveMaximum: error(6037, 'AmountInAboveMaximum', 'Amount in above maximum threshold'),
  arraysExhausted: error(6038, 'TickArraySequenceInvalidIndex', 'Invalid index for tick array sequence'),
  calculation: error(6039, 'AmountCalcOverflow', 'Amount calculated overflows'),
  remainingAccounts: error(6048, 'RemainingAccountsInvalidSlice', 'Invalid remaining accounts'),
  otherPoolsArray: error(
    6056,
    'DifferentWhirlpoolTickArrayAccount',
    'TickArray account for different whirlpool provided',
  ),
  partialFill: error(6057, 'PartialFillError', 'Trade resulted in partial fill'),
} as const

/** The pool's bytes when they are a pool's, else null; likewise below. */
export function readWhirlpool(data: Uint8Array): Uint8Array | null {
  return tagged(data, WHIRLPOOL_TAG, WHIRLPOOL_BYTES)
}

export function readPosition(data: Uint8Array): Uint8Array | null {
  return tagged(data, POSITION_TAG, POSITION_BYTES)
}

export function readFeeTier(data: Uint8Array): { config: string; tickSpacing: number; feeRate: number } | null {
  const tier = tagged(data, FEE_TIER_TAG, 44)
  if (tier === null) return null
  return { config: keyAt(tier, 8), tickSpacing: Number(uintAt(tier, 40, 2)), feeRate: Number(uintAt(tier, 42, 2)) }
}

function tagged(data: Uint8Array, tag: Uint8Array, size: number): Uint8Array | null {
  return data.length >= size && Buffer.compare(data.subarray(0, 8), tag) === 0 ? Uint8Array.from(data) : null
}

export type Whirlpool = {
  readonly tickSpacing: number
  readonly feeRate: bigint
  readonly protocolFeeRate: bigint
  readonly liquidity: bigint
  readonly sqrtPrice: bigint
  readonly tickCurrent: number
  readonly mintA: string
  readonly vaultA: string
  readonly feeGrowthA: bigint
  readonly mintB: string
  readonly vaultB: string
  readonly feeGrowthB: bigint
}

export function whirlpoolFacts(pool: Uint8Array): Whirlpool {
  return {
    tickSpacing: Number(uintAt(pool, WHIRLPOOL_AT.tickSpacing, 2)),
    feeRate: uintAt(pool, WHIRLPOOL_AT.feeRate, 2),
    protocolFeeRate: uintAt(pool, WHIRLPOOL_AT.protocolFeeRate, 2),
    liquidity: uintAt(pool, WHIRLPOOL_AT.liquidity, 16),
    sqrtPrice: uintAt(pool, WHIRLPOOL_AT.sqrtPrice, 16),
    tickCurrent: Number(intAt(pool, WHIRLPOOL_AT.tickCurrent, 4)),
    mintA: keyAt(pool, WHIRLPOOL_AT.mintA),
    vaultA: keyAt(pool, WHIRLPOOL_AT.vaultA),
    feeGrowthA: uintAt(pool, WHIRLPOOL_AT.feeGrowthA, 16),
    mintB: keyAt(pool, WHIRLPOOL_AT.mintB),
    vaultB: keyAt(pool, WHIRLPOOL_AT.vaultB),
    feeGrowthB: uintAt(pool, WHIRLPOOL_AT.feeGrowthB, 16),
  }
}

export function whirlpoolPda(mintA: string, mintB: string, feeTierIndex: number, config = WHIRLPOOLS_CONFIG) {
  const keys = [config, mintA, mintB].map((key) => keyBytes(key))
  return ownAddress(WHIRLPOOL_PROGRAM, text('whirlpool'), ...keys, intBytes(2, feeTierIndex))
}

/** Seeds with which a pool signs for its vaults and position mints. */
export function whirlpoolSeeds(pool: Uint8Array): readonly Uint8Array[] {
  const part = (at: number, size: number): Uint8Array => pool.slice(at, at + size)
  return [
    text('whirlpool'),
    part(WHIRLPOOL_AT.config, 32),
    part(WHIRLPOOL_AT.mintA, 32),
    part(WHIRLPOOL_AT.mintB, 32),
    part(WHIRLPOOL_AT.feeTierIndex, 2),
    part(WHIRLPOOL_AT.bump, 1),
  ]
}

export function feeTierPda(tickSpacing: number, config = WHIRLPOOLS_CONFIG) {
  return ownAddress(WHIRLPOOL_PROGRAM, text('fee_tier'), keyBytes(config), intBytes(2, tickSpacing))
}

export function tickArrayPda(pool: string, startTick: number) {
  return ownAddress(WHIRLPOOL_PROGRAM, text('tick_array'), keyBytes(pool), text(String(startTick)))
}

export function whirlpoolOraclePda(pool: string) {
  return ownAddress(WHIRLPOOL_PROGRAM, text('oracle'), keyBytes(pool))
}

export function whirlpoolPositionPda(positionMint: string) {
  return ownAddress(WHIRLPOOL_PROGRAM, text('position'), keyBytes(positionMint))
}

export function tokenBadgePda(mint: string, config = WHIRLPOOLS_CONFIG) {
  return ownAddress(WHIRLPOOL_PROGRAM, text('token_badge'), keyBytes(config), keyBytes(mint))
}

/** First tick of the array that a tick lies in. */
export function arrayStartOf(tick: number, tickSpacing: number): number {
  const span = TICKS_PER_ARRAY * tickSpacing
  return Math.floor(tick / span) * span
}

/** Arrays begin at multiples of their span; the one that holds the lowest tick begins before it. */
export function isArrayStart(start: number, tickSpacing: number): boolean {
  const span = TICKS_PER_ARRAY * tickSpacing
  return start % span === 0 && start <= MAX_TICK && start + span > MIN_TICK
}

export function isUsableTick(tick: number, tickSpacing: number): boolean {
  return tick >= MIN_TICK && tick <= MAX_TICK && tick % tickSpacing === 0
}
