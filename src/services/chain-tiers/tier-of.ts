import type { CatalogChain } from '../../chain/catalog/chains.ts'
import { CHAIN_TIERS } from '../../config/chains.ts'
import { PLANS } from '../../config/plans.ts'
import { TIMEOUTS } from '../../config/timeouts.ts'
import type { Context } from '../../context.ts'
import type { ChainMeasure } from '../../contract/chain-evidence.ts'
import { fail, ok } from '../../contract/outcome.ts'
import { startDeadline } from '../../runtime/deadline.ts'
import { getStreamCoverage } from '../chains/stream-coverage.ts'
import { getDeepScan } from '../deep-scan/get-deep-scan.ts'
import { type JudgedTier, judgeTier } from './judge-tier.ts'
import { lacksProof } from './lacks-proof.ts'
import type { Scan } from './measure-analysis.ts'
import { followedMarket, measureChain } from './measure-chain.ts'

/** A chain's tier now, and what it rests on. */
export type CurrentTier = JudgedTier & {
  readonly measure: ChainMeasure | undefined
  readonly services: Services
}
export type Services = { readonly configured: boolean; readonly paidProduct: boolean }

/** From what is stored; of a chain that this server follows, the market as its tape shows it now. Asks nobody. */
export function readTier(ctx: Context, chain: CatalogChain): CurrentTier {
  const nowMs = ctx.clock.nowMs()
  const stored = ctx.store.chainMeasures.get(chain.key)
  const own = followedMarket(ctx, chain)
  const measure: ChainMeasure | undefined =
    own === null
      ? stored
      : { ...(stored ?? emptyMeasure(chain.key, nowMs)), market: own, measuredAtMs: stored?.measuredAtMs ?? nowMs }
  // Only a followed chain has services to look for: lists read every chain in one turn of the loop.
  const configured =
    own !== null && getStreamCoverage(ctx, nowMs).some(({ chain: key, serving }) => key === chain.key && serving)
  const paidProduct = configured && hasPaidProduct(ctx)
  const judged = judgeTier({ measure, services: configured && paidProduct, nowMs })
  return { ...judged, measure, services: { configured, paidProduct } }
}

/** The same, for a request about the chain itself: one that was never measured, too long ago, or before this server's tape
 *  had a market of it, is measured first, once for all who ask about it, with a pause between two and a bound on those
 *  of all chains. Beyond the bound the tier is that of what is stored. */
export async function currentTier(ctx: Context, chain: CatalogChain): Promise<CurrentTier> {
  const known = ctx.store.chainMeasures.get(chain.key)
  const isOld = known === undefined || ctx.clock.nowMs() - known.measuredAtMs > CHAIN_TIERS.dropAfterMs
  const isDue = isOld || lacksProof(ctx, chain, { stored: known, judge: () => readTier(ctx, chain) })
  if (isDue && canMeasure(ctx, chain)) {
    const measured = ctx.store.memo<ChainMeasure>('chainMeasure', chain.key, async () =>
      ctx.parts.onDemandMeasures.take(false) > 0
        ? fail('too_busy', 'enough chains are being measured')
        : ok(await measureChain(ctx, chain, ownScan(ctx))),
    )
    const deadline = startDeadline(ctx.clock, CHAIN_TIERS.onDemandWaitMs)
    await Promise.race([measured, deadline.expired])
    deadline.clear()
  }
  return readTier(ctx, chain)
}

/** Deep Scan as this server runs it; null without a node. */
export function ownScan(ctx: Context): Scan | null {
  if (ctx.chain.rpc === null) return null
  return (mint) => getDeepScan(ctx, mint, { explain: false }, AbortSignal.timeout(TIMEOUTS.deepScanMs))
}

/** Whether anyone is configured who knows the chain. */
export function canMeasure(ctx: Pick<Context, 'config' | 'upstreams'>, { providerIds, key }: CatalogChain): boolean {
  const { chainPairs, chainPools } = ctx.upstreams
  return (
    (chainPairs !== null && providerIds.dexscreener !== undefined) ||
    (chainPools !== null && providerIds.geckoterminal !== undefined) ||
    (key === 'solana' && ctx.config.providers.solanaRpc !== undefined)
  )
}

/** Whether a key of a paid plan is in force. */
function hasPaidProduct({ store: { apiKeys } }: Pick<Context, 'store'>): boolean {
  return apiKeys.list().some(({ tier, revokedAtMs }) => revokedAtMs === null && PLANS[tier].keyPrefix === 'rt_')
}

function emptyMeasure(chain: string, nowMs: number): ChainMeasure {
  return { chain, measuredAtMs: nowMs, market: null, analysis: null, quote: null, attempts: [] }
}
