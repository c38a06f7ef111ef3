import { startsWith } from '../../anchor-event.ts'
import { decodeLayout, encodeLayout, type Layout, type LayoutValue } from '../../borsh-layout.ts'

/** Accounts of the pump.fun curve program and of the fee program that both pump programs share. Accounts written under
 *  older layouts are shorter; what is missing reads as zero. */
export const BONDING_CURVE = {
  virtualTokenReserves: 'u64',
  virtualQuoteReserves: 'u64',
  realTokenReserves: 'u64',
  realQuoteReserves: 'u64',
  tokenTotalSupply: 'u64',
  complete: 'bool',
  creator: 'pubkey',
  isMayhemMode: 'bool',
  isCashbackCoin: 'bool',
  quoteMint: 'pubkey',
  creatorFeeBps: 'u64',
  canEditCreatorFee: 'bool',
  isHolderReward: 'bool',
} as const satisfies Layout

export const GLOBAL = {
  initialized: 'bool',
  authority: 'pubkey',
  feeRecipient: 'pubkey',
  initialVirtualTokenReserves: 'u64',
  initialVirtualSolReserves: 'u64',
  initialRealTokenReserves: 'u64',
  tokenTotalSupply: 'u64',
  feeBasisPoints: 'u64',
  withdrawAuthority: 'pubkey',
  enableMigrate: 'bool',
  poolMigrationFee: 'u64',
  creatorFeeBasisPoints: 'u64',
  feeRecipients: { array: 'pubkey', length: 7 },
  setCreatorAuthority: 'pubkey',
  adminSetCreatorAuthority: 'pubkey',
  createV2Enabled: 'bool',
  whitelistPda: 'pubkey',
  reservedFeeRecipient: 'pubkey',
  mayhemModeEnabled: 'bool',
  reservedFeeRecipients: { array: 'pubkey', length: 7 },
  isCashbackEnabled: 'bool',
  buybackFeeRecipients: { array: 'pubkey', length: 8 },
  buybackBasisPoints: 'u64',
  initialVirtualQuoteReserves: 'u64',
  whitelistedQuoteMints: { array: 'pubkey', length: 1 },
  creatorFeeConfigurable: 'bool',
  maxConfigurableCreatorFeeBps: 'u64',
  holderRewardClaimAuthority: 'pubkey',
  isHolderRewardEnabled: 'bool',
} as const satisfies Layout

export const FEES = { lpFeeBps: 'u64', protocolFeeBps: 'u64', creatorFeeBps: 'u64' } as const satisfies Layout
const FEE_TIER = { marketCapLamportsThreshold: 'u128', fees: { struct: FEES } } as const satisfies Layout
/** Tiers per table in the fee program's account. */
export const MAX_FEE_TIERS = 50

export const FEE_CONFIG = {
  bump: 'u8',
  admin: 'pubkey',
  flatFees: { struct: FEES },
  feeTiers: { vec: FEE_TIER, max: MAX_FEE_TIERS },
  stableFeeTiers: { vec: FEE_TIER, max: MAX_FEE_TIERS },
  exoticFlatFees: { struct: FEES },
} as const satisfies Layout

export type BondingCurve = LayoutValue<typeof BONDING_CURVE>
export type Global = LayoutValue<typeof GLOBAL>
export type FeeConfig = LayoutValue<typeof FEE_CONFIG>

export const BONDING_CURVE_TAG = Buffer.from('17b7f83760d8ac60', 'hex')
export const GLOBAL_TAG = Buffer.from('a7e8e8b1c86c727f', 'hex')
export const FEE_CONFIG_TAG = Buffer.from('8f3492bbdb7b4c9b', 'hex')

/** Length of a curve account that today's program makes; `buy` and `sell` top older ones up. */
export const BONDING_CURVE_BYTES = 151
/** A curve up to `complete`, which every version of the program wrote. */
const OLDEST_BONDING_CURVE_BYTES = 49
/** Global up to `fee_basis_points`. */
const OLDEST_GLOBAL_BYTES = 113
export const FEE_CONFIG_BYTES = 4_097

/** Null for bytes that are no curve. The caller has checked the owner program: discriminators collide. */
export function decodeBondingCurve(data: Uint8Array): BondingCurve | null {
  if (data.length < OLDEST_BONDING_CURVE_BYTES || !startsWith(data, BONDING_CURVE_TAG)) return null
  return decodeLayout(BONDING_CURVE, data, 8)?.value ?? null
}

export function encodeBondingCurve(curve: BondingCurve, lengthBytes = BONDING_CURVE_BYTES): Uint8Array {
  return sized(BONDING_CURVE_TAG, encodeLayout(BONDING_CURVE, curve), lengthBytes)
}

export function decodeGlobal(data: Uint8Array): Global | null {
  if (data.length < OLDEST_GLOBAL_BYTES || !startsWith(data, GLOBAL_TAG)) return null
  return decodeLayout(GLOBAL, data, 8)?.value ?? null
}

export function encodeGlobal(global: Global): Uint8Array {
  const body = encodeLayout(GLOBAL, global)
  return sized(GLOBAL_TAG, body, 8 + body.length)
}

export function decodeFeeConfig(data: Uint8Array): FeeConfig | null {
  if (!startsWith(data, FEE_CONFIG_TAG)) return null
  return decodeLayout(FEE_CONFIG, data, 8)?.value ?? null
}

export function encodeFeeConfig(config: FeeConfig): Uint8Array {
  return sized(FEE_CONFIG_TAG, encodeLayout(FEE_CONFIG, config), FEE_CONFIG_BYTES)
}

/** Discriminator and body in an account of `lengthBytes`: cut where an older layout ended, zero-padded beyond. */
export function sized(tag: Uint8Array, body: Uint8Array, lengthBytes: number): Uint8Array {
  const out = new Uint8Array(lengthBytes)
  out.set(tag)
  out.set(body.subarray(0, Math.max(0, lengthBytes - tag.length)), tag.length)
  return out
}
