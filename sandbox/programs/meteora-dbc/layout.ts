import { error } from '../anchor-script.ts'
import { keyAt, uintAt } from '../byte-fields.ts'
import { keyBytes, ownAddress, text } from '../token-moves.ts'

/* Meteora DBC (dynamic bonding curve): where things lie in its accounts, its addresses and its errors. */

export const DBC_PROGRAM = 'dbcij3LWUppWqq96dh6gJWwBifmcGfLSB5D4DuSMaqN'
export const DBC_AUTHORITY = ownAddress(DBC_PROGRAM, text('pool_authority'))
export const DBC_EVENT_AUTHORITY = ownAddress(DBC_PROGRAM, text('__event_authority'))

export const DBC_POOL_TAG = Buffer.from('d5e005d16245775c', 'hex')
export const DBC_POOL_BYTES = 424
/** Offsets in a virtual pool. */
export const DBC_AT = {
  lastUpdate: 8,
  /** Sixteen bytes each. */
  sqrtReference: 24,
  accumulator: 40,
  reference: 56,
  /** Keys. */
  config: 72,
  creator: 104,
  baseMint: 136,
  baseVault: 168,
  quoteVault: 200,
  /** Eight bytes each. */
  baseReserve: 232,
  quoteReserve: 240,
  protocolBaseFee: 248,
  protocolQuoteFee: 256,
  partnerBaseFee: 264,
  partnerQuoteFee: 272,
  sqrtPrice: 280,
  activationPoint: 296,
  /** One byte each. */
  poolType: 304,
  isMigrated: 305,
  progress: 308,
  totalProtocolBaseFee: 312,
  totalProtocolQuoteFee: 320,
  totalTradingBaseFee: 328,
  totalTradingQuoteFee: 336,
  finishTime: 344,
  creatorBaseFee: 352,
  creatorQuoteFee: 360,
  hasSwap: 370,
  migrationFeeBps: 376,
} as const
export const PROGRESS = { bonding: 0, readyToMigrate: 2, migrated: 3 } as const

export const DBC_CONFIG_TAG = Buffer.from('1a6c0e7b74e6812b', 'hex')
export const DBC_CONFIG_BYTES = 1_048
/** Offsets in a configuration. */
export const DBC_CONFIG_AT = {
  quoteMint: 8,
  feeClaimer: 40,
  leftoverReceiver: 72,
  cliffFee: 104,
  secondFactor: 112,
  thirdFactor: 120,
  firstFactor: 128,
  feeMode: 130,
  hasDynamicFee: 136,
  maxVolatility: 144,
  volatilityControl: 148,
  binStep: 152,
  filterPeriod: 154,
  decayPeriod: 156,
  reductionFactor: 158,
  binStepQ64: 168,
  collectFeeMode: 232,
  migrationOption: 233,
  activationType: 234,
  decimals: 235,
  tokenType: 237,
  creatorLockedPercent: 241,
  migrationFeeOption: 243,
  isFixedSupply: 244,
  creatorFeePercent: 245,
  updateAuthority: 246,
  swapBase: 256,
  quoteThreshold: 264,
  baseThreshold: 272,
  migrationSqrtPrice: 280,
  supplyBefore: 344,
  supplyAfter: 352,
  migratedCollectFeeMode: 360,
  migratedFeeBps: 362,
  startSqrtPrice: 392,
  curve: 408,
} as const
export const CURVE_POINTS = 20
export const CURVE_POINT_BYTES = 32

export const FEE_MODE = { linear: 0, exponential: 1, limiter: 2 } as const
export const COLLECT = { quote: 0, output: 1 } as const

export const DBC_ERRORS = {
  overflow: error(6000, 'MathOverflow', 'Math operation overflow'),
  slippage: error(6002, 'ExceededSlippage', 'Exceeded slippage tolerance'),
  zero: error(6005, 'AmountIsZero', 'Amount is zero'),
  typeCast: error(6006, 'TypeCastFailed', 'Type cast error'),
  completed: error(6013, 'PoolIsCompleted', 'Pool is completed'),
  tokenType: error(6017, 'InvalidTokenType', 'Invalid token type'),
  supply: error(6020, 'InvalidTokenSupply', 'Invalid token supply'),
  notPermitted: error(6022, 'NotPermitToDoThisAction', 'Not permit to do this action'),
  migrationLiquidity: error(6029, 'InsufficientLiquidityForMigration', 'Insufficient liquidity for migration'),
  missingConfig: error(6030, 'MissingPoolConfigInRemainingAccount', 'Missing pool config in remaining account'),
  liquidity: error(6033, 'InsufficientLiquidity', 'Liquidity in bonding curve is insufficient'),
  severalSwaps: error(
    6043,
    'FailToValidateSingleSwapInstruction',
    'Fail to validate single swap instruction in rate limiter',
  ),
  undetermined: error(6045, 'UndeterminedError', 'Undertermined error'),
} as const

/** The pool's bytes when they are a pool's, else null. */
export function readDbcPool(data: Uint8Array): Uint8Array | null {
  const isPool = data.length === DBC_POOL_BYTES && Buffer.compare(data.subarray(0, 8), DBC_POOL_TAG) === 0
  return isPool ? Uint8Array.from(data) : null
}

/** Likewise of a configuration. */
export function readDbcConfig(data: Uint8Array): Uint8Array | null {
  return data.length === DBC_CONFIG_BYTES && Buffer.compare(data.subarray(0, 8), DBC_CONFIG_TAG) === 0 ? data : null
}

/** Address and seeds of a token's curve under one configuration. */
export function dbcPoolPda(config: string, baseMint: string, quoteMint: string) {
  const [one, other] = [Buffer.from(keyBytes(baseMint)), Buffer.from(keyBytes(quoteMint))]
  const [larger, lesser] = Buffer.compare(one, other) > 0 ? [one, other] : [other, one]
  return ownAddress(DBC_PROGRAM, text('pool'), keyBytes(config), larger, lesser)
}

export function dbcVaultPda(mint: string, pool: string) {
  return ownAddress(DBC_PROGRAM, text('token_vault'), keyBytes(mint), keyBytes(pool))
}

export type Stretch = { readonly to: bigint; readonly liquidity: bigint }

/** The curve's stretches up to the first that is empty. */
export function stretchesOf(config: Uint8Array): readonly Stretch[] {
  const points = Array.from({ length: CURVE_POINTS }, (_, i) => {
    const at = DBC_CONFIG_AT.curve + i * CURVE_POINT_BYTES
    return { to: uintAt(config, at, 16), liquidity: uintAt(config, at + 16, 16) }
  })
  const end = points.findIndex(({ to, liquidity }) => to === 0n || liquidity === 0n)
  return end < 0 ? points : points.slice(0, end)
}

export function configU64(config: Uint8Array, field: keyof typeof DBC_CONFIG_AT): bigint {
  return uintAt(config, DBC_CONFIG_AT[field], 8)
}

export function poolU64(pool: Uint8Array, field: keyof typeof DBC_AT): bigint {
  return uintAt(pool, DBC_AT[field], 8)
}

export function poolKey(pool: Uint8Array, field: keyof typeof DBC_AT): string {
  return keyAt(pool, DBC_AT[field])
}
