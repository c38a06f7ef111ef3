import type { CatalogChain } from '../../chain/catalog/chains.ts'
import { CHAIN_TIERS } from '../../config/chains.ts'
import type { ChainMeasure } from '../../contract/chain-evidence.ts'
import type { JudgedTier } from './judge-tier.ts'
import { canAnalyze } from './measure-analysis.ts'
import { canQuote } from './measure-quote.ts'
import type { Measurer } from './round.ts'

/** Whether a followed chain has a market that came after its last round, as at every first start: analysis and quote wait
 *  for a market, and would otherwise be missing for six hours. What was asked and failed is asked again after a
 *  pause. */
export function lacksProof(
  ctx: Pick<Measurer, 'clock' | 'config' | 'upstreams'>,
  chain: CatalogChain,
  { stored, judge }: { readonly stored: ChainMeasure | undefined; readonly judge: () => JudgedTier },
): boolean {
  if (stored === undefined || stored.market?.source !== 'tape') return false
  const { meets } = judge()
  const isMissing =
    (meets.L2 && stored.analysis === null && canAnalyze(ctx, chain)) ||
    (meets.L1 && stored.quote === null && canQuote(ctx, chain))
  const pauseMs = stored.attempts.length === 0 ? 0 : CHAIN_TIERS.proofRetryMs
  return isMissing && ctx.clock.nowMs() - stored.measuredAtMs >= pauseMs
}
