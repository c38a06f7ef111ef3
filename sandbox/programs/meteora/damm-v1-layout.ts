import { error } from '../anchor-script.ts'
import { intAt, intBytes, keyAt, uintAt } from '../byte-fields.ts'
import { keyBytes, ownAddress, text } from '../token-moves.ts'

/* Meteora DAMM v1 and the vault program that holds its tokens: where things lie, addresses, errors, and what a share of
 * a vault is worth. */

export const DAMM_V1_PROGRAM = 'Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB'
export const VAULT_PROGRAM = '24Uqj9JCLxUeoC3hGfh5W3s9FM9uCHDS2SG3LYwBpyTi'
/** Every public vault is derived from it; there is no such account. */
const VAULT_BASE = 'HWzXGcGHy4tcpYfaRDCyLNzXqBTv3E6BttpCH2vJxArv'

export const DAMM_V1_POOL_TAG = Buffer.from('f19a6d0411b16dbc', 'hex')
export const DAMM_V1_POOL_BYTES = 944
export const DAMM_V1_CONFIG_TAG = Buffer.from('9b0caae01efacc82', 'hex')
export const DAMM_V1_CONFIG_BYTES = 340
export const VAULT_TAG = Buffer.from('d308e82b02987577', 'hex')
export const VAULT_BYTES = 1_227

/** Offsets in a pool. */
export const DAMM_V1_AT = {
  lpMint: 8,
  mintA: 40,
  mintB: 72,
  vaultA: 104,
  vaultB: 136,
  vaultLpA: 168,
  vaultLpB: 200,
  vaultLpABump: 232,
  enabled: 233,
  protocolFeeA: 234,
  protocolFeeB: 266,
  fees: 330,
  poolType: 362,
  activationPoint: 403,
  creator: 443,
  activationType: 475,
  curveType: 874,
} as const

/** Offsets in a vault. */
export const VAULT_AT = {
  enabled: 8,
  bump: 9,
  tokenVaultBump: 10,
  totalAmount: 11,
  tokenVault: 19,
  tokenMint: 83,
  lpMint: 115,
  base: 1_107,
  lockedProfit: 1_203,
  lastReport: 1_211,
  degradation: 1_219,
} as const
const DEGRADATION_UNIT = 1_000_000_000_000n

export const DAMM_V1_ERRORS = {
  overflow: error(6000, 'MathOverflow', 'Math operation overflow'),
  slippage: error(6004, 'ExceededSlippage', 'Exceeded slippage tolerance'),
  zeroTokens: error(6006, 'ZeroTradingTokens', 'Given pool token amount results in zero trading tokens'),
  wrongMint: error(6009, 'MismatchedTokenMint', 'Token mint mismatched'),
  wrongVault: error(6012, 'InvalidVaultAccount', 'Invalid vault account'),
  wrongVaultLp: error(6013, 'InvalidVaultLpAccount', 'Invalid vault lp account'),
  disabled: error(6015, 'PoolDisabled', 'Pool disabled'),
  wrongFeeAccount: error(6017, 'InvalidProtocolFeeAccount', 'Invalid protocol fee account'),
  sameAccount: error(6019, 'IdenticalSourceDestination', 'Identical user source and destination token account'),
  unsupported: error(6025, 'UnsupportedOperation', 'Operation is not supported'),
} as const

export const VAULT_ERRORS = {
  disabled: error(6000, 'VaultIsDisabled', 'Vault is disabled'),
  slippage: error(6001, 'ExceededSlippage', 'Exceeded slippage tolerance'),
  overflow: error(6004, 'MathOverflow', 'Math operation overflow'),
  zero: error(6013, 'AmountMustGreaterThanZero', 'Amount must be greater than 0'),
} as const

function tagged(data: Uint8Array, tag: Uint8Array, size: number): Uint8Array | null {
  return data.length >= size && Buffer.compare(data.subarray(0, 8), tag) === 0 ? Uint8Array.from(data) : null
}
export const readDammV1Pool = (data: Uint8Array) => tagged(data, DAMM_V1_POOL_TAG, DAMM_V1_AT.curveType + 1)
export const readDammV1Config = (data: Uint8Array) => tagged(data, DAMM_V1_CONFIG_TAG, 40)
export const readVault = (data: Uint8Array) => tagged(data, VAULT_TAG, VAULT_BYTES)

export function vaultPda(mint: string) {
  return ownAddress(VAULT_PROGRAM, text('vault'), keyBytes(mint), keyBytes(VAULT_BASE))
}
export function tokenVaultPda(vault: string) {
  return ownAddress(VAULT_PROGRAM, text('token_vault'), keyBytes(vault))
}
export function vaultLpMintPda(vault: string) {
  return ownAddress(VAULT_PROGRAM, text('lp_mint'), keyBytes(vault))
}
export function vaultSeeds(vault: Uint8Array): readonly Uint8Array[] {
  const part = (at: number, size: number): Uint8Array => vault.slice(at, at + size)
  return [text('vault'), part(VAULT_AT.tokenMint, 32), part(VAULT_AT.base, 32), part(VAULT_AT.bump, 1)]
}
export { VAULT_BASE }

export function dammV1ConfigPda(index: number) {
  return ownAddress(DAMM_V1_PROGRAM, text('config'), intBytes(8, index))
}
/** Address of the pool of two mints with the fees of a configuration. */
export function dammV1PoolPda(mintA: string, mintB: string, config: string) {
  const [one, two] = [Buffer.from(keyBytes(mintA)), Buffer.from(keyBytes(mintB))]
  const [larger, lesser] = Buffer.compare(one, two) > 0 ? [one, two] : [two, one]
  return ownAddress(DAMM_V1_PROGRAM, larger, lesser, keyBytes(config))
}
export function dammV1LpMintPda(pool: string) {
  return ownAddress(DAMM_V1_PROGRAM, text('lp_mint'), keyBytes(pool))
}
/** The pool's shares of a vault; the account is its own owner. */
export function poolVaultLpPda(vault: string, pool: string) {
  return ownAddress(DAMM_V1_PROGRAM, keyBytes(vault), keyBytes(pool))
}
export function protocolFeePda(mint: string, pool: string) {
  return ownAddress(DAMM_V1_PROGRAM, text('fee'), keyBytes(mint), keyBytes(pool))
}

/** A vault's tokens and shares. */
export type VaultState = { readonly unlocked: bigint; readonly lpSupply: bigint }

/** Tokens that shares are a claim on: all but profit that was booked lately and is let go bit by bit. */
export function unlockedAmount(vault: Uint8Array, nowSec: bigint): bigint {
  const total = uintAt(vault, VAULT_AT.totalAmount, 8)
  const passed = (nowSec - uintAt(vault, VAULT_AT.lastReport, 8)) * uintAt(vault, VAULT_AT.degradation, 8)
  const isOver = passed > DEGRADATION_UNIT
  const locked = isOver
    ? 0n
    : (uintAt(vault, VAULT_AT.lockedProfit, 8) * (DEGRADATION_UNIT - passed)) / DEGRADATION_UNIT
  return total > locked ? total - locked : 0n
}

export function sharesFor(amount: bigint, { unlocked, lpSupply }: VaultState): bigint {
  return unlocked === 0n ? 0n : (amount * lpSupply) / unlocked
}

export function amountOf(shares: bigint, { unlocked, lpSupply }: VaultState): bigint {
  return lpSupply === 0n ? 0n : (shares * unlocked) / lpSupply
}

export type DammV1Pool = {
  readonly mintA: string
  readonly mintB: string
  readonly vaultA: string
  readonly vaultB: string
  readonly vaultLpA: string
  readonly vaultLpB: string
  readonly protocolFeeA: string
  readonly protocolFeeB: string
  readonly isEnabled: boolean
  readonly isConstantProduct: boolean
  readonly tradeFee: readonly [numerator: bigint, denominator: bigint]
  readonly protocolFee: readonly [numerator: bigint, denominator: bigint]
}

export function dammV1Facts(pool: Uint8Array): DammV1Pool {
  const key = (at: number): string => keyAt(pool, at)
  const fee = (at: number): readonly [bigint, bigint] => [
    uintAt(pool, DAMM_V1_AT.fees + at, 8),
    uintAt(pool, DAMM_V1_AT.fees + at + 8, 8),
  ]
  return {
    mintA: key(DAMM_V1_AT.mintA),
    mintB: key(DAMM_V1_AT.mintB),
    vaultA: key(DAMM_V1_AT.vaultA),
    vaultB: key(DAMM_V1_AT.vaultB),
    vaultLpA: key(DAMM_V1_AT.vaultLpA),
    vaultLpB: key(DAMM_V1_AT.vaultLpB),
    protocolFeeA: key(DAMM_V1_AT.protocolFeeA),
    protocolFeeB: key(DAMM_V1_AT.protocolFeeB),
    isEnabled: intAt(pool, DAMM_V1_AT.enabled, 1) !== 0n,
    isConstantProduct: pool[DAMM_V1_AT.curveType] === 0,
    tradeFee: fee(0),
    protocolFee: fee(16),
  }
}
