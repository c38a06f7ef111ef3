import { startsWith } from '../../anchor-event.ts'
import { decodeLayout, type Layout, type LayoutValue } from '../../borsh-layout.ts'

/** Account of a Raydium CPMM pool; fees that wait for their takers lie in the vaults and are not traded against. */
export const CPMM_POOL = {
  ammConfig: 'pubkey',
  poolCreator: 'pubkey',
  token0Vault: 'pubkey',
  token1Vault: 'pubkey',
  lpMint: 'pubkey',
  token0Mint: 'pubkey',
  token1Mint: 'pubkey',
  token0Program: 'pubkey',
  token1Program: 'pubkey',
  observation: 'pubkey',
  authBump: 'u8',
  /** Bits 0, 1, 2: deposits, withdrawals, swaps are switched off. */
  status: 'u8',
  lpDecimals: 'u8',
  mint0Decimals: 'u8',
  mint1Decimals: 'u8',
  lpSupply: 'u64',
  protocolFees0: 'u64',
  protocolFees1: 'u64',
  fundFees0: 'u64',
  fundFees1: 'u64',
  openTimeSec: 'u64',
  recentEpoch: 'u64',
  creatorFeeOn: 'u8',
  enableCreatorFee: 'bool',
  padding1: { array: 'u8', length: 6 },
  creatorFees0: 'u64',
  creatorFees1: 'u64',
  padding2: { array: 'u64', length: 28 },
} as const satisfies Layout

export type CpmmPool = LayoutValue<typeof CPMM_POOL>

/** Account of a fee tier; rates are millionths, those of protocol and fund of the trade fee. */
export const CPMM_CONFIG = {
  bump: 'u8',
  disableCreatePool: 'bool',
  index: 'u16',
  tradeFeeRate: 'u64',
  protocolFeeRate: 'u64',
  fundFeeRate: 'u64',
  createPoolFee: 'u64',
  protocolOwner: 'pubkey',
  fundOwner: 'pubkey',
  creatorFeeRate: 'u64',
} as const satisfies Layout

export type CpmmConfig = LayoutValue<typeof CPMM_CONFIG>

export const CPMM_POOL_TAG = Buffer.from('f7ede3f5d7c3de46', 'hex')
export const CPMM_POOL_BYTES = 637
export const TOKEN_0_MINT_OFFSET = 168
export const TOKEN_1_MINT_OFFSET = 200

const CPMM_CONFIG_TAG = Buffer.from('daf42168cbcb2b6f', 'hex')
const CPMM_CONFIG_BYTES = 236

const SWAP_OFF_BIT = 4

/** Null for bytes that are no pool. The caller has checked the owner program: LaunchLab pools share the
 *  discriminator. */
export function decodeCpmmPool(data: Uint8Array): CpmmPool | null {
  if (data.length !== CPMM_POOL_BYTES || !startsWith(data, CPMM_POOL_TAG)) return null
  return decodeLayout(CPMM_POOL, data, 8)?.value ?? null
}

/** Null for bytes that are no fee tier. The caller has checked the owner program. */
export function decodeCpmmConfig(data: Uint8Array): CpmmConfig | null {
  if (data.length < CPMM_CONFIG_BYTES || !startsWith(data, CPMM_CONFIG_TAG)) return null
  return decodeLayout(CPMM_CONFIG, data, 8)?.value ?? null
}

export function isSwapOn({ status }: CpmmPool): boolean {
  return (status & SWAP_OFF_BIT) === 0
}
