import type { Context } from '../../context.ts'
import type { SniperCohort } from '../../contract/forensics.ts'
import { fail, joinCacheMeta, type Outcome, ok } from '../../contract/outcome.ts'
import { degradedNow } from '../degraded-now.ts'
import { gatherEvidence } from '../evidence/gather-evidence.ts'
import { inScanQueue } from '../evidence/scan-queue.ts'
import { asGathered } from '../evidence-bundle/as-gathered.ts'
import { isDegraded } from '../is-degraded.ts'
import { gatherSnipers } from './gather-snipers.ts'
import { judgeSnipers } from './snipers.ts'

/** Who bought a token's first slots and what became of it, 120 s (spec 4.1), from chain history. What could not be read
 *  is null and named in `errors`; such an answer lives 5 s. Fails only `cancelled`, and
 *  `too_busy` when too many tokens wait to be read. */
export async function getSnipers(ctx: Context, mint: string, signal: AbortSignal): Promise<Outcome<SniperCohort>> {
  return ctx.store.memo<SniperCohort>('snipers', mint, () =>
    inScanQueue(ctx, mint, signal, () => read(ctx, mint, signal)),
  )
}

async function read(ctx: Context, mint: string, signal: AbortSignal): Promise<Outcome<SniperCohort>> {
  const evidence = await gatherEvidence(ctx, mint, signal)
  const snipers = evidence.ok
    ? await gatherSnipers(ctx, evidence.value, signal)
    : fail(evidence.code, `without evidence: ${evidence.message}`)
  if (signal.aborted) return fail('cancelled', 'the request was cancelled')
  const parts = {
    evidence: asGathered(ctx, 'chain:evidence', evidence, ({ slot }) => slot),
    snipers: asGathered(ctx, 'chain:snipers', snipers),
  }
  const { launchWindowSlots } = ctx.config
  const cohort = judgeSnipers(parts, { mint, generatedAtMs: ctx.clock.nowMs(), windowSlots: launchWindowSlots })
  const metas = [evidence, snipers].map((part) => (part.ok ? part.cache : undefined))
  if (isDegraded(evidence) || isDegraded(snipers)) metas.push(degradedNow(ctx))
  return ok(cohort, joinCacheMeta(metas))
}
