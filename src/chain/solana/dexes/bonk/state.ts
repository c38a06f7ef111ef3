import { readU64 } from '../../../../hot-paths/account-layouts.ts'
import { startsWith } from '../../anchor-event.ts'
import { decodeLayout, type Layout, type LayoutValue } from '../../borsh-layout.ts'

/** Account of a Raydium LaunchLab curve. */
export const LAUNCH_POOL = {
  epoch: 'u64',
  authBump: 'u8',
  /** 0 trading, 1 sold out and waiting to graduate, 2 graduated. */
  status: 'u8',
  baseDecimals: 'u8',
  quoteDecimals: 'u8',
  migrateType: 'u8',
  supply: 'u64',
  totalBaseSell: 'u64',
  virtualBase: 'u64',
  virtualQuote: 'u64',
  /** Sold and raised so far. */
  realBase: 'u64',
  realQuote: 'u64',
  totalQuoteFundRaising: 'u64',
  quoteProtocolFee: 'u64',
  platformFee: 'u64',
  migrateFee: 'u64',
  vestingTotalLocked: 'u64',
  vestingCliff: 'u64',
  vestingUnlock: 'u64',
  vestingStart: 'u64',
  vestingAllocated: 'u64',
  globalConfig: 'pubkey',
  platformConfig: 'pubkey',
  baseMint: 'pubkey',
  quoteMint: 'pubkey',
  baseVault: 'pubkey',
  quoteVault: 'pubkey',
  creator: 'pubkey',
  tokenProgramFlag: 'u8',
  cpmmCreatorFeeOn: 'u8',
  platformVestingShare: 'u64',
} as const satisfies Layout

/** What of a global configuration says how a curve prices; fees are millionths. */
export const LAUNCH_CONFIG = {
  epoch: 'u64',
  curveType: 'u8',
  index: 'u16',
  migrateFee: 'u64',
  tradeFeeRate: 'u64',
} as const satisfies Layout

export type LaunchPool = LayoutValue<typeof LAUNCH_POOL>
export type PlatformRates = { readonly platform: bigint; readonly creator: bigint }
export type CurveType = 'constantProduct' | 'fixedPrice' | 'linear'

export const LAUNCH_POOL_TAG = Buffer.from('f7ede3f5d7c3de46', 'hex')
export const LAUNCH_CONFIG_TAG = Buffer.from('95089ccaa0fcb0d9', 'hex')
export const LAUNCH_POOL_BYTES = 429
export const LAUNCH_CONFIG_BYTES = 371
export const PLATFORM_TAG = Buffer.from('a04e8000f853e6a0', 'hex')
const FEE_RATE_OFFSET = 104
const CREATOR_FEE_RATE_OFFSET = 720
/** A platform up to its pictures, which every version of the program wrote. */
const OLDEST_PLATFORM_BYTES = 688
export const BASE_MINT_OFFSET = 205
export const QUOTE_MINT_OFFSET = 237

/** `status` of a curve that trades. */
export const STATUS_TRADING = 0
/** Of one whose token has moved on to a pool. */
export const STATUS_GRADUATED = 2
const CURVE_TYPES: readonly CurveType[] = ['constantProduct', 'fixedPrice', 'linear']

/** Null for bytes that are no curve. The caller has checked the owner program: CPMM pools share the discriminator. */
export function decodeLaunchPool(data: Uint8Array): LaunchPool | null {
  if (data.length !== LAUNCH_POOL_BYTES || !startsWith(data, LAUNCH_POOL_TAG)) return null
  return decodeLayout(LAUNCH_POOL, data, 8)?.value ?? null
}

/** The protocol's part of a trade, in millionths; null for bytes that are no global configuration. */
export function decodeTradeFeeRate(data: Uint8Array): bigint | null {
  if (data.length !== LAUNCH_CONFIG_BYTES || !startsWith(data, LAUNCH_CONFIG_TAG)) return null
  return decodeLayout(LAUNCH_CONFIG, data, 8)?.value.tradeFeeRate ?? null
}

/** What a platform and the token's creator take of a trade, in millionths. Older platforms take nothing for creators.
 *  Null for bytes that are no platform configuration. */
export function decodePlatformRates(data: Uint8Array): PlatformRates | null {
  if (data.length < OLDEST_PLATFORM_BYTES || !startsWith(data, PLATFORM_TAG)) return null
  const hasCreatorFee = data.length >= CREATOR_FEE_RATE_OFFSET + 8
  return {
    platform: readU64(data, FEE_RATE_OFFSET),
    creator: hasCreatorFee ? readU64(data, CREATOR_FEE_RATE_OFFSET) : 0n,
  }
}

/** How the curves of a global configuration price; null for bytes that are none and for a kind we do not know. */
export function decodeCurveType(data: Uint8Array): CurveType | null {
  if (data.length !== LAUNCH_CONFIG_BYTES || !startsWith(data, LAUNCH_CONFIG_TAG)) return null
  const config = decodeLayout(LAUNCH_CONFIG, data, 8)?.value
  return (config && CURVE_TYPES[config.curveType]) ?? null
}
