import { readU64 } from '../../../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../../hot-paths/base58.ts'
import { startsWith } from '../../anchor-event.ts'
import { readU128 } from '../meteora-damm-v2/state.ts'

/** What is read of a virtual pool: the curve of one token. What it is paid with, its prices and its fees are in the
 *  configuration that the account names. */
export type DbcPool = {
  readonly config: string
  readonly creator: string
  readonly baseMint: string
  readonly baseVault: string
  readonly quoteVault: string
  /** What the curve still has to sell, to give to the later pool and to vest. */
  readonly baseReserveRaw: bigint
  /** Raised so far. */
  readonly quoteReserveRaw: bigint
  /** Square root of quote for base in base units, with 64 fraction bits. */
  readonly sqrtPriceQ64: bigint
  /** Slot or second since which fees fall: that of the launch. */
  readonly activationPoint: bigint
  /** How far the price moved lately, in the units of the dynamic fee. */
  readonly volatility: bigint
  readonly isMigrated: boolean
  /** Made for a token whose transfers run a program of their own. */
  readonly isHooked: boolean
}

export const DBC_POOL_TAG = Buffer.from('d5e005d16245775c', 'hex')
/** The same fields, for tokens with a transfer hook. */
export const DBC_HOOKED_POOL_TAG = Buffer.from('eddbb8172abda923', 'hex')
export const DBC_POOL_BYTES = 424
export const DBC_BASE_MINT_OFFSET = 136
const VOLATILITY_OFFSET = 40
const CONFIG_OFFSET = 72
const CREATOR_OFFSET = 104
const BASE_VAULT_OFFSET = 168
const QUOTE_VAULT_OFFSET = 200
const BASE_RESERVE_OFFSET = 232
const QUOTE_RESERVE_OFFSET = 240
const SQRT_PRICE_OFFSET = 280
const ACTIVATION_POINT_OFFSET = 296
const IS_MIGRATED_OFFSET = 305

/** Null for bytes that are no virtual pool. The caller has checked the owner. Layout: the program's IDL, 0.2.1. */
export function decodeDbcPool(data: Uint8Array): DbcPool | null {
  if (data.length !== DBC_POOL_BYTES) return null
  const isHooked = startsWith(data, DBC_HOOKED_POOL_TAG)
  if (!isHooked && !startsWith(data, DBC_POOL_TAG)) return null
  const key = (at: number) => encodeBase58(data.subarray(at, at + 32))
  return {
    config: key(CONFIG_OFFSET),
    creator: key(CREATOR_OFFSET),
    baseMint: key(DBC_BASE_MINT_OFFSET),
    baseVault: key(BASE_VAULT_OFFSET),
    quoteVault: key(QUOTE_VAULT_OFFSET),
    baseReserveRaw: readU64(data, BASE_RESERVE_OFFSET),
    quoteReserveRaw: readU64(data, QUOTE_RESERVE_OFFSET),
    sqrtPriceQ64: readU128(data, SQRT_PRICE_OFFSET),
    activationPoint: readU64(data, ACTIVATION_POINT_OFFSET),
    volatility: readU128(data, VOLATILITY_OFFSET),
    isMigrated: data[IS_MIGRATED_OFFSET] === 1,
    isHooked,
  }
}
