import { readU64 } from '../../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../hot-paths/base58.ts'
import { startsWith } from '../anchor-event.ts'
import { DAMM_V2_POOL_AUTHORITY, DAMM_V2_PROGRAM } from '../dexes/meteora-damm-v2/addresses.ts'
import { type DammV2Pool, decodeDammV2Pool } from '../dexes/meteora-damm-v2/state.ts'
import { addressBytes, findProgramAddress } from '../pda.ts'
import { TOKEN_2022_PROGRAM } from '../program-ids.ts'
import type { AccountView } from '../rpc.ts'
import { ratioOf } from './concentrated.ts'
import { readU128, readU256 } from './read-u128.ts'
import { type PositionReader, type Reading, viewOf } from './reader.ts'

const POSITION_TAG = Buffer.from('aabc8fe47a40f7d0', 'hex')
const POSITION_BYTES = 408
const AT = {
  pool: 8,
  mint: 40,
  seenA: 72,
  seenB: 104,
  feeA: 136,
  feeB: 144,
  unlocked: 152,
  vested: 168,
  permanent: 184,
}
/** Fees a unit of liquidity took since the beginning, in the pool's account. */
const FEE_A_AT = 488
const FEE_B_AT = 520
const MASK_U256 = 2n ** 256n - 1n
const BPS = 10_000n

/** Positions of DAMM v2, what is locked in them included. Rewards beside fees are not read. */
export const dammV2Positions: PositionReader = {
  protocol: 'meteora_damm_v2',
  programs: [DAMM_V2_PROGRAM],
  nftAuthority: DAMM_V2_POOL_AUTHORITY,
  accountsOf: ({ mint, tokenProgram }) =>
    tokenProgram === TOKEN_2022_PROGRAM
      ? [findProgramAddress([Buffer.from('position'), addressBytes(mint)], DAMM_V2_PROGRAM).address]
      : [],
  read: (view) =>
    startsWith(view.data, POSITION_TAG) && view.data.length >= POSITION_BYTES ? readPosition(view) : null,
}

function* readPosition({ address, data: head }: AccountView): Reading {
  const poolAddress = encodeBase58(head.subarray(AT.pool, AT.pool + 32))
  // Both of one moment: a swap between two reads would make fees out of nothing.
  const accounts = yield [address, poolAddress]
  const data = viewOf(accounts, address, DAMM_V2_PROGRAM)?.data
  const view = viewOf(accounts, poolAddress, DAMM_V2_PROGRAM)
  const pool = view === null ? null : decodeDammV2Pool(view.data)
  if (data === undefined || data.length < POSITION_BYTES || view === null || pool === null) return []
  const locked = readU128(data, AT.vested) + readU128(data, AT.permanent)
  const liquidity = readU128(data, AT.unlocked) + locked
  const [amountA, amountB] = amountsOf(pool, liquidity)
  const feeOf = (pending: number, stored: number, seen: number): bigint => {
    const grown = (liquidity * ((readU256(view.data, stored) - readU256(data, seen)) & MASK_U256)) >> 128n
    return readU64(data, pending) + grown
  }
  return [
    {
      kind: 'damm',
      protocol: 'meteora_damm_v2',
      program: DAMM_V2_PROGRAM,
      address,
      mint: encodeBase58(data.subarray(AT.mint, AT.mint + 32)),
      pool: poolAddress,
      sharesRaw: null,
      tokens: [
        { mint: pool.mintA, amountRaw: amountA },
        { mint: pool.mintB, amountRaw: amountB },
      ],
      debts: [],
      fees: [
        { mint: pool.mintA, amountRaw: feeOf(AT.feeA, FEE_A_AT, AT.seenA) },
        { mint: pool.mintB, amountRaw: feeOf(AT.feeB, FEE_B_AT, AT.seenB) },
      ],
      range: rangeOf(pool),
      lockedBps: liquidity === 0n ? 0 : Number((locked * BPS) / liquidity),
    },
  ]
}

function amountsOf(pool: DammV2Pool, liquidity: bigint): readonly [bigint, bigint] {
  const { sqrtPriceQ64: now, sqrtMinPriceQ64: low, sqrtMaxPriceQ64: high, amountA, amountB } = pool
  if (pool.isCompounding)
    return pool.liquidityQ64 === 0n
      ? [0n, 0n]
      : [(liquidity * amountA) / pool.liquidityQ64, (liquidity * amountB) / pool.liquidityQ64]
  return [
    now === 0n || high <= now ? 0n : (liquidity * (high - now)) / (now * high),
    now <= low ? 0n : (liquidity * (now - low)) >> 128n,
  ]
}

/** All positions of a pool share its range. */
function rangeOf({ isCompounding, sqrtPriceQ64, sqrtMinPriceQ64, sqrtMaxPriceQ64 }: DammV2Pool) {
  if (isCompounding) return null
  return {
    unit: 'price' as const,
    lower: null,
    upper: null,
    current: null,
    isInRange: sqrtMinPriceQ64 < sqrtPriceQ64 && sqrtPriceQ64 < sqrtMaxPriceQ64,
    ratios: { lower: ratioOf(sqrtMinPriceQ64), upper: ratioOf(sqrtMaxPriceQ64), current: ratioOf(sqrtPriceQ64) },
  }
}
