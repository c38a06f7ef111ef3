import { readU64 } from '../../../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../../hot-paths/base58.ts'
import { startsWith } from '../../anchor-event.ts'

/** What is read of a DAMM v2 pool account. */
export type DammV2Pool = {
  readonly mintA: string
  readonly mintB: string
  readonly vaultA: string
  readonly vaultB: string
  /** With 64 fraction bits. */
  readonly liquidityQ64: bigint
  /** Square root of B for A in base units, with 64 fraction bits. */
  readonly sqrtPriceQ64: bigint
  /** Prices that the liquidity reaches to. */
  readonly sqrtMinPriceQ64: bigint
  readonly sqrtMaxPriceQ64: bigint
  readonly isEnabled: boolean
  readonly activation: 'slot' | 'time'
  readonly activationPoint: bigint
  /** A constant product of the two amounts; otherwise liquidity within a price range. */
  readonly isCompounding: boolean
  /** Fees are taken in whatever goes out, or in B alone. */
  readonly collectsInBOnly: boolean
  /** What lies in the pool, its fees left out; zero in pools made before the program kept count. */
  readonly amountA: bigint
  readonly amountB: bigint
  readonly creator: string
}

export const DAMM_V2_POOL_TAG = Buffer.from('f19a6d0411b16dbc', 'hex')
export const DAMM_V2_POOL_BYTES = 1_112
export const DAMM_V2_MINT_A_OFFSET = 168
export const DAMM_V2_MINT_B_OFFSET = 200
const VAULT_A_OFFSET = 232
const VAULT_B_OFFSET = 264
const LIQUIDITY_OFFSET = 360
const SQRT_MIN_PRICE_OFFSET = 424
const SQRT_MAX_PRICE_OFFSET = 440
const SQRT_PRICE_OFFSET = 456
const ACTIVATION_POINT_OFFSET = 472
const ACTIVATION_TYPE_OFFSET = 480
const STATUS_OFFSET = 481
const COLLECT_FEE_MODE_OFFSET = 484
const CREATOR_OFFSET = 648
const AMOUNT_A_OFFSET = 680
const AMOUNT_B_OFFSET = 688
const COLLECT_BOTH = 0
const COMPOUNDING = 2

/** Null for bytes that are no DAMM v2 pool, among them values that the program cannot write. The caller has checked the
 *  owner: DAMM v1 and PumpSwap pools begin alike. */
export function decodeDammV2Pool(data: Uint8Array): DammV2Pool | null {
  if (data.length !== DAMM_V2_POOL_BYTES || !startsWith(data, DAMM_V2_POOL_TAG)) return null
  const activationType = data[ACTIVATION_TYPE_OFFSET]!
  const status = data[STATUS_OFFSET]!
  const collectFeeMode = data[COLLECT_FEE_MODE_OFFSET]!
  if (activationType > 1 || status > 1 || collectFeeMode > COMPOUNDING) return null
  const key = (at: number) => encodeBase58(data.subarray(at, at + 32))
  return {
    mintA: key(DAMM_V2_MINT_A_OFFSET),
    mintB: key(DAMM_V2_MINT_B_OFFSET),
    vaultA: key(VAULT_A_OFFSET),
    vaultB: key(VAULT_B_OFFSET),
    liquidityQ64: readU128(data, LIQUIDITY_OFFSET),
    sqrtPriceQ64: readU128(data, SQRT_PRICE_OFFSET),
    sqrtMinPriceQ64: readU128(data, SQRT_MIN_PRICE_OFFSET),
    sqrtMaxPriceQ64: readU128(data, SQRT_MAX_PRICE_OFFSET),
    isEnabled: status === 0,
    activation: activationType === 0 ? 'slot' : 'time',
    activationPoint: readU64(data, ACTIVATION_POINT_OFFSET),
    isCompounding: collectFeeMode === COMPOUNDING,
    collectsInBOnly: collectFeeMode !== COLLECT_BOTH,
    amountA: readU64(data, AMOUNT_A_OFFSET),
    amountB: readU64(data, AMOUNT_B_OFFSET),
    creator: key(CREATOR_OFFSET),
  }
}

/** Unsigned 128 bits, little-endian. */
export function readU128(data: Uint8Array, at: number): bigint {
  return readU64(data, at) | (readU64(data, at + 8) << 64n)
}
