import { error } from '../anchor-script.ts'
import { intAt, intBytes, keyAt, uintAt } from '../byte-fields.ts'
import { keyBytes, ownAddress, text } from '../token-moves.ts'

/* Raydium CLMM: where things lie in its accounts, its addresses and its errors. */

export const CLMM_PROGRAM = 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK'

export const POOL_TAG = Buffer.from('f7ede3f5d7c3de46', 'hex')
export const POOL_BYTES = 1_544
export const CONFIG_TAG = Buffer.from('daf42168cbcb2b6f', 'hex')
export const CONFIG_BYTES = 117
export const ARRAY_TAG = Buffer.from('c09b55cd31f9812a', 'hex')
export const ARRAY_BYTES = 10_240
export const EXTENSION_TAG = Buffer.from('3c9624db61808b99', 'hex')
export const EXTENSION_BYTES = 1_832
export const OBSERVATION_TAG = Buffer.from('7aaec5358109a584', 'hex')
export const OBSERVATION_BYTES = 4_483
export const POSITION_TAG = Buffer.from('466f967ee60f1975', 'hex')
export const POSITION_BYTES = 281

/** Offsets in a pool. */
export const POOL_AT = {
  bump: 8,
  config: 9,
  owner: 41,
  mint0: 73,
  mint1: 105,
  vault0: 137,
  vault1: 169,
  observation: 201,
  decimals0: 233,
  decimals1: 234,
  tickSpacing: 235,
  liquidity: 237,
  sqrtPrice: 253,
  tickCurrent: 269,
  feeGrowth0: 277,
  feeGrowth1: 293,
  protocolFees0: 309,
  protocolFees1: 317,
  status: 389,
  feeOn: 390,
  rewards: 397,
  bitmap: 904,
  fundFees0: 1_064,
  fundFees1: 1_072,
  openTime: 1_080,
  dynamicFee: 1_096,
} as const
export const DYNAMIC_FEE_BYTES = 80
export const REWARD_BYTES = 169
/** Of the one who may set it, in a reward. */
export const REWARD_AUTHORITY_AT = 121

export const CONFIG_AT = {
  bump: 8,
  index: 9,
  owner: 11,
  protocolFeeRate: 43,
  tradeFeeRate: 47,
  tickSpacing: 51,
  fundFeeRate: 53,
  fundOwner: 61,
} as const

export const OBSERVATION_AT = { initialized: 8, index: 17, pool: 19, rows: 51 } as const
export const POSITION_AT = {
  bump: 8,
  mint: 9,
  pool: 41,
  lower: 73,
  upper: 77,
  liquidity: 81,
  growth0: 97,
  growth1: 113,
}

export const CLMM_ERRORS = {
  notApproved: error(6000, 'NotApproved', 'Not approved'),
  invalidTickIndex: error(6004, 'InvalidTickIndex', 'Tick out of range'),
  tickOrder: error(6005, 'TickInvalidOrder', 'The lower tick must be below the upper tick'),
  tickSpacing: error(6008, 'TickAndSpacingNotMatch', 'tick % tick_spacing must be zero'),
  invalidArray: error(6009, 'InvalidTickArray', 'Invalid tick array account'),
  priceLimit: error(6011, 'SqrtPriceLimitOverflow', 'Square root price limit overflow'),
  sqrtPrice: error(6012, 'SqrtPriceX64', 'sqrt_price_x64 out of range'),
  liquiditySub: error(6013, 'LiquiditySubValueErr', 'Liquidity sub delta L must be smaller than before'),
  bothZero: error(
    6015,
    'ForbidBothZeroForSupplyLiquidity',
    'Both token amount must not be zero while supply liquidity',
  ),
  liquidityInsufficient: error(6016, 'LiquidityInsufficient', 'Liquidity insufficient'),
  priceSlippage: error(6017, 'PriceSlippageCheck', 'Price slippage check'),
  tooLittleOutput: error(6018, 'TooLittleOutputReceived', 'Too little output received'),
  tooMuchInput: error(6019, 'TooMuchInputPaid', 'Too much input paid'),
  zeroAmount: error(6020, 'ZeroAmountSpecified', 'Swap special amount can not be zero'),
  invalidVault: error(6021, 'InvalidInputPoolVault', 'Input pool vault is invalid'),
  tooSmall: error(6022, 'TooSmallInputOrOutputAmount', 'Swap input or output amount is too small'),
  notEnoughArrays: error(6023, 'NotEnoughTickArrayAccount', 'Not enough tick array account'),
  firstArray: error(6024, 'InvalidFirstTickArrayAccount', 'Invalid first tick array account'),
  notSupportMint: error(6034, 'NotSupportMint', 'Not support token_2022 mint extension'),
  missingExtension: error(6035, 'MissingTickArrayBitmapExtensionAccount', 'Missing tickarray bitmap extension account'),
  noLiquidityThere: error(6036, 'InsufficientLiquidityForDirection', 'Insufficient liquidity for this direction'),
  tokenOverflow: error(6037, 'MaxTokenOverflow', 'Max token overflow'),
  overflow: error(6038, 'CalculateOverflow', 'Calculate overflow'),
  zeroLiquidity: error(6047, 'ZeroLiquidity', 'liquidity must be greater than 0'),
  othersExtension: error(
    6051,
    'InvalidTickArrayBitmapExtensionAccount',
    'TickArrayBitmapExtension account does not belong to this pool',
  ),
} as const
/** Of `require_eq!` and `require_gt!` without an error of their own. */
export const REQUIRE_EQ = error(2501, 'RequireEqViolated', 'A require_eq expression was violated')
export const REQUIRE_GT = error(2505, 'RequireGtViolated', 'A require_gt expression was violated')

function tagged(data: Uint8Array, tag: Uint8Array, size: number): Uint8Array | null {
  return data.length === size && Buffer.compare(data.subarray(0, 8), tag) === 0 ? Uint8Array.from(data) : null
}

/** A copy of the account's bytes when they are of that kind, else null. */
export const readPool = (data: Uint8Array) => tagged(data, POOL_TAG, POOL_BYTES)
export const readConfig = (data: Uint8Array) => tagged(data, CONFIG_TAG, CONFIG_BYTES)
export const readArray = (data: Uint8Array) => tagged(data, ARRAY_TAG, ARRAY_BYTES)
export const readExtension = (data: Uint8Array) => tagged(data, EXTENSION_TAG, EXTENSION_BYTES)
export const readObservation = (data: Uint8Array) => tagged(data, OBSERVATION_TAG, OBSERVATION_BYTES)

export type ClmmFacts = {
  readonly config: string
  readonly mint0: string
  readonly mint1: string
  readonly vault0: string
  readonly vault1: string
  readonly observation: string
  readonly tickSpacing: number
  readonly liquidity: bigint
  readonly sqrtPrice: bigint
  readonly tickCurrent: number
}

export function poolFacts(pool: Uint8Array): ClmmFacts {
  return {
    config: keyAt(pool, POOL_AT.config),
    mint0: keyAt(pool, POOL_AT.mint0),
    mint1: keyAt(pool, POOL_AT.mint1),
    vault0: keyAt(pool, POOL_AT.vault0),
    vault1: keyAt(pool, POOL_AT.vault1),
    observation: keyAt(pool, POOL_AT.observation),
    tickSpacing: Number(uintAt(pool, POOL_AT.tickSpacing, 2)),
    liquidity: uintAt(pool, POOL_AT.liquidity, 16),
    sqrtPrice: uintAt(pool, POOL_AT.sqrtPrice, 16),
    tickCurrent: Number(intAt(pool, POOL_AT.tickCurrent, 4)),
  }
}

export type ClmmRates = { readonly tradeFee: bigint; readonly protocolFee: bigint; readonly fundFee: bigint }

export function configRates(config: Uint8Array): ClmmRates {
  return {
    tradeFee: uintAt(config, CONFIG_AT.tradeFeeRate, 4),
    protocolFee: uintAt(config, CONFIG_AT.protocolFeeRate, 4),
    fundFee: uintAt(config, CONFIG_AT.fundFeeRate, 4),
  }
}

export function configPda(index: number) {
  return ownAddress(CLMM_PROGRAM, text('amm_config'), Uint8Array.of(index >> 8, index & 255))
}

export function poolPda(config: string, mint0: string, mint1: string) {
  return ownAddress(CLMM_PROGRAM, text('pool'), keyBytes(config), keyBytes(mint0), keyBytes(mint1))
}

/** Seeds with which a pool signs for its vaults and for the tokens that stand for positions. */
export function poolSeeds(pool: Uint8Array): readonly Uint8Array[] {
  const part = (at: number, size: number): Uint8Array => pool.slice(at, at + size)
  const keys = [POOL_AT.config, POOL_AT.mint0, POOL_AT.mint1].map((at) => part(at, 32))
  return [text('pool'), ...keys, part(POOL_AT.bump, 1)]
}

export function vaultPda(pool: string, mint: string) {
  return ownAddress(CLMM_PROGRAM, text('pool_vault'), keyBytes(pool), keyBytes(mint))
}

export function observationPda(pool: string) {
  return ownAddress(CLMM_PROGRAM, text('observation'), keyBytes(pool))
}

export function extensionPda(pool: string) {
  return ownAddress(CLMM_PROGRAM, text('pool_tick_array_bitmap_extension'), keyBytes(pool))
}

export function arrayPda(pool: string, start: number) {
  return ownAddress(CLMM_PROGRAM, text('tick_array'), keyBytes(pool), Uint8Array.from(intBytes(4, start)).reverse())
}

export function positionPda(mint: string) {
  return ownAddress(CLMM_PROGRAM, text('position'), keyBytes(mint))
}
