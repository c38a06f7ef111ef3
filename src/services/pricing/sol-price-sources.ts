import { HOUR_MS } from '../../config/durations.ts'
import type { Context } from '../../context.ts'
import { DOLLAR_MINTS, WSOL_MINT } from '../../contract/mints.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { SolSpotSource } from '../../upstreams/market-capabilities.ts'
import { pickBestPair } from './best-pair.ts'
import { readChainPools, toMarketPair } from './chain-pools.ts'

/** The next tiers start when the first has not answered after this long. */
const NEXT_TIER_AFTER_MS = 1_500
/** Against the last stored value of at most an hour; a larger step needs a second source. */
const MAX_STEP_SHARE = 0.3
const MAX_DISAGREEMENT_SHARE = 0.03
const COMPARE_WITHIN_MS = HOUR_MS
/** An oracle publishes every second; a price list can lag minutes when it is throttled. */
const ORACLE_MAX_AGE_MS = 60_000
const SPOT_MAX_AGE_MS = 5 * 60_000
const MAX_UNCERTAIN_SHARE = 0.01

export type LiveSolPrice = { readonly priceUsd: number; readonly tier: string }
type Tier = { readonly name: string; ask(): Promise<number | null> }

/** One sane live price: the price provider first; an oracle, a price list, the market-data provider's and the chain's
 *  own deepest SOL/USD pool when it fails or is slow. Fails `upstream_failed` when no source gives a believable
 *  value. */
export async function fetchSolPriceUsd(ctx: Context, signal: AbortSignal): Promise<Outcome<LiveSolPrice>> {
  const [first, ...rest] = solPriceTiers(ctx)
  if (first === undefined) return fail('unconfigured', 'no SOL price source configured')
  const last = ctx.store.solPrices.latest()
  const reference = last !== undefined && ctx.clock.nowMs() - last.tMs <= COMPARE_WITHIN_MS ? last.priceUsd : null
  const heard: LiveSolPrice[] = []
  const accept = (price: number | null, tier: string): LiveSolPrice | null => {
    if (price === null || !Number.isFinite(price) || price <= 0) return null
    const isStep = reference !== null && Math.abs(price - reference) > reference * MAX_STEP_SHARE
    const isSeconded = heard.some((other) => Math.abs(other.priceUsd - price) <= price * MAX_DISAGREEMENT_SHARE)
    heard.push({ priceUsd: price, tier })
    return !isStep || isSeconded ? { priceUsd: price, tier } : null
  }
  const asked = first.ask().then((price) => accept(price, first.name))
  const early = await Promise.race([asked, waitFor(ctx, NEXT_TIER_AFTER_MS, signal)])
  if (early !== null && early !== undefined) return ok(early)
  const others = rest.map((tier) => tier.ask().then((price) => accept(price, tier.name)))
  const winner = await firstAccepted([asked, ...others], signal)
  return winner === null ? fail('upstream_failed', 'no SOL price source answered') : ok(winner)
}

function solPriceTiers(ctx: Context): Tier[] {
  const tiers: Tier[] = []
  const { prices, pairs, oracle, solHistory } = ctx.upstreams
  if (prices !== null) {
    tiers.push({
      name: prices.provider,
      async ask() {
        const answer = await prices.spotPrices([WSOL_MINT])
        return answer.ok ? (answer.value.get(WSOL_MINT)?.priceUsd ?? null) : null
      },
    })
  }
  if (oracle !== null) tiers.push(spotTier(ctx, oracle, ORACLE_MAX_AGE_MS))
  if (solHistory !== null) tiers.push(spotTier(ctx, solHistory, SPOT_MAX_AGE_MS))
  if (pairs !== null) {
    tiers.push({
      name: pairs.provider,
      async ask() {
        const answer = await pairs.pairsOfToken(WSOL_MINT)
        if (!answer.ok) return null
        return (
          pickBestPair(
            answer.value.filter((pair) => DOLLAR_MINTS.has(pair.quote.address)),
            WSOL_MINT,
          )?.priceUsd ?? null
        )
      },
    })
  }
  if (ctx.chain.rpc !== null) {
    tiers.push({
      name: 'chain',
      async ask() {
        const answer = await readChainPools(ctx, [WSOL_MINT], DOLLAR_MINTS)
        const pairs = answer.ok ? answer.value.pools.map((pool) => toMarketPair(pool, 1)) : []
        return pickBestPair(pairs, WSOL_MINT)?.priceNative ?? null
      },
    })
  }
  return tiers
}

/** A spot price is believed while it is young and its source is sure of it. */
function spotTier(ctx: Context, source: SolSpotSource, maxAgeMs: number): Tier {
  return {
    name: source.provider,
    async ask() {
      const answer = await source.solSpot()
      if (!answer.ok || answer.value === null) return null
      const { priceUsd, atMs, confidenceUsd } = answer.value
      const isOld = ctx.clock.nowMs() - atMs > maxAgeMs
      const isUnsure = confidenceUsd !== null && confidenceUsd > priceUsd * MAX_UNCERTAIN_SHARE
      return isOld || isUnsure ? null : priceUsd
    },
  }
}

async function waitFor(ctx: Context, ms: number, signal: AbortSignal): Promise<undefined> {
  await ctx.clock.sleep(ms, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  return undefined
}

/** The first promise that resolves to a value, or null when all are null or the signal fires; what one throws before
 *  that is thrown. */
function firstAccepted(
  promises: readonly Promise<LiveSolPrice | null>[],
  signal: AbortSignal,
): Promise<LiveSolPrice | null> {
  return new Promise((resolve, reject) => {
    let open = promises.length
    if (signal.aborted) resolve(null)
    signal.addEventListener('abort', () => resolve(null), { once: true })
    for (const promise of promises) {
      promise.then((value) => {
        open--
        if (value !== null || open === 0) resolve(value)
      }, reject)
    }
  })
}
