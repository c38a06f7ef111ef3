import { startsWith } from '../../anchor-event.ts'
import { decodeLayout, encodeLayout, type Layout, type LayoutValue } from '../../borsh-layout.ts'
import { sized } from '../pumpfun/state.ts'

/** Accounts of PumpSwap. Older ones are shorter; what is missing reads as zero. */
export const POOL = {
  poolBump: 'u8',
  index: 'u16',
  creator: 'pubkey',
  baseMint: 'pubkey',
  quoteMint: 'pubkey',
  lpMint: 'pubkey',
  poolBaseTokenAccount: 'pubkey',
  poolQuoteTokenAccount: 'pubkey',
  lpSupply: 'u64',
  coinCreator: 'pubkey',
  isMayhemMode: 'bool',
  isCashbackCoin: 'bool',
  /** Signed; added to the quote balance for pricing. */
  virtualQuoteReserves: 'i128',
  creatorFeeBps: 'u64',
  canEditCreatorFee: 'bool',
  isHolderReward: 'bool',
} as const satisfies Layout

export const GLOBAL_CONFIG = {
  admin: 'pubkey',
  lpFeeBasisPoints: 'u64',
  protocolFeeBasisPoints: 'u64',
  disableFlags: 'u8',
  protocolFeeRecipients: { array: 'pubkey', length: 8 },
  coinCreatorFeeBasisPoints: 'u64',
  adminSetCoinCreatorAuthority: 'pubkey',
  whitelistPda: 'pubkey',
  reservedFeeRecipient: 'pubkey',
  mayhemModeEnabled: 'bool',
  reservedFeeRecipients: { array: 'pubkey', length: 7 },
  isCashbackEnabled: 'bool',
  buybackFeeRecipients: { array: 'pubkey', length: 8 },
  buybackBasisPoints: 'u64',
  boostAuthority: 'pubkey',
  boostEnabled: 'bool',
  creatorFeeConfigurable: 'bool',
  maxConfigurableCreatorFeeBps: 'u64',
} as const satisfies Layout

export type PumpSwapPool = LayoutValue<typeof POOL>
export type GlobalConfig = LayoutValue<typeof GLOBAL_CONFIG>

export const POOL_TAG = Buffer.from('f19a6d0411b16dbc', 'hex')
export const GLOBAL_CONFIG_TAG = Buffer.from('95089ccaa0fcb0d9', 'hex')
/** Length of a pool account that today's program makes. */
export const POOL_BYTES = 300
/** A pool up to `lp_supply`, which every version of the program wrote. */
const OLDEST_POOL_BYTES = 211
const OLDEST_GLOBAL_CONFIG_BYTES = 313
export const BASE_MINT_OFFSET = 43
export const QUOTE_MINT_OFFSET = 75

/** Null for bytes that are no pool. The caller has checked the owner program: DAMM pools share the discriminator. */
export function decodePool(data: Uint8Array): PumpSwapPool | null {
  if (data.length < OLDEST_POOL_BYTES || !startsWith(data, POOL_TAG)) return null
  return decodeLayout(POOL, data, 8)?.value ?? null
}

export function encodePool(pool: PumpSwapPool, lengthBytes = POOL_BYTES): Uint8Array {
  return sized(POOL_TAG, encodeLayout(POOL, pool), lengthBytes)
}

export function decodeGlobalConfig(data: Uint8Array): GlobalConfig | null {
  if (data.length < OLDEST_GLOBAL_CONFIG_BYTES || !startsWith(data, GLOBAL_CONFIG_TAG)) return null
  return decodeLayout(GLOBAL_CONFIG, data, 8)?.value ?? null
}

export function encodeGlobalConfig(config: GlobalConfig): Uint8Array {
  const body = encodeLayout(GLOBAL_CONFIG, config)
  return sized(GLOBAL_CONFIG_TAG, body, 8 + body.length)
}
