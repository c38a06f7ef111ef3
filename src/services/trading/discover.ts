import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { DiscoveredPoolsReply } from '../../contract/trading.ts'
import { findCandidates } from '../pools/find-candidates.ts'
import { inScanTurn } from '../scan-turns.ts'
import { badMint, readFailure } from '../trade-plan/read-failure.ts'
import { mintFacts } from '../trade-pools/hot-chain.ts'
import { toThousandths } from './pool-params.ts'

/** All pools of a token that are found on chain, tradable at the moment or not, deepest first within a quote. Fails
 *  `invalid_mint` for an address that is no mint, or as the node fails. */
export async function discoverPools(ctx: Context, caller: Caller, mint: string) {
  const bad = badMint(mint)
  if (bad !== null) return bad
  const found = await inScanTurn(ctx, caller, () => discover(ctx, mint))
  return found.ok ? found : readFailure(found)
}

async function discover(ctx: Context, mint: string): Promise<Outcome<DiscoveredPoolsReply>> {
  const startMs = ctx.clock.monotonicMs()
  const [found, facts] = await Promise.all([findCandidates(ctx, mint), mintFacts(ctx, mint)])
  if (!found.ok) return found
  if (!facts.ok) return facts
  if (facts.value === null) return fail('invalid_mint', 'no mint at this address')
  const { pools, degraded } = found.value
  return ok({
    mint,
    pools: pools.map(({ address, dex, baseMint, quoteMint, programId }) => ({
      pool_address: address,
      dex_type: dex,
      // The other side of the requested token.
      quote_mint: quoteMint === mint ? baseMint : quoteMint,
      program_id: programId,
    })),
    pools_found: pools.length,
    discover_ms: toThousandths(ctx.clock.monotonicMs() - startMs),
    degraded: [...degraded],
  })
}
