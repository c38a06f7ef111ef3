import type { Context } from '../../context.ts'
import type { SniperCohort } from '../../contract/forensics.ts'
import { fail, joinCacheMeta, type Outcome, ok } from '../../contract/outcome.ts'
import { degradedNow } from '../degraded-now.ts'
import { gatherEvidence } from '../evidence/gather-evidence.ts'
import { inScanQueue } from '../evidence/scan-queue.ts'
import { asGathered } from '../evidence-bundle/as-gathered.ts'
import { isDegraded } from '../is-degraded.ts'
import { knownRoles, untilMapped } from '../known-roles.ts'
import { gatherSnipers } from './gather-snipers.ts'
import { judgeSnipers } from './snipers.ts'

/** Who bought a token's first slots and what became of it, 120 s (spec 4.1), from chain history. What could not be read
 *  is null and named in `errors`; such an answer lives 5 s. Fails only `cancelled`, and
 *  `too_busy` when too many tokens wait to be read. */
export async function getSnipers(ctx: Context, mint: string, signal: AbortSignal): Promise<Outcome<SniperCohort>> {
  // A map that came after the cohort was kept replaces it at once: the two must name the same wallets.
  const held = ctx.store.peek<SniperCohort>('snipers', mint)
  const bypass = held?.basis === 'launch' && knownRoles(ctx, mint) !== null
  const load = () => inScanQueue(ctx, mint, signal, () => read(ctx, mint, signal))
  const kept = await ctx.store.memo<SniperCohort>('snipers', mint, load, { bypass })
  return kept.ok && kept.value.basis === 'launch' ? ok(kept.value, untilMapped(ctx, kept.cache)) : kept
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
  const roles = knownRoles(ctx, mint)
  const cohort = judgeSnipers(parts, { mint, generatedAtMs: ctx.clock.nowMs(), windowSlots: launchWindowSlots, roles })
  const metas = [evidence, snipers].map((part) => (part.ok ? part.cache : undefined))
  if (isDegraded(evidence) || isDegraded(snipers)) metas.push(degradedNow(ctx))
  return ok(cohort, joinCacheMeta(metas))
}
