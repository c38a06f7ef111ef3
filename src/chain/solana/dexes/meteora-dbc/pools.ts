import type { Outcome } from '../../../../contract/outcome.ts'
import type { AccountView, SolanaRpc } from '../../rpc.ts'
import type { Pool } from '../dex.ts'
import { findPoolsOf, type PoolSource } from '../find-pools.ts'
import { settingsReader } from '../traded-accounts.ts'
import { DBC_POOL_AUTHORITY, DBC_PROGRAM } from './addresses.ts'
import { type DbcConfig, decodeDbcConfig } from './config.ts'
import { buyAlong, segmentAt } from './curve.ts'
import { isSoldOut } from './quote.ts'
import { DBC_BASE_MINT_OFFSET, DBC_POOL_BYTES, type DbcPool, decodeDbcPool } from './state.ts'

/** More than any curve takes. */
const EVERYTHING = 1n << 192n

/** An account as the terms of curves; null for what is no configuration. */
export const readDbcConfig = settingsReader(DBC_PROGRAM, decodeDbcConfig)

const SOURCE: PoolSource<DbcPool> = {
  programId: DBC_PROGRAM,
  // Of either kind of pool, which no other account of the program is as long as.
  filters: [{ dataSize: DBC_POOL_BYTES }],
  // What it is paid with stands in the configuration.
  mintOffsets: [DBC_BASE_MINT_OFFSET],
  read: readDbcPool,
  hasMint: (pool, mint) => pool.baseMint === mint,
  companionsOf: (pool) => [pool.config],
  toPool(address, pool, companions) {
    const config = readDbcConfig(companions.get(pool.config))
    return config === null ? null : dbcToPool(address, pool, config)
  },
}

/** Curves of a token, where the node allows scans: their addresses hang on the launch platform's configuration. */
export function findDbcPools(rpc: SolanaRpc, mint: string, signal?: AbortSignal): Promise<Outcome<readonly Pool[]>> {
  return findPoolsOf(rpc, SOURCE, mint, [], signal)
}

/** A curve account as a pool, its liquidity expressed as the constant product that it equals at the present price. */
export function dbcToPool(address: string, pool: DbcPool, config: DbcConfig): Pool {
  const isOver = pool.isMigrated || isSoldOut({ pool, config })
  const { baseRaw, quoteRaw } = reservesOf(pool, config)
  const leftRaw = isOver ? 0n : leftToBuy(pool, config)
  return {
    dex: 'meteora_dbc',
    programId: DBC_PROGRAM,
    address,
    baseMint: pool.baseMint,
    quoteMint: config.quoteMint,
    baseReserveRaw: baseRaw,
    quoteReserveRaw: quoteRaw,
    realBaseReserveRaw: leftRaw,
    realQuoteReserveRaw: isOver ? 0n : pool.quoteReserveRaw,
    vaultOwners: [DBC_POOL_AUTHORITY],
    creator: pool.creator,
    curveProgressPct: isOver ? 100 : progressPct(pool, config),
    curveComplete: isOver,
    tradeable: leftRaw > 0n && baseRaw > 0n && quoteRaw > 0n,
  }
}

export function isDbcPoolAccount(account: AccountView): boolean {
  return readDbcPool(account) !== null
}

/** Null for what is no curve. */
export function readDbcPool(account: AccountView | null | undefined): DbcPool | null {
  return account?.owner === DBC_PROGRAM ? decodeDbcPool(account.data) : null
}

/** L / sqrt(price) of the base and L * sqrt(price) of the quote. */
export function reservesOf(
  { sqrtPriceQ64 }: DbcPool,
  config: DbcConfig,
): { readonly baseRaw: bigint; readonly quoteRaw: bigint } {
  const { liquidityQ64 } = segmentAt({ ...config, sqrtPriceQ64 })
  const baseRaw = sqrtPriceQ64 === 0n ? 0n : liquidityQ64 / sqrtPriceQ64
  return { baseRaw, quoteRaw: (liquidityQ64 * sqrtPriceQ64) >> 128n }
}

/** Base between the present price and the one at which the token moves on. */
function leftToBuy({ sqrtPriceQ64 }: DbcPool, config: DbcConfig): bigint {
  if (sqrtPriceQ64 === 0n) return 0n
  return buyAlong({ ...config, sqrtPriceQ64 }, EVERYTHING)?.outRaw ?? 0n
}

/** Raised so far of what the curve is to raise, 0-100, to the hundredth. */
export function progressPct({ quoteReserveRaw }: DbcPool, { quoteThresholdRaw }: DbcConfig): number {
  if (quoteReserveRaw >= quoteThresholdRaw) return 100
  return Number((quoteReserveRaw * 10_000n) / quoteThresholdRaw) / 100
}
