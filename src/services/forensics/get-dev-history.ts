import type { Context } from '../../context.ts'
import type { DevHistory } from '../../contract/forensics.ts'
import { fail, joinCacheMeta, type Outcome, ok } from '../../contract/outcome.ts'
import { degradedNow } from '../degraded-now.ts'
import { gatherEvidence } from '../evidence/gather-evidence.ts'
import { inScanQueue } from '../evidence/scan-queue.ts'
import { asGathered } from '../evidence-bundle/as-gathered.ts'
import { isDegraded } from '../is-degraded.ts'
import { knownSolPriceUsd } from '../pricing/sol-price.ts'
import { judgeDevHistory } from './dev-history.ts'
import { gatherDev } from './gather-dev.ts'

/** Who made a token and what they made before, 120 s (spec 4.1), from chain history. What could not be read is null and
 *  named in `errors`; such an answer lives 5 s. Fails only `cancelled`, and `too_busy` when too
 *  many tokens wait to be read. */
export async function getDevHistory(ctx: Context, mint: string, signal: AbortSignal): Promise<Outcome<DevHistory>> {
  return ctx.store.memo<DevHistory>('devHistory', mint, () =>
    inScanQueue(ctx, mint, signal, () => read(ctx, mint, signal)),
  )
}

async function read(ctx: Context, mint: string, signal: AbortSignal): Promise<Outcome<DevHistory>> {
  const [evidence, solUsd] = await Promise.all([gatherEvidence(ctx, mint, signal), knownSolPriceUsd(ctx)])
  const dev = evidence.ok
    ? await gatherDev(ctx, evidence.value, signal)
    : fail(evidence.code, `without evidence: ${evidence.message}`)
  if (signal.aborted) return fail('cancelled', 'the request was cancelled')
  const parts = {
    evidence: asGathered(ctx, 'chain:evidence', evidence, ({ slot }) => slot),
    dev: asGathered(ctx, 'chain:creator', dev),
    market: asGathered(ctx, 'market', ok({ solUsd })),
  }
  const history = judgeDevHistory(parts, { mint, generatedAtMs: ctx.clock.nowMs() })
  const metas = [evidence, dev].map((part) => (part.ok ? part.cache : undefined))
  if (isDegraded(evidence) || isDegraded(dev)) metas.push(degradedNow(ctx))
  return ok(history, joinCacheMeta(metas))
}
