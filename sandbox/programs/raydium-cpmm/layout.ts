import { CPMM_PROGRAM } from '../../../src/chain/solana/dexes/raydium-cpmm/addresses.ts'
import { addressBytes, findProgramAddress } from '../../../src/chain/solana/pda.ts'
import { keyAt, uintAt } from '../byte-fields.ts'

/* Raydium CPMM: where its accounts keep what, and where they are. */

export const CPMM_POOL_TAG = Buffer.from('f7ede3f5d7c3de46', 'hex')
export const CPMM_POOL_BYTES = 637
/** Byte offsets in a pool. */
export const CPMM_AT = {
  ammConfig: 8,
  poolCreator: 40,
  vault0: 72,
  vault1: 104,
  lpMint: 136,
  mint0: 168,
  mint1: 200,
  program0: 232,
  program1: 264,
  observation: 296,
  authBump: 328,
  status: 329,
  lpDecimals: 330,
  decimals0: 331,
  decimals1: 332,
  lpSupply: 333,
  protocolFees0: 341,
  protocolFees1: 349,
  fundFees0: 357,
  fundFees1: 365,
  openTime: 373,
  recentEpoch: 381,
  creatorFeeOn: 389,
  enableCreatorFee: 390,
  creatorFees0: 397,
  creatorFees1: 405,
} as const

export const CPMM_CONFIG_TAG = Buffer.from('daf42168cbcb2b6f', 'hex')
export const CPMM_CONFIG_BYTES = 236
export const CPMM_CONFIG_AT = {
  bump: 8,
  disableCreatePool: 9,
  index: 10,
  tradeFeeRate: 12,
  protocolFeeRate: 20,
  fundFeeRate: 28,
  createPoolFee: 36,
  protocolOwner: 44,
  fundOwner: 76,
  creatorFeeRate: 108,
} as const

export const OBSERVATION_TAG = Buffer.from('7aaec5358109a584', 'hex')
export const OBSERVATIONS = 100
export const OBSERVATION_ROW_BYTES = 40
export const OBSERVATION_BYTES = 4_075
/** Rows hold a time and the sums of both prices. */
export const OBSERVATION_AT = { initialized: 8, index: 9, pool: 11, rows: 43, lastUpdate: 4_043 } as const

export const PERMISSION_TAG = Buffer.from('e0531c4f0afda11c', 'hex')
/** @internal For tests. */
export const PERMISSION_BYTES = 280

/** A wrapped SOL account. */
export const CPMM_CREATE_FEE_ACCOUNT = 'DNXgeM9EiiaAbaWvwjHj9fQQLAX5ZsfHyvmYUNRAdNC8'
/** LP tokens that no one gets. */
export const LOCKED_LP_RAW = 100n
export const LP_DECIMALS = 9
export const FEE_RATE_DENOMINATOR = 1_000_000n

const AUTHORITY_SEED = Buffer.from('vault_and_lp_mint_auth_seed')

export type OwnAddress = { readonly address: string; readonly bump: number; readonly seeds: readonly Uint8Array[] }

function own(...seeds: readonly Uint8Array[]): OwnAddress {
  const { address, bump } = findProgramAddress(seeds, CPMM_PROGRAM)
  return { address, bump, seeds: [...seeds, Uint8Array.of(bump)] }
}

export const cpmmAuthority = (): OwnAddress => own(AUTHORITY_SEED)
export const cpmmPool = (config: string, mint0: string, mint1: string): OwnAddress =>
  own(Buffer.from('pool'), addressBytes(config), addressBytes(mint0), addressBytes(mint1))
export const cpmmVault = (pool: string, mint: string): OwnAddress =>
  own(Buffer.from('pool_vault'), addressBytes(pool), addressBytes(mint))
export const cpmmLpMint = (pool: string): OwnAddress => own(Buffer.from('pool_lp_mint'), addressBytes(pool))
export const cpmmObservation = (pool: string): OwnAddress => own(Buffer.from('observation'), addressBytes(pool))
export const cpmmPermission = (payer: string): OwnAddress => own(Buffer.from('permission'), addressBytes(payer))

export function cpmmU64(bytes: Uint8Array, field: keyof typeof CPMM_AT): bigint {
  return uintAt(bytes, CPMM_AT[field], 8)
}

export function cpmmKey(bytes: Uint8Array, field: keyof typeof CPMM_AT): string {
  return keyAt(bytes, CPMM_AT[field])
}

/** What of a vault belongs to someone else than the pool. */
export function cpmmFeesOwed(pool: Uint8Array, side: 0 | 1): bigint {
  return cpmmU64(pool, `protocolFees${side}`) + cpmmU64(pool, `fundFees${side}`) + cpmmU64(pool, `creatorFees${side}`)
}

/** Whether the first of two mints comes first in a pool. */
export function isFirstMint(mint: string, other: string): boolean {
  return Buffer.compare(addressBytes(mint), addressBytes(other)) < 0
}
