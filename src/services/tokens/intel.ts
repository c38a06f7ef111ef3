import { TIMEOUTS } from '../../config/timeouts.ts'
import type { Context } from '../../context.ts'
import type { DeepScanReport, Grade } from '../../contract/deep-scan.ts'
import type { Explain, FlagTaxonomy, IntelRecord } from '../../contract/intel.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { withDeadline } from '../../runtime/with-deadline.ts'
import { noteScore } from '../calibration/note-score.ts'
import { degradedNow } from '../degraded-now.ts'
import { knownRoles, untilMapped } from '../known-roles.ts'
import { pickBestPair } from '../pricing/best-pair.ts'
import { assembleIntel } from './intel/assemble.ts'
import { explainRecord } from './intel/explain.ts'
import { inTaxonomy } from './intel/holder-flags.ts'
import { judgeHolders } from './intel/judge-holders.ts'
import { type IntelSources, readSources } from './intel/sources.ts'

type Kept = { readonly record: IntelRecord; readonly explain: Explain }
export type IntelOptions = { readonly flagsTaxonomy: FlagTaxonomy; readonly explain: boolean }

/** Intel record of a token, 60 s (spec 4.1): holders from the chain, who they are, how the token was launched, its
 *  market and the risk. Every source degrades to null on its own; such a record is marked and soon built again. Fails
 *  only `cancelled`. */
export async function getTokenIntel(
  ctx: Context,
  mint: string,
  { flagsTaxonomy, explain }: IntelOptions,
  signal?: AbortSignal,
): Promise<Outcome<IntelRecord>> {
  // A map or scan that came after the record was kept replaces it at once: the two must say the same of the launch.
  const held = ctx.store.peek<Kept>('tokenIntel', mint)?.record
  const isOutdated =
    held !== undefined &&
    ((held.launch?.basis === 'launch' && knownRoles(ctx, mint) !== null) ||
      (!held.deepscanAvailable && warmGrade(ctx, mint) !== null))
  const load = () => buildIntel(ctx, mint, signal)
  const kept = await ctx.store.memo<Kept>('tokenIntel', mint, load, { bypass: isOutdated })
  if (!kept.ok) return kept
  const record = inTaxonomy(kept.value.record, flagsTaxonomy)
  const isMapped = record.launch === null || record.launch.basis === 'map'
  const cache = isMapped ? kept.cache : untilMapped(ctx, kept.cache)
  return ok(explain ? { ...record, explain: kept.value.explain } : record, cache)
}

/** The risk runs from 0, nothing found, upwards; the ledger's scale is the other way round. */
async function noteIntelScore(ctx: Context, { mint, risk, holders }: IntelRecord, atMs: number): Promise<void> {
  if (risk.score === null || risk.verdict === null) return
  await noteScore(ctx, {
    kind: 'intel',
    mint,
    score: Math.max(0, 100 - risk.score),
    grade: risk.verdict,
    rules: risk.risks.map(({ id }) => `risk.${id}`),
    holders,
    atMs,
  })
}

async function buildIntel(ctx: Context, mint: string, caller: AbortSignal | undefined): Promise<Outcome<Kept>> {
  const signal = withDeadline(caller, TIMEOUTS.intelMs)
  const sources = await readSources(ctx, mint, signal)
  const judgement = await judgeHolders(ctx, sources, signal)
  if (caller?.aborted) return { ok: false, code: 'cancelled', message: 'the request was cancelled' }
  const nowMs = ctx.clock.nowMs()
  const marketSource = sourceOfMarket(ctx, sources, mint)
  const record = assembleIntel({
    mint,
    sources,
    judgement,
    marketSource,
    scanned: warmGrade(ctx, mint),
    nowMs,
  })
  await noteIntelScore(ctx, record, nowMs)
  const priceSource = sourceOfPrice(ctx, sources, marketSource, mint)
  const kept = { record, explain: explainRecord(sources, judgement, { marketSource, priceSource }, nowMs) }
  const isDegraded = Object.values(sources).some(({ failed }) => failed) || (judgement?.degraded ?? false)
  return isDegraded ? ok(kept, degradedNow(ctx)) : ok(kept)
}

/** Who described the best pool: pools read from the chain have no page of their own. */
function sourceOfMarket(ctx: Context, { pairs }: IntelSources, mint: string): string | null {
  const best = pickBestPair(pairs.value ?? [], mint)
  if (best === null) return null
  return best.url !== null && ctx.upstreams.pairs !== null ? ctx.upstreams.pairs.provider : 'chain'
}

/** Who said the price: the source of the best pool, else the price provider, which is asked for mints without one. */
function sourceOfPrice(
  ctx: Context,
  { pairs, price }: IntelSources,
  marketSource: string | null,
  mint: string,
): string | null {
  if (price.value === null) return null
  const isOfPool = pickBestPair(pairs.value ?? [], mint)?.priceUsd != null
  return isOfPool ? marketSource : (ctx.upstreams.prices?.provider ?? null)
}

/** Grade of the deep scan at hand; null without one. */
function warmGrade(ctx: Context, mint: string): Grade | null {
  return ctx.store.peek<DeepScanReport>('deepScan', mint)?.grade ?? null
}
