import { error } from '../anchor-script.ts'
import { keyAt, uintAt } from '../byte-fields.ts'
import { ownAddress, text } from '../token-moves.ts'

/* Meteora DAMM v2 (cp-amm): where things lie in its accounts, its addresses and its errors. */

export const DAMM_V2_PROGRAM = 'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG'
export const DAMM_V2_AUTHORITY = ownAddress(DAMM_V2_PROGRAM, text('pool_authority'))
export const DAMM_V2_EVENT_AUTHORITY = ownAddress(DAMM_V2_PROGRAM, text('__event_authority'))

export const DAMM_V2_POOL_TAG = Buffer.from('f19a6d0411b16dbc', 'hex')
export const DAMM_V2_POOL_BYTES = 1112
export const DAMM_V2_POSITION_TAG = Buffer.from('aabc8fe47a40f7d0', 'hex')
export const DAMM_V2_POSITION_BYTES = 408

/** Offsets in a pool. */
export const DAMM_V2_AT = {
  baseFee: 8,
  protocolFeePercent: 48,
  referralFeePercent: 50,
  compoundingFeeBps: 54,
  dynamicFee: 56,
  initSqrtPrice: 152,
  mintA: 168,
  mintB: 200,
  vaultA: 232,
  vaultB: 264,
  whitelistedVault: 296,
  liquidity: 360,
  protocolFeeA: 392,
  protocolFeeB: 400,
  sqrtMinPrice: 424,
  sqrtMaxPrice: 440,
  sqrtPrice: 456,
  activationPoint: 472,
  activationType: 480,
  status: 481,
  flagA: 482,
  flagB: 483,
  collectFeeMode: 484,
  poolType: 485,
  feeVersion: 486,
  feeAPerLiquidity: 488,
  feeBPerLiquidity: 520,
  metrics: 568,
  creator: 648,
  amountA: 680,
  amountB: 688,
  layoutVersion: 696,
} as const

/** Offsets inside the dynamic fee, from its start. */
export const DYNAMIC_AT = {
  initialized: 0,
  maxVolatility: 8,
  control: 12,
  binStep: 16,
  filterPeriod: 18,
  decayPeriod: 20,
  reductionFactor: 22,
  lastUpdate: 24,
  binStepQ64: 32,
  sqrtReference: 48,
  accumulator: 64,
  reference: 80,
} as const

/** Of a configuration: its length, where it names who may make pools with terms of their own, and whether it lets
 *  them. */
export const DAMM_V2_CONFIG_TAG = Buffer.from('9b0caae01efacc82', 'hex')
export const DAMM_V2_CONFIG_BYTES = 328
export const DAMM_V2_CONFIG_CREATOR_AT = 40
export const DAMM_V2_CONFIG_TYPE_AT = 202
export const DYNAMIC_CONFIG = 1

export const DAMM_V2_MIN_SQRT_PRICE = 4_295_048_016n
export const DAMM_V2_MAX_SQRT_PRICE = 79_226_673_521_066_979_257_578_248_091n
export const COLLECT_BOTH = 0
export const COLLECT_ONLY_B = 1
export const COLLECT_COMPOUNDING = 2
/** Compounding pools keep this much of their liquidity for ever. */
export const DEAD_LIQUIDITY = 100n << 64n

export const DAMM_V2_ERRORS = {
  overflow: error(6000, 'MathOverflow', 'Math operation overflow'),
  invalidFee: error(6001, 'InvalidFee', 'Invalid fee setup'),
  slippage: error(6002, 'ExceededSlippage', 'Exceeded slippage tolerance'),
  disabled: error(6003, 'PoolDisabled', 'Pool disabled'),
  zero: error(6006, 'AmountIsZero', 'Amount is zero'),
  activationType: error(6010, 'InvalidActivationType', 'Invalid activation type'),
  priceRange: error(6014, 'InvalidPriceRange', 'Invalid Price Range'),
  outOfRange: error(6015, 'PriceRangeViolation', 'Trade is over price range'),
  collectFeeMode: error(6017, 'InvalidCollectFeeMode', 'Invalid collect fee mode'),
  input: error(6018, 'InvalidInput', 'Invalid input'),
  minimumLiquidity: error(6021, 'InvalidMinimumLiquidity', 'Invalid minimum liquidity'),
  baseFeeMode: error(6047, 'InvalidBaseFeeMode', 'Invalid base fee mode'),
  rateLimiter: error(6048, 'InvalidFeeRateLimiter', 'Invalid fee rate limiter'),
  severalSwaps: error(
    6049,
    'FailToValidateSingleSwapInstruction',
    'Fail to validate single swap instruction in rate limiter',
  ),
  configType: error(6041, 'InvalidConfigType', 'Invalid config type'),
  timeScheduler: error(6050, 'InvalidFeeTimeScheduler', 'Invalid fee scheduler'),
  undetermined: error(6051, 'UndeterminedError', 'Undetermined error'),
  marketCapScheduler: error(6055, 'InvalidFeeMarketCapScheduler', 'Invalid fee market cap scheduler'),
} as const

/** The pool's bytes when they are a pool's, else null. */
export function readDammV2Pool(data: Uint8Array): Uint8Array | null {
  const isPool = data.length >= DAMM_V2_POOL_BYTES && Buffer.compare(data.subarray(0, 8), DAMM_V2_POOL_TAG) === 0
  return isPool ? Uint8Array.from(data) : null
}

export type DammV2Pool = {
  readonly mintA: string
  readonly mintB: string
  readonly vaultA: string
  readonly vaultB: string
  readonly liquidity: bigint
  readonly sqrtPrice: bigint
  readonly sqrtMinPrice: bigint
  readonly sqrtMaxPrice: bigint
  readonly amountA: bigint
  readonly amountB: bigint
  readonly collectFeeMode: number
}

export function dammV2Facts(pool: Uint8Array): DammV2Pool {
  return {
    mintA: keyAt(pool, DAMM_V2_AT.mintA),
    mintB: keyAt(pool, DAMM_V2_AT.mintB),
    vaultA: keyAt(pool, DAMM_V2_AT.vaultA),
    vaultB: keyAt(pool, DAMM_V2_AT.vaultB),
    liquidity: uintAt(pool, DAMM_V2_AT.liquidity, 16),
    sqrtPrice: uintAt(pool, DAMM_V2_AT.sqrtPrice, 16),
    sqrtMinPrice: uintAt(pool, DAMM_V2_AT.sqrtMinPrice, 16),
    sqrtMaxPrice: uintAt(pool, DAMM_V2_AT.sqrtMaxPrice, 16),
    amountA: uintAt(pool, DAMM_V2_AT.amountA, 8),
    amountB: uintAt(pool, DAMM_V2_AT.amountB, 8),
    collectFeeMode: pool[DAMM_V2_AT.collectFeeMode]!,
  }
}
