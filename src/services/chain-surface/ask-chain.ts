import { readChainAddress, readChainPool } from '../../chain/catalog/addresses.ts'
import type { CatalogChain } from '../../chain/catalog/chains.ts'
import { CHAIN_TIERS } from '../../config/chains.ts'
import { HOUR_MS, MINUTE_MS } from '../../config/durations.ts'
import type { Context } from '../../context.ts'
import type { ChainTier } from '../../contract/chain-catalog.ts'
import { counted } from '../../contract/counted.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import { type EndpointName, endpointNamed, isExecuted, isTapeEndpoint, whyUnserved } from '../chain-tiers/endpoints.ts'
import { type CurrentTier, canMeasure, currentTier } from '../chain-tiers/tier-of.ts'
import { getStreamCoverage } from '../chains/stream-coverage.ts'
import { hintOfUnplayed } from '../chains/unplayed-chain.ts'

/** A chain for which this server has a source of what the route answers. */
export type AskedChain = {
  readonly tier: ChainTier
  /** The refusal of a chain that does not meet the level: execution may prove the answer all the same. Else null. */
  readonly unmet: Failure | null
}

const CATCH_UP_RETRY_SEC = 5

/** Fails `unsupported_on_chain` with the evidence for a chain that the route cannot be served for: never an empty 200; and
 *  `not_ready` while the follower of a chain has yet to read what would prove it. */
export async function askChain(ctx: Context, chain: CatalogChain, name: EndpointName): Promise<Outcome<AskedChain>> {
  const endpoint = endpointNamed(name)
  const tier = await currentTier(ctx, chain)
  const unserved = whyUnserved(ctx, chain, endpoint)
  if (unserved === null && tier.meets[endpoint.level]) return ok({ tier: tier.tier, unmet: null })
  const canExecute = unserved === null && isExecuted(ctx, chain, name)
  const hasNoTrade = tier.measure?.market?.newestTradeUnderMs == null
  const mayCome = unserved === null ? hasNoTrade || isCatchingUp(ctx) : isTapeEndpoint(name)
  const behind = mayCome && !canExecute ? whyBehind(ctx, chain) : null
  if (behind !== null) return fail('not_ready', `${chain.key} is not read yet: ${behind}`, CATCH_UP_RETRY_SEC)
  const reason = unserved ?? whyNotMet(ctx, chain, { tier, level: endpoint.level })
  const unmet = refuse(chain, tier, { required: endpoint.level, reason })
  return canExecute ? ok({ tier: tier.tier, unmet }) : unmet
}

/** Whether the tape grows now: old blocks on it are then those of the past that a follower reads first, and not the newest
 *  of a node that stands still. Of its events only launches say when they were read. */
function isCatchingUp({ store: { tape }, clock }: Context): boolean {
  const [newest] = tape.launches({ limit: 1, beforeSeq: Number.MAX_SAFE_INTEGER }).launches
  return newest !== undefined && clock.nowMs() - newest.indexedAtMs < CATCH_UP_RETRY_SEC * 1_000
}

/** Why the tape does not show the chain as it is now, of a chain that is followed here; null where nothing more is to
 *  come. */
function whyBehind(ctx: Context, { key }: CatalogChain): string | null {
  if (ctx.config.ingest.mode === 'off') return null
  return getStreamCoverage(ctx).find(({ chain }) => chain === key)?.reason ?? null
}

function refuse(
  chain: CatalogChain,
  { tier, measure }: CurrentTier,
  { required, reason }: { readonly required: ChainTier; readonly reason: string },
): Failure {
  return {
    ...(fail('unsupported_on_chain', `${chain.key} cannot serve this: ${reason}`) as Failure),
    members: {
      chain: chain.key,
      tier,
      required,
      evidence: {
        measuredAt: measure?.measuredAtMs ?? null,
        newestTradeAgeMs: measure?.market?.newestTradeAgeMs ?? null,
        reason,
      },
    },
  }
}

/** In the order in which a level is reached: the first thing that is missing. */
function whyNotMet(
  ctx: Context,
  chain: CatalogChain,
  { tier: { measure, meets, tier }, level }: { readonly tier: CurrentTier; readonly level: ChainTier },
): string {
  const prefix = `its tier is ${tier}, and this needs what ${level} proves: `
  if (measure === undefined)
    return `${prefix}${canMeasure(ctx, chain) ? 'it is not measured yet' : `no configured source knows it${hintOfUnplayed(ctx, chain.key)}`}`
  const failed = measure.attempts.find(({ result }) => result === 'failed')
  const market = measure.market
  if (market === null || market.newestTradeUnderMs === null)
    return `${prefix}no trade is known${failed === undefined ? '' : `, ${failed.source} failed: ${failed.reason}`}`
  const evidenceAgeMs = ctx.clock.nowMs() - market.askedAtMs
  if (evidenceAgeMs > CHAIN_TIERS.dropAfterMs)
    return `${prefix}its newest evidence is ${counted(Math.round(evidenceAgeMs / HOUR_MS), 'hour')} old`
  const age = market.newestTradeAgeMs ?? market.newestTradeUnderMs
  if (!meets.L1 || (!meets.L2 && level !== 'L4'))
    return `${prefix}the newest trade ${market.source} shows was ${counted(Math.round(age / MINUTE_MS), 'minute')} old`
  if (level === 'L4') return `${prefix}no route was quoted`
  return `${prefix}no analysis of holders and security was completed`
}

/** The address in its canonical form; fails `invalid_request` naming the chain. */
export function checkAddress(
  chain: CatalogChain,
  text: string,
  what: 'address' | 'pool' | 'inputToken' | 'outputToken' = 'address',
): Outcome<string> {
  const address = what === 'pool' ? readChainPool(chain, text) : readChainAddress(chain, text)
  return address === null ? fail('invalid_request', `invalid ${what} for ${chain.key}`) : ok(address)
}
