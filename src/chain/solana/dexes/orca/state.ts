import { startsWith } from '../../anchor-event.ts'
import { decodeLayout, type Layout, type LayoutValue } from '../../borsh-layout.ts'

/** Account of a Whirlpool up to its reward fields, which are not read. */
export const WHIRLPOOL = {
  whirlpoolsConfig: 'pubkey',
  bump: 'u8',
  tickSpacing: 'u16',
  feeTierIndexSeed: 'u16',
  /** Millionths. */
  feeRate: 'u16',
  /** Ten-thousandths of the fee. */
  protocolFeeRate: 'u16',
  liquidity: 'u128',
  /** Square root of units of B for one of A, 64 bits of it after the point. */
  sqrtPriceX64: 'u128',
  /** An i32; its bits. */
  tickCurrentIndexBits: 'u32',
  protocolFeeOwedA: 'u64',
  protocolFeeOwedB: 'u64',
  tokenMintA: 'pubkey',
  tokenVaultA: 'pubkey',
  feeGrowthGlobalA: 'u128',
  tokenMintB: 'pubkey',
  tokenVaultB: 'pubkey',
  feeGrowthGlobalB: 'u128',
} as const satisfies Layout

export type Whirlpool = LayoutValue<typeof WHIRLPOOL>

export const WHIRLPOOL_TAG = Buffer.from('3f95d10ce1806309', 'hex')
export const WHIRLPOOL_BYTES = 653
export const MINT_A_OFFSET = 101
export const MINT_B_OFFSET = 181

/** Null for bytes that are no Whirlpool. The caller has checked the owner program. */
export function decodeWhirlpool(data: Uint8Array): Whirlpool | null {
  if (data.length !== WHIRLPOOL_BYTES || !startsWith(data, WHIRLPOOL_TAG)) return null
  return decodeLayout(WHIRLPOOL, data, 8)?.value ?? null
}
