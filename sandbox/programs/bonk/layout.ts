import { LAUNCHLAB_PROGRAM } from '../../../src/chain/solana/dexes/bonk/addresses.ts'
import { addressBytes, findProgramAddress } from '../../../src/chain/solana/pda.ts'
import { intBytes, keyAt, uintAt } from '../byte-fields.ts'

/* Raydium LaunchLab: where its accounts keep what, and where they are. */

export const CURVE_TAG = Buffer.from('f7ede3f5d7c3de46', 'hex')
export const CURVE_BYTES = 429
/** Byte offsets in a curve's account; eight bytes each where nothing else is said. */
export const CURVE_AT = {
  epoch: 8,
  /** One byte each, to the migrate type. */
  authBump: 16,
  status: 17,
  baseDecimals: 18,
  quoteDecimals: 19,
  migrateType: 20,
  supply: 21,
  totalBaseSell: 29,
  virtualBase: 37,
  virtualQuote: 45,
  realBase: 53,
  realQuote: 61,
  totalQuoteFundRaising: 69,
  quoteProtocolFee: 77,
  platformFee: 85,
  migrateFee: 93,
  vestingTotalLocked: 101,
  vestingCliff: 109,
  vestingUnlock: 117,
  /** Keys, 32 bytes each. */
  globalConfig: 141,
  platformConfig: 173,
  baseMint: 205,
  quoteMint: 237,
  baseVault: 269,
  quoteVault: 301,
  creator: 333,
  /** One byte each. */
  tokenProgramFlag: 365,
  cpmmCreatorFeeOn: 366,
} as const

export const CURVE_STATUS = { fund: 0, migrate: 1, trade: 2 } as const
export const MIGRATE_TO_CPMM = 1
export const CONSTANT_PRODUCT = 0
export const FEE_RATE_DENOMINATOR = 1_000_000n

export const GLOBAL_TAG = Buffer.from('95089ccaa0fcb0d9', 'hex')
export const GLOBAL_BYTES = 371
export const GLOBAL_AT = {
  /** One byte, then two. */
  curveType: 16,
  index: 17,
  migrateFee: 19,
  tradeFeeRate: 27,
  maxShareFeeRate: 35,
  minSupply: 43,
  maxLockRate: 51,
  minSellRate: 59,
  minMigrateRate: 67,
  minFundRaising: 75,
  quoteMint: 83,
  protocolFeeOwner: 115,
  migrateFeeOwner: 147,
  migrateToAmmWallet: 179,
  migrateToCpmmWallet: 211,
} as const

export const PLATFORM_TAG = Buffer.from('a04e8000f853e6a0', 'hex')
export const PLATFORM_BYTES = 944
export const PLATFORM_AT = {
  feeWallet: 16,
  nftWallet: 48,
  burnScale: 96,
  feeRate: 104,
  name: 112,
  web: 176,
  img: 432,
  cpmmConfig: 688,
  creatorFeeRate: 720,
} as const

export type OwnAddress = { readonly address: string; readonly bump: number; readonly seeds: readonly Uint8Array[] }

function own(...seeds: readonly Uint8Array[]): OwnAddress {
  const { address, bump } = findProgramAddress(seeds, LAUNCHLAB_PROGRAM)
  return { address, bump, seeds: [...seeds, Uint8Array.of(bump)] }
}

const text = (value: string): Uint8Array => Buffer.from(value)
export const launchAuthority = (): OwnAddress => own(text('vault_auth_seed'))
export const launchEventAuthority = (): OwnAddress => own(text('__event_authority'))
export const platformFeeAuthority = (): OwnAddress => own(text('platform_fee_vault_auth_seed'))
export const creatorFeeAuthority = (): OwnAddress => own(text('creator_fee_vault_auth_seed'))
export const launchPool = (mint: string, quoteMint: string): OwnAddress =>
  own(text('pool'), addressBytes(mint), addressBytes(quoteMint))
export const launchVault = (pool: string, mint: string): OwnAddress =>
  own(text('pool_vault'), addressBytes(pool), addressBytes(mint))
/** Takes the fees of a platform, or of a creator, in one quote. */
export const feeVault = (taker: string, quoteMint: string): OwnAddress =>
  own(addressBytes(taker), addressBytes(quoteMint))
/** The index is big-endian. */
export const globalConfigPda = (quoteMint: string, curveType: number, index: number): OwnAddress =>
  own(text('global_config'), addressBytes(quoteMint), intBytes(1, curveType), Uint8Array.of(index >> 8, index & 255))

export function curveU64(bytes: Uint8Array, field: keyof typeof CURVE_AT): bigint {
  return uintAt(bytes, CURVE_AT[field], 8)
}

export function curveKey(bytes: Uint8Array, field: keyof typeof CURVE_AT): string {
  return keyAt(bytes, CURVE_AT[field])
}
