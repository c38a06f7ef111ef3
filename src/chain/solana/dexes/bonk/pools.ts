import type { Outcome } from '../../../../contract/outcome.ts'
import { encodeBase58 } from '../../../../hot-paths/base58.ts'
import type { AccountView, SolanaRpc } from '../../rpc.ts'
import type { Pool } from '../dex.ts'
import { findPoolsOf, type PoolSource } from '../find-pools.ts'
import { derivedLaunchPools, LAUNCHLAB_AUTHORITY, LAUNCHLAB_PROGRAM } from './addresses.ts'
import {
  BASE_MINT_OFFSET,
  type CurveType,
  decodeCurveType,
  decodeLaunchPool,
  LAUNCH_POOL_BYTES,
  LAUNCH_POOL_TAG,
  type LaunchPool,
  QUOTE_MINT_OFFSET,
  STATUS_TRADING,
} from './state.ts'

const Q64 = 64n

const SOURCE: PoolSource<LaunchPool> = {
  programId: LAUNCHLAB_PROGRAM,
  filters: [{ dataSize: LAUNCH_POOL_BYTES }, { memcmp: { offset: 0, bytes: encodeBase58(LAUNCH_POOL_TAG) } }],
  mintOffsets: [BASE_MINT_OFFSET, QUOTE_MINT_OFFSET],
  read: readLaunchPool,
  hasMint: (pool, mint) => pool.baseMint === mint || pool.quoteMint === mint,
  companionsOf: (pool) => [pool.globalConfig],
  toPool: (address, pool, companions) => {
    const config = companions.get(pool.globalConfig)
    const curveType = config?.owner === LAUNCHLAB_PROGRAM ? decodeCurveType(config.data) : null
    return launchPoolToPool(address, pool, curveType)
  },
}

/** Curves of a mint: those against money by address, all others where the node allows scans. */
export function findLaunchPools(rpc: SolanaRpc, mint: string, signal?: AbortSignal): Promise<Outcome<readonly Pool[]>> {
  return findPoolsOf(rpc, SOURCE, mint, derivedLaunchPools(mint), signal)
}

/** A curve account as a pool. A curve whose pricing is not known (null) has reserves of 0 and is not tradeable. */
export function launchPoolToPool(address: string, pool: LaunchPool, curveType: CurveType | null): Pool {
  const leftRaw = pool.totalBaseSell > pool.realBase ? pool.totalBaseSell - pool.realBase : 0n
  const reserves = priceReserves(pool, curveType, leftRaw)
  const isTrading = pool.status === STATUS_TRADING
  return {
    dex: 'bonk',
    programId: LAUNCHLAB_PROGRAM,
    address,
    baseMint: pool.baseMint,
    quoteMint: pool.quoteMint,
    baseReserveRaw: reserves.baseRaw,
    quoteReserveRaw: reserves.quoteRaw,
    realBaseReserveRaw: isTrading ? leftRaw : 0n,
    realQuoteReserveRaw: isTrading ? pool.realQuote : 0n,
    vaultOwners: [LAUNCHLAB_AUTHORITY],
    creator: pool.creator,
    curveProgressPct: isTrading ? progressPct(pool) : 100,
    curveComplete: !isTrading,
    tradeable: isTrading && leftRaw > 0n && reserves.baseRaw > 0n && reserves.quoteRaw > 0n,
  }
}

export function isLaunchPoolAccount(account: AccountView): boolean {
  return readLaunchPool(account) !== null
}

/** Two numbers whose ratio is the price of the next unit; on a constant-product curve they are what a trade runs
 *  against. A linear curve's price is `virtualBase`, a slope in 64-bit fixed point, times what was sold. */
export function priceReserves(
  pool: LaunchPool,
  curveType: CurveType | null,
  leftRaw: bigint,
): { readonly baseRaw: bigint; readonly quoteRaw: bigint } {
  switch (curveType) {
    case 'constantProduct': {
      const baseRaw = pool.virtualBase > pool.realBase ? pool.virtualBase - pool.realBase : 0n
      return { baseRaw, quoteRaw: pool.virtualQuote + pool.realQuote }
    }
    case 'fixedPrice':
      return { baseRaw: pool.virtualBase, quoteRaw: pool.virtualQuote }
    case 'linear':
      return { baseRaw: leftRaw, quoteRaw: (pool.virtualBase * pool.realBase * leftRaw) >> Q64 }
    case null:
      return { baseRaw: 0n, quoteRaw: 0n }
  }
}

/** Raised so far of what the curve is to raise, 0-100, to the hundredth. */
function progressPct({ realQuote, totalQuoteFundRaising }: LaunchPool): number {
  if (totalQuoteFundRaising === 0n || realQuote >= totalQuoteFundRaising) return 100
  return Number((realQuote * 10_000n) / totalQuoteFundRaising) / 100
}

/** Null for what is no curve. */
export function readLaunchPool(account: AccountView | null | undefined): LaunchPool | null {
  return account?.owner === LAUNCHLAB_PROGRAM ? decodeLaunchPool(account.data) : null
}
