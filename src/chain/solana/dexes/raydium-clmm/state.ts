import { startsWith } from '../../anchor-event.ts'
import { decodeLayout, type Layout, type LayoutValue } from '../../borsh-layout.ts'

const PADDING_U64 = (length: number) => ({ array: 'u64', length }) as const

/** Account of a pool as far as swaps need it. Source: the program's `states/pool.rs` and `states/pool_fee.rs`. */
export const CLMM_POOL = {
  bump: 'u8',
  ammConfig: 'pubkey',
  creator: 'pubkey',
  token0Mint: 'pubkey',
  token1Mint: 'pubkey',
  token0Vault: 'pubkey',
  token1Vault: 'pubkey',
  observationKey: 'pubkey',
  mint0Decimals: 'u8',
  mint1Decimals: 'u8',
  tickSpacing: 'u16',
  liquidity: 'u128',
  /** Square root of units of token 1 for one of token 0, 64 bits of it after the point. */
  sqrtPriceX64: 'u128',
  /** An i32; its bits. */
  tickCurrentBits: 'u32',
  padding3: 'u32',
  feeGrowthGlobal0: 'u128',
  feeGrowthGlobal1: 'u128',
  protocolFees0: 'u64',
  protocolFees1: 'u64',
  padding5: PADDING_U64(8),
  status: 'u8',
  /** 0: of the input; 1: of token 0; 2: of token 1. */
  feeOn: 'u8',
  padding: { array: 'u8', length: 6 },
  rewards: { array: 'u8', length: 507 },
  /** A bit for each array of ticks around the price 1, lowest first: set where an array has a tick. */
  tickArrayBitmap: { array: 'u8', length: 128 },
  padding6: PADDING_U64(4),
  fundFees0: 'u64',
  fundFees1: 'u64',
  openTimeSec: 'u64',
  recentEpoch: 'u64',
  dynamicFee: {
    struct: {
      filterPeriodSec: 'u16',
      decayPeriodSec: 'u16',
      /** Ten-thousandths. */
      reductionFactor: 'u16',
      controlFactor: 'u32',
      maxVolatility: 'u32',
      /** An i32; its bits. */
      groupReferenceBits: 'u32',
      volatilityReference: 'u32',
      volatility: 'u32',
      lastUpdateSec: 'u64',
    },
  },
} as const satisfies Layout

export type ClmmPool = LayoutValue<typeof CLMM_POOL>

export const CLMM_POOL_TAG = Buffer.from('f7ede3f5d7c3de46', 'hex')
export const CLMM_POOL_BYTES = 1_544
export const TOKEN_0_MINT_OFFSET = 73
export const TOKEN_1_MINT_OFFSET = 105
const SWAP_OFF_BIT = 16

/** Null for bytes that are no pool. The caller has checked the owner program. */
export function decodeClmmPool(data: Uint8Array): ClmmPool | null {
  if (data.length !== CLMM_POOL_BYTES || !startsWith(data, CLMM_POOL_TAG)) return null
  return decodeLayout(CLMM_POOL, data, 8)?.value ?? null
}

export function isSwapOn({ status }: ClmmPool): boolean {
  return (status & SWAP_OFF_BIT) === 0
}

/** Fee tier of a pool; rates are millionths, those of protocol and fund of the fee. */
const CLMM_CONFIG = {
  bump: 'u8',
  index: 'u16',
  owner: 'pubkey',
  protocolFeeRate: 'u32',
  tradeFeeRate: 'u32',
  tickSpacing: 'u16',
  fundFeeRate: 'u32',
} as const satisfies Layout

export type ClmmConfig = LayoutValue<typeof CLMM_CONFIG>

const CLMM_CONFIG_TAG = Buffer.from('daf42168cbcb2b6f', 'hex')
const CLMM_CONFIG_BYTES = 117
const RATE_UNIT = 1_000_000

/** Null for bytes that are no fee tier, and for rates that cannot be. The caller has checked the owner program. */
export function decodeClmmConfig(data: Uint8Array): ClmmConfig | null {
  if (data.length < CLMM_CONFIG_BYTES || !startsWith(data, CLMM_CONFIG_TAG)) return null
  const config = decodeLayout(CLMM_CONFIG, data, 8)?.value ?? null
  if (config === null || config.tradeFeeRate >= RATE_UNIT) return null
  return config.protocolFeeRate + config.fundFeeRate > RATE_UNIT ? null : config
}
