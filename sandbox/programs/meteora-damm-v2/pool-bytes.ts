import { ZERO_KEY } from '../../../src/chain/solana/borsh-layout.ts'
import { TOKEN_2022_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { intBytes, MAX_U128, putInt, putKey } from '../byte-fields.ts'
import type { LoadedMint } from '../pumpfun/pump-accounts.ts'
import { keyBytes } from '../token-moves.ts'
import type { NewPool } from './create-pool.ts'
import {
  COLLECT_COMPOUNDING,
  DAMM_V2_AT,
  DAMM_V2_POOL_BYTES,
  DAMM_V2_POOL_TAG,
  DAMM_V2_POSITION_BYTES,
  DAMM_V2_POSITION_TAG,
  DEAD_LIQUIDITY,
  DYNAMIC_AT,
} from './layout.ts'

/** Share of fees for the protocol, and of that for who brought the trade, in percent. */
const PROTOCOL_FEE_PERCENT = 20
const REFERRAL_FEE_PERCENT = 20
const FEE_VERSION = 1
const LAYOUT_VERSION = 1
const CUSTOMIZABLE = 1
const INITIALIZE_POOL_EVENT = Buffer.from('e432f655cb428625', 'hex')
/** Bytes of a base fee's arguments. */
export const BASE_FEE_BYTES = 27

/** A new pool's account. */
export function newPool({ at, params, a, b, amountA, amountB, sqrtPrice, activationPoint }: NewPool): Uint8Array {
  const pool = new Uint8Array(DAMM_V2_POOL_BYTES)
  const isCompounding = params.collectFeeMode === COLLECT_COMPOUNDING
  pool.set(DAMM_V2_POOL_TAG)
  putBaseFee(pool, params.baseFee)
  pool[DAMM_V2_AT.protocolFeePercent] = PROTOCOL_FEE_PERCENT
  pool[DAMM_V2_AT.referralFeePercent] = REFERRAL_FEE_PERCENT
  putInt(pool, DAMM_V2_AT.compoundingFeeBps, 2, params.compoundingFeeBps)
  if (params.dynamicFee !== null) putDynamicFee(pool, params.dynamicFee)
  putInt(pool, DAMM_V2_AT.initSqrtPrice, 16, params.sqrtPrice)
  putKey(pool, DAMM_V2_AT.mintA, at.tokenAMint)
  putKey(pool, DAMM_V2_AT.mintB, at.tokenBMint)
  putKey(pool, DAMM_V2_AT.vaultA, at.tokenAVault)
  putKey(pool, DAMM_V2_AT.vaultB, at.tokenBVault)
  putInt(pool, DAMM_V2_AT.liquidity, 16, params.liquidity)
  putInt(pool, DAMM_V2_AT.sqrtMinPrice, 16, isCompounding ? 0n : params.sqrtMinPrice)
  putInt(pool, DAMM_V2_AT.sqrtMaxPrice, 16, isCompounding ? MAX_U128 : params.sqrtMaxPrice)
  putInt(pool, DAMM_V2_AT.sqrtPrice, 16, sqrtPrice)
  putInt(pool, DAMM_V2_AT.activationPoint, 8, activationPoint)
  pool[DAMM_V2_AT.activationType] = params.activationType
  pool[DAMM_V2_AT.flagA] = a.tokenProgram === TOKEN_2022_PROGRAM ? 1 : 0
  pool[DAMM_V2_AT.flagB] = b.tokenProgram === TOKEN_2022_PROGRAM ? 1 : 0
  pool[DAMM_V2_AT.collectFeeMode] = params.collectFeeMode
  pool[DAMM_V2_AT.poolType] = CUSTOMIZABLE
  pool[DAMM_V2_AT.feeVersion] = FEE_VERSION
  putInt(pool, DAMM_V2_AT.metrics + 64, 8, 1n)
  putKey(pool, DAMM_V2_AT.creator, at.creator)
  putInt(pool, DAMM_V2_AT.amountA, 8, amountA)
  putInt(pool, DAMM_V2_AT.amountB, 8, amountB)
  pool[DAMM_V2_AT.layoutVersion] = LAYOUT_VERSION
  return pool
}

/** Arguments hold the mode last; in the account it stands behind the cliff, and what follows is aligned. */
function putBaseFee(pool: Uint8Array, args: Uint8Array): void {
  const at = DAMM_V2_AT.baseFee
  pool.set(args.subarray(0, 8), at)
  pool[at + 8] = args[BASE_FEE_BYTES - 1]!
  pool.set(args.subarray(8, 26), at + 14)
}

function putDynamicFee(pool: Uint8Array, args: Uint8Array): void {
  const at = DAMM_V2_AT.dynamicFee
  const copy = (from: number, size: number, to: number): void => pool.set(args.subarray(from, from + size), at + to)
  pool[at + DYNAMIC_AT.initialized] = 1
  copy(0, 2, DYNAMIC_AT.binStep)
  copy(2, 16, DYNAMIC_AT.binStepQ64)
  copy(18, 2, DYNAMIC_AT.filterPeriod)
  copy(20, 2, DYNAMIC_AT.decayPeriod)
  copy(22, 2, DYNAMIC_AT.reductionFactor)
  copy(24, 4, DYNAMIC_AT.maxVolatility)
  copy(28, 4, DYNAMIC_AT.control)
}

/** Its first position, which holds all of the liquidity but what a compounding pool keeps. */
export function newPosition({ at, params }: NewPool): Uint8Array {
  const position = new Uint8Array(DAMM_V2_POSITION_BYTES)
  const isCompounding = params.collectFeeMode === COLLECT_COMPOUNDING
  position.set(DAMM_V2_POSITION_TAG)
  putKey(position, 8, at.pool)
  putKey(position, 40, at.positionNftMint)
  putInt(position, 152, 16, isCompounding ? params.liquidity - DEAD_LIQUIDITY : params.liquidity)
  return position
}

/** `EvtInitializePool`; `totals` are what the creator pays, transfer fees included. */
export function newPoolEvent(
  { at, params, a, b, amountA, amountB, sqrtPrice, activationPoint }: NewPool,
  totals: readonly [bigint, bigint],
): Uint8Array {
  const isCompounding = params.collectFeeMode === COLLECT_COMPOUNDING
  const flag = ({ tokenProgram }: LoadedMint): number => (tokenProgram === TOKEN_2022_PROGRAM ? 1 : 0)
  const u64 = (value: bigint): Uint8Array => intBytes(8, value)
  const u128 = (value: bigint): Uint8Array => intBytes(16, value)
  return Buffer.concat([
    INITIALIZE_POOL_EVENT,
    ...[at.pool, at.tokenAMint, at.tokenBMint, at.creator, at.payer, ZERO_KEY].map((key) => keyBytes(key)),
    params.baseFee,
    intBytes(2, params.compoundingFeeBps),
    intBytes(1, params.padding),
    ...(params.dynamicFee === null ? [Uint8Array.of(0)] : [Uint8Array.of(1), params.dynamicFee]),
    u128(isCompounding ? 0n : params.sqrtMinPrice),
    u128(isCompounding ? MAX_U128 : params.sqrtMaxPrice),
    Uint8Array.of(params.activationType, params.collectFeeMode),
    u128(params.liquidity),
    u128(sqrtPrice),
    u64(activationPoint),
    Uint8Array.of(flag(a), flag(b)),
    u64(amountA),
    u64(amountB),
    u64(totals[0]),
    u64(totals[1]),
    Uint8Array.of(CUSTOMIZABLE),
  ])
}
