import type { Context } from '../../context.ts'
import { type Failure, type Outcome, ok } from '../../contract/outcome.ts'
import { makeManifest } from '../manifest/make-manifest.ts'
import type { Manifest } from '../manifest/manifest.ts'
import type { TradeParams } from '../trade-plan/trade-params.ts'
import type { TradePlan } from '../trade-plan/trade-plan.ts'
import { atStage } from '../trade-plan/trade-stage.ts'
import { latestBlockhash } from '../trade-pools/hot-chain.ts'
import { type CompiledTrade, compileTrade } from './compile-trade.ts'
import { type ComposedTrade, composeTrade } from './compose-trade.ts'
import { planTrade, type Trader } from './plan-trade.ts'
import { intentOf } from './trade-intent.ts'
import { toMs } from './trade-result.ts'

/** A trade ready to be signed. */
export type PreparedTrade = {
  readonly plan: TradePlan
  readonly composed: ComposedTrade
  readonly compiled: CompiledTrade
  readonly blockhash: string
  /** Null with a durable nonce. */
  readonly lastValidBlockHeight: number | null
  /** Null where it was switched off. */
  readonly manifest: Manifest | null
  readonly planMs: number
  readonly buildMs: number
  readonly manifestMs: number | null
}

/** Plans, composes and compiles a trade, and executes it before anyone signs, unless the caller opted out of that.
 *  Fails as its parts do, with the stage. */
export async function prepareTrade(
  ctx: Context,
  params: TradeParams,
  trader: Trader,
  signal?: AbortSignal,
): Promise<Outcome<PreparedTrade>> {
  const prepared = await tryPreparing(ctx, params, trader, signal)
  // The part that is sold was reckoned from a balance that is no longer so, or never was: it is read again, once.
  return !prepared.ok && isBeyondShare(prepared)
    ? tryPreparing(ctx, params, trader, signal, { isReread: true })
    : prepared
}

function isBeyondShare({ code, details }: Failure): boolean {
  return code === 'policy_blocked' && (details?.['details'] as { rule?: unknown } | undefined)?.rule === 'share'
}

async function tryPreparing(
  ctx: Context,
  params: TradeParams,
  trader: Trader,
  signal?: AbortSignal,
  how: { readonly isReread: boolean } = { isReread: false },
): Promise<Outcome<PreparedTrade>> {
  const startMs = ctx.clock.monotonicMs()
  const planned = await planTrade(ctx, params, trader, signal, how)
  if (!planned.ok) return atStage(planned, 'quote')
  const plan = planned.value
  const plannedMs = ctx.clock.monotonicMs()
  const composed = composeTrade(plan)
  const lifetime = plan.nonce === null ? await latestBlockhash(ctx) : ok(null)
  if (!lifetime.ok) return atStage(lifetime, 'build')
  const blockhash = lifetime.value?.blockhash ?? plan.nonce!.value
  const compiled = compileTrade(ctx, plan, composed, blockhash)
  if (!compiled.ok) return atStage(compiled, 'build')
  const builtMs = ctx.clock.monotonicMs()
  const executed =
    params.wantsManifest || params.simulate
      ? await makeManifest(ctx, compiled.value.wire, intentOf(plan, composed), signal)
      : ok(null)
  if (!executed.ok) return atStage(executed, 'simulate')
  return ok({
    plan,
    composed,
    compiled: compiled.value,
    blockhash,
    lastValidBlockHeight: lifetime.value?.lastValidBlockHeight ?? null,
    manifest: executed.value,
    planMs: toMs(plannedMs - startMs),
    buildMs: toMs(builtMs - plannedMs),
    manifestMs: executed.value === null ? null : toMs(ctx.clock.monotonicMs() - builtMs),
  })
}
