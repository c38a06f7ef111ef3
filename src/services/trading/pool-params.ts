import type { DexName } from '../../chain/solana/dexes/dex.ts'
import { NATIVE_MINT } from '../../chain/solana/program-ids.ts'
import type { Context } from '../../context.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { readFailure } from '../trade-plan/read-failure.ts'
import { findTradePool, type HotPool } from '../trade-pools/hot-pools.ts'

/** The pool that a token would be traded in. */
export type PoolQuestion = { readonly mint: string; readonly dex: DexName | null; readonly poolAddress: string | null }

/** Which pool that is, and how fast it was at hand. Fails as `findTradePool`. */
export async function readPoolParams(ctx: Context, question: PoolQuestion, signal: AbortSignal) {
  const found = await findPoolOf(ctx, question, signal)
  if (!found.ok) return readFailure(found)
  const { pool, cacheHit, fetchMs, detectMs, slot, degraded } = found.value
  return ok({
    mint: pool.baseMint,
    dex_type: pool.dex,
    pair_address: pool.address,
    ...quoteOfPool(pool),
    cache_hit: cacheHit,
    fetch_ms: toThousandths(fetchMs),
    detect_ms: toThousandths(detectMs),
    slot,
    degraded: [...degraded],
  })
}

export function findPoolOf(
  ctx: Context,
  { mint, dex, poolAddress }: PoolQuestion,
  signal: AbortSignal,
): Promise<Outcome<HotPool>> {
  const hints = { ...(dex === null ? {} : { dex }), ...(poolAddress === null ? {} : { poolAddress }) }
  return findTradePool(ctx, { mint, ...hints }, signal)
}

/** Lamports have no mint. */
export function quoteOfPool({ quoteMint, movesLamports }: { quoteMint: string; movesLamports: boolean }) {
  return { is_sol_quoted: movesLamports || quoteMint === NATIVE_MINT, quote_mint: movesLamports ? null : quoteMint }
}

export function toThousandths(ms: number): number {
  return Math.round(ms * 1_000) / 1_000
}
