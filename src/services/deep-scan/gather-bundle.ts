import { TIMEOUTS } from '../../config/timeouts.ts'
import type { Context } from '../../context.ts'
import type { LayerName } from '../../contract/deep-scan.ts'
import { type CacheMeta, fail, joinCacheMeta, type Outcome, ok } from '../../contract/outcome.ts'
import { withDeadline } from '../../runtime/with-deadline.ts'
import type { Security, SecurityReport } from '../../upstreams/capabilities.ts'
import type { BundlePart } from '../checks/layer.ts'
import { RULES_VERSION } from '../checks/rules-version.ts'
import { degradedNow } from '../degraded-now.ts'
import { gatherEvidence } from '../evidence/gather-evidence.ts'
import { asGathered } from '../evidence-bundle/as-gathered.ts'
import type { TokenEvidence } from '../evidence-bundle/evidence.ts'
import type { Gathered, InputBundle } from '../evidence-bundle/input-bundle.ts'
import { gatherDev } from '../forensics/gather-dev.ts'
import { gatherSnipers } from '../forensics/gather-snipers.ts'
import { getSellProof } from '../sell-proof/get-sell-proof.ts'
import { gatherMarket } from './gather-market.ts'
import { LAYERS } from './layers/index.ts'
import { settingsOf } from './overrides.ts'

/** How long layers wait for their inputs. `Infinity` for evaluation, where the same inputs must give the same bytes
 *  however busy the machine is. */
export type GatherOptions = { readonly deadlineScale?: number }

/** Every input of a deep scan, each read once and at the same time as far as they do not need one another. A part that
 *  fails or is late leaves a gap; nothing fails the whole but the client going away. The bundle may be kept as long as
 *  what the chain said, and is degraded when a source failed. */
export async function gatherBundle(
  ctx: Context,
  mint: string,
  caller?: AbortSignal,
  { deadlineScale = 1 }: GatherOptions = {},
): Promise<Outcome<InputBundle>> {
  const longestMs = Math.max(...LAYERS.map(({ deadlineMs }) => deadlineMs), TIMEOUTS.deepScanProviderMs) * deadlineScale
  const signal = Number.isFinite(longestMs) ? withDeadline(caller, longestMs) : (caller ?? new AbortController().signal)
  const quality: Quality = { ages: [], isDegraded: false }
  const part = <T>(source: string, read: Promise<Outcome<T | null>>, slotOf?: (value: T) => number | null) =>
    asPart(ctx, quality, source, read, slotOf)
  const evidenceRead = settled(ctx, 'chain:evidence', gatherEvidence(ctx, mint, signal, { deadlineScale }))
  const found = async <T>(
    read: (evidence: TokenEvidence) => Promise<Outcome<T | null>>,
  ): Promise<Outcome<T | null>> => {
    const evidence = await evidenceRead
    return evidence.ok ? read(evidence.value) : fail(evidence.code, `without evidence: ${evidence.message}`)
  }
  const reads = {
    evidence: part('chain:evidence', evidenceRead, (value) => value.slot),
    market: part('market', gatherMarket(ctx, mint)),
    dev: part(
      'chain:creator',
      found((evidence) => gatherDev(ctx, evidence, signal, { deadlineScale })),
    ),
    snipers: part(
      'chain:snipers',
      found((evidence) => gatherSnipers(ctx, evidence, signal, { deadlineScale })),
    ),
    sellProof: part(
      'execution',
      found((evidence) => getSellProof(ctx, evidence, signal)),
      (value) => value.slot,
    ),
  }
  const providerMs = TIMEOUTS.deepScanProviderMs * deadlineScale

  const [late, evidence, market, dev, snipers, sellProof, rugcheck, goplus] = await Promise.all([
    waitForLayers(reads, deadlineScale),
    // A part that no layer needs still appears in the report.
    orLate(reads.evidence, longestMs),
    orLate(reads.market, longestMs),
    orLate(reads.dev, longestMs),
    orLate(reads.snipers, longestMs),
    orLate(reads.sellProof, longestMs),
    orLate(askSecurity(ctx, quality, 'rugcheck', ctx.upstreams.rugcheck, mint), providerMs),
    orLate(askSecurity(ctx, quality, 'goplus', ctx.upstreams.goplus, mint), providerMs),
  ])
  if (caller?.aborted) return fail('cancelled', 'the request was cancelled')
  const bundle: InputBundle = {
    format: 'mintglass-bundle-1',
    mint,
    generatedAtMs: ctx.clock.nowMs(),
    rules: RULES_VERSION,
    late,
    settings: settingsOf(ctx.config, mint),
    evidence,
    dev,
    snipers,
    market,
    sellProof,
    providers: { rugcheck, goplus },
  }
  return ok(bundle, joinCacheMeta([...quality.ages, quality.isDegraded ? degradedNow(ctx) : undefined]))
}

type Reads = Readonly<Record<BundlePart, Promise<Gathered<unknown>>>>

/** Waits until every layer has its inputs or has passed its deadline; names those that have not. */
async function waitForLayers(reads: Reads, deadlineScale: number): Promise<readonly LayerName[]> {
  const inTime = await Promise.all(
    LAYERS.map(async ({ name, needs, deadlineMs }) => {
      const all = Promise.all(needs.map((part) => reads[part]))
      return (await settledWithin(all, deadlineMs * deadlineScale)) ? null : name
    }),
  )
  return inTime.filter((name) => name !== null)
}

/** What the parts say about how long the whole may live. */
type Quality = { readonly ages: CacheMeta[]; isDegraded: boolean }

/** Sources whose age is that of the report: what the chain said. Market data is asked for again with every report. */
const AGEING: ReadonlySet<string> = new Set(['chain:evidence', 'chain:creator', 'chain:snipers'])

async function asPart<T>(
  ctx: Context,
  quality: Quality,
  source: string,
  read: Promise<Outcome<T | null>>,
  slotOf?: (value: T) => number | null,
): Promise<Gathered<T>> {
  const answer = await settled(ctx, source, read)
  const cache = answer.ok ? answer.cache : undefined
  // The five seconds of something degraded count from the end of the scan, or no such scan would ever be kept.
  if (cache?.degraded || cache?.stale) quality.isDegraded = true
  else if (cache !== undefined && AGEING.has(source)) quality.ages.push(cache)
  return asGathered(ctx, source, answer, slotOf)
}

/** A part that throws has a fault of its own, which is logged; the scan goes on without it. What was cancelled here was
 *  so by a deadline: a scan whose client disconnected is not reported. */
async function settled<T>(ctx: Context, source: string, read: Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    const answer = await read
    return answer.ok || answer.code !== 'cancelled' ? answer : fail('upstream_timeout', 'not read in time')
  } catch (error) {
    ctx.log.error({ part: source, err: error }, 'a part of a deep scan threw')
    return fail('internal', 'the part failed')
  }
}

async function askSecurity(
  ctx: Context,
  quality: Quality,
  name: string,
  provider: Security | null,
  mint: string,
): Promise<Gathered<SecurityReport>> {
  if (provider === null) return { ...gapOf(name, 'not configured'), configured: false }
  const read = ctx.store.memo<SecurityReport | null>('securityReports', `${name}:${mint}`, () =>
    provider.securityReport(mint),
  )
  const answer = await asPart(ctx, quality, name, read)
  return answer.value === null && answer.gap === null
    ? { ...answer, gap: 'the provider does not know this token' }
    : answer
}

function gapOf(source: string, gap: string): Gathered<never> {
  return { value: null, source, asOfMs: null, slot: null, gap, configured: true }
}

/** A part that has not come within `ms` is a gap. */
async function orLate<T>(read: Promise<Gathered<T>>, ms: number): Promise<Gathered<T>> {
  return (await settledWithin(read, ms)) ? read : gapOf('late', 'not read in time')
}

async function settledWithin(read: Promise<unknown>, ms: number): Promise<boolean> {
  if (!Number.isFinite(ms)) return read.then(() => true)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  try {
    return await Promise.race([read.then(() => true as const), late])
  } finally {
    clearTimeout(timer)
  }
}
