import { type CatalogChain, CHAINS } from '../../chain/catalog/chains.ts'
import { CHAIN_TIERS } from '../../config/chains.ts'
import type { Context } from '../../context.ts'
import { lacksProof } from './lacks-proof.ts'
import { isDue } from './measure-chain.ts'
import { canMeasure, readTier } from './tier-of.ts'

/** The chains to measure now, the longest waiting first, a few at a time. The providers of a sandbox play Solana and no
 *  other chain. */
export function dueChains(ctx: Context): readonly CatalogChain[] {
  const nowMs = ctx.clock.nowMs()
  const isPlayed = (key: string): boolean => ctx.config.mode === 'live' || key === 'solana'
  return CHAINS.filter((chain) => isPlayed(chain.key) && canMeasure(ctx, chain))
    .map((chain) => ({ chain, measure: ctx.store.chainMeasures.get(chain.key) }))
    .filter(
      ({ chain, measure }) =>
        isDue(measure, nowMs) || lacksProof(ctx, chain, { stored: measure, judge: () => readTier(ctx, chain) }),
    )
    .sort((a, b) => (a.measure?.measuredAtMs ?? 0) - (b.measure?.measuredAtMs ?? 0))
    .slice(0, CHAIN_TIERS.chainsPerRun)
    .map(({ chain }) => chain)
}
