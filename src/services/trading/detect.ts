import type { Context } from '../../context.ts'
import { ok } from '../../contract/outcome.ts'
import { readChainTokens } from '../pricing/chain-tokens.ts'
import { badMint, readFailure } from '../trade-plan/read-failure.ts'
import { findPoolOf, quoteOfPool, toThousandths } from './pool-params.ts'

/** Where a token is traded, and what it calls itself. Fails as `findTradePool`. */
export async function detectPool(ctx: Context, mint: string, signal: AbortSignal) {
  const bad = badMint(mint)
  if (bad !== null) return bad
  const startMs = ctx.clock.monotonicMs()
  const [found, tokens] = await Promise.all([
    findPoolOf(ctx, { mint, dex: null, poolAddress: null }, signal),
    readChainTokens(ctx, [mint]),
  ])
  if (!found.ok) return readFailure(found)
  if (!tokens.ok) return readFailure(tokens)
  const { pool, cacheHit, degraded } = found.value
  const token = tokens.value.get(mint)
  return ok({
    mint,
    dex_type: pool.dex,
    pair_address: pool.address,
    name: token?.name ?? null,
    symbol: token?.symbol ?? null,
    ...quoteOfPool(pool),
    data_source: cacheHit ? ('cache' as const) : ('chain' as const),
    detect_ms: toThousandths(ctx.clock.monotonicMs() - startMs),
    degraded: [...degraded],
  })
}
