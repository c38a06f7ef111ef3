import { readU64 } from '../../../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../../hot-paths/base58.ts'
import { startsWith } from '../../anchor-event.ts'

/** What is read of a DAMM v1 pool account. */
export type DammV1Pool = {
  readonly mintA: string
  readonly mintB: string
  readonly vaultA: string
  readonly vaultB: string
  /** The pool's shares of each vault. */
  readonly vaultLpA: string
  readonly vaultLpB: string
  /** Token accounts that the protocol's part of the fee goes to. */
  readonly protocolFeeA: string
  readonly protocolFeeB: string
  readonly tradeFee: readonly [numerator: bigint, denominator: bigint]
  /** Part of the trade's fee. */
  readonly protocolFee: readonly [numerator: bigint, denominator: bigint]
  readonly isEnabled: boolean
  readonly activation: 'slot' | 'time'
  readonly activationPoint: bigint
  readonly creator: string
  /** Stable curves have prices that the reserves' ratio does not tell. */
  readonly curve: 'constant-product' | 'stable'
}

/** What is read of a shared vault. */
export type DynamicVault = {
  readonly isEnabled: boolean
  readonly totalRaw: bigint
  /** Where the tokens lie that are not lent out. */
  readonly tokenVault: string
  readonly lpMint: string
  readonly lockedProfit: {
    readonly lastUpdatedRaw: bigint
    readonly lastReportSec: bigint
    /** Share that unlocks each second, of 10^12. */
    readonly degradation: bigint
  }
}

export const DAMM_V1_POOL_TAG = Buffer.from('f19a6d0411b16dbc', 'hex')
export const DAMM_V1_MINT_A_OFFSET = 40
export const DAMM_V1_MINT_B_OFFSET = 72
const VAULT_A_OFFSET = 104
const VAULT_B_OFFSET = 136
const VAULT_LP_A_OFFSET = 168
const VAULT_LP_B_OFFSET = 200
const ENABLED_OFFSET = 233
const PROTOCOL_FEE_A_OFFSET = 234
const PROTOCOL_FEE_B_OFFSET = 266
const TRADE_FEE_OFFSET = 330
const PROTOCOL_FEE_OFFSET = 346
const ACTIVATION_POINT_OFFSET = 403
const CREATOR_OFFSET = 443
const ACTIVATION_TYPE_OFFSET = 475
const CURVE_OFFSET = 874

const VAULT_TAG = Buffer.from('d308e82b02987577', 'hex')
const VAULT_BYTES = 1_227
const VAULT_ENABLED_OFFSET = 8
const VAULT_TOTAL_OFFSET = 11
const VAULT_TOKENS_OFFSET = 19
const VAULT_LP_MINT_OFFSET = 115
const VAULT_LOCKED_PROFIT_OFFSET = 1_203
const PROFIT_DENOMINATOR = 1_000_000_000_000n

/** Null for bytes that are no DAMM v1 pool. The caller has checked the owner: DAMM v2 and PumpSwap pools begin
 *  alike. */
export function decodeDammV1Pool(data: Uint8Array): DammV1Pool | null {
  if (data.length <= CURVE_OFFSET || !startsWith(data, DAMM_V1_POOL_TAG)) return null
  const enabled = data[ENABLED_OFFSET]!
  const curve = data[CURVE_OFFSET]!
  const activationType = data[ACTIVATION_TYPE_OFFSET]!
  if (enabled > 1 || curve > 1 || activationType > 1) return null
  const key = (at: number) => encodeBase58(data.subarray(at, at + 32))
  const fraction = (at: number) => [readU64(data, at), readU64(data, at + 8)] as const
  return {
    mintA: key(DAMM_V1_MINT_A_OFFSET),
    mintB: key(DAMM_V1_MINT_B_OFFSET),
    vaultA: key(VAULT_A_OFFSET),
    vaultB: key(VAULT_B_OFFSET),
    vaultLpA: key(VAULT_LP_A_OFFSET),
    vaultLpB: key(VAULT_LP_B_OFFSET),
    protocolFeeA: key(PROTOCOL_FEE_A_OFFSET),
    protocolFeeB: key(PROTOCOL_FEE_B_OFFSET),
    tradeFee: fraction(TRADE_FEE_OFFSET),
    protocolFee: fraction(PROTOCOL_FEE_OFFSET),
    isEnabled: enabled === 1,
    activation: activationType === 0 ? 'slot' : 'time',
    activationPoint: readU64(data, ACTIVATION_POINT_OFFSET),
    creator: key(CREATOR_OFFSET),
    curve: curve === 0 ? 'constant-product' : 'stable',
  }
}

/** Null for bytes that are no vault. The caller has checked the owner. */
export function decodeDynamicVault(data: Uint8Array): DynamicVault | null {
  if (data.length < VAULT_BYTES || !startsWith(data, VAULT_TAG)) return null
  return {
    isEnabled: data[VAULT_ENABLED_OFFSET] === 1,
    totalRaw: readU64(data, VAULT_TOTAL_OFFSET),
    tokenVault: encodeBase58(data.subarray(VAULT_TOKENS_OFFSET, VAULT_TOKENS_OFFSET + 32)),
    lpMint: encodeBase58(data.subarray(VAULT_LP_MINT_OFFSET, VAULT_LP_MINT_OFFSET + 32)),
    lockedProfit: {
      lastUpdatedRaw: readU64(data, VAULT_LOCKED_PROFIT_OFFSET),
      lastReportSec: readU64(data, VAULT_LOCKED_PROFIT_OFFSET + 8),
      degradation: readU64(data, VAULT_LOCKED_PROFIT_OFFSET + 16),
    },
  }
}

/** What a number of a vault's shares can be taken out for. */
export function vaultShareRaw(
  vault: DynamicVault,
  shares: { readonly heldRaw: bigint; readonly supplyRaw: bigint },
  nowSec: bigint,
): bigint {
  return shares.supplyRaw === 0n ? 0n : (shares.heldRaw * freeVaultRaw(vault, nowSec)) / shares.supplyRaw
}

/** What all of a vault's shares together are a claim on: profit of lending is let out little by little. */
export function freeVaultRaw({ totalRaw, lockedProfit }: DynamicVault, nowSec: bigint): bigint {
  const unlocked = (nowSec - lockedProfit.lastReportSec) * lockedProfit.degradation
  const stillLocked = unlocked > PROFIT_DENOMINATOR ? 0n : PROFIT_DENOMINATOR - unlocked
  const lockedRaw = (lockedProfit.lastUpdatedRaw * stillLocked) / PROFIT_DENOMINATOR
  return totalRaw > lockedRaw ? totalRaw - lockedRaw : 0n
}
