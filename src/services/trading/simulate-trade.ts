import type { Context } from '../../context.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { showManifest } from '../manifest/show-manifest.ts'
import { foreseenAmounts } from '../trade-plan/settled-amounts.ts'
import type { TradeParams } from '../trade-plan/trade-params.ts'
import type { Trader } from './plan-trade.ts'
import { prepareTrade } from './prepare-trade.ts'
import { type TradeResult, toMs } from './trade-result.ts'

/** A custodial trade up to the point where it would be signed: what it would have moved. Fails as preparing does. */
export async function simulateTrade(
  ctx: Context,
  params: TradeParams,
  trader: Trader,
  signal?: AbortSignal,
): Promise<Outcome<TradeResult>> {
  const startMs = ctx.clock.monotonicMs()
  const prepared = await prepareTrade(ctx, params, trader, signal)
  if (!prepared.ok) return prepared
  const { plan, composed, planMs, buildMs, manifestMs } = prepared.value
  // A simulation is never without one.
  const manifest = prepared.value.manifest!
  const tipLamports = plan.tip?.lamports ?? 0n
  const { wallet, side, moneyMint } = plan
  const traded = { side, wallet, mint: plan.token.mint, moneyMint, tipLamports }
  const { receivedRaw, spentRaw } = foreseenAmounts(manifest, composed.networkFeeLamports, traded)
  return ok({
    signature: null,
    amount_received: String(receivedRaw),
    amount_spent: String(spentRaw),
    min_received: String(plan.minReceiveRaw),
    platform_fee: String(plan.fee?.raw ?? 0n),
    fee_lamports: String(composed.networkFeeLamports),
    tip_lamports: String(tipLamports),
    timing: {
      plan_ms: planMs,
      fetch_ms: plan.fetchMs,
      detect_ms: plan.detectMs,
      build_ms: buildMs,
      manifest_ms: manifestMs,
      sign_ms: null,
      send_ms: null,
      confirm_ms: null,
      total_ms: toMs(ctx.clock.monotonicMs() - startMs),
      cache_hit: plan.cacheHit,
      confirm_method: null,
      mev_service: null,
      submitted_via: null,
      bundle_id: null,
      dex_name: plan.dex,
      landed_slot: null,
    },
    simulated: true,
    compute_units: manifest.computeUnits,
    logs: manifest.logs,
    manifest: params.wantsManifest ? showManifest(manifest) : null,
  })
}
