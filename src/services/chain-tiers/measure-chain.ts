import type { CatalogChain } from '../../chain/catalog/chains.ts'
import { CHAIN_TIERS } from '../../config/chains.ts'
import type { ChainMeasure } from '../../contract/chain-evidence.ts'
import { TAPE_CHAINS } from '../../contract/tape-event.ts'
import { isFollowed } from '../chains/stream-coverage.ts'
import { judgeTier } from './judge-tier.ts'
import { measureAnalysis, type Scan } from './measure-analysis.ts'
import { measureMarket } from './measure-market.ts'
import { measureQuote } from './measure-quote.ts'
import { measureTape } from './measure-tape.ts'
import { beginRound, type Measurer } from './round.ts'

/** Measures a chain and keeps what was found. A question that failed leaves the evidence of the round before in its
 *  place, which ages; an answer that knows nothing replaces it at once. Analysis is asked only of a chain that has a
 *  market, a quote only of one that has a price. Without `scan` Solana's analysis is not renewed. */
export async function measureChain(ctx: Measurer, chain: CatalogChain, scan: Scan | null): Promise<ChainMeasure> {
  const round = beginRound(ctx)
  const before = ctx.store.chainMeasures.get(chain.key)
  const found = followedMarket(ctx, chain) ?? (await measureMarket(ctx, chain, round))
  const market = found ?? before?.market ?? null
  const nowMs = ctx.clock.nowMs()
  const partial: ChainMeasure = {
    chain: chain.key,
    measuredAtMs: nowMs,
    market,
    analysis: null,
    quote: null,
    attempts: [],
  }
  const { meets } = judgeTier({ measure: partial, services: false, nowMs })
  const quote = found !== null && meets.L1 ? await measureQuote(ctx, chain, found, round) : null
  const analysis = found !== null && meets.L2 ? await measureAnalysis(ctx, { chain, market: found, scan }, round) : null
  const measure: ChainMeasure = {
    ...partial,
    analysis: analysis ?? before?.analysis ?? null,
    quote: quote ?? before?.quote ?? null,
    attempts: round.attempts,
  }
  await ctx.store.chainMeasures.put(measure)
  return measure
}

/** The market of a chain that this server follows itself; null for any other. */
export function followedMarket(ctx: Measurer, chain: CatalogChain) {
  const followed = TAPE_CHAINS.find((key) => key === chain.key)
  return followed !== undefined && isFollowed(ctx, followed) ? measureTape(ctx, followed) : null
}

/** Whether a round is due for the chain. */
export function isDue(measure: ChainMeasure | undefined, nowMs: number): boolean {
  return measure === undefined || nowMs - measure.measuredAtMs >= CHAIN_TIERS.everyMs
}
