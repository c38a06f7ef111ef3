import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { showManifest } from '../manifest/show-manifest.ts'
import type { TradeParams } from '../trade-plan/trade-params.ts'
import { noteFeeOverride } from './note-fee-override.ts'
import { prepareTrade } from './prepare-trade.ts'
import { buildRouted } from './routed/build-routed.ts'
import type { TradeResult } from './trade-result.ts'

/** A trade for its owner to sign: version 0, its one signature zero. Fails as planning and the manifest do. */
export async function buildTrade(
  ctx: Context,
  params: TradeParams,
  caller: Caller,
  signal?: AbortSignal,
): Promise<Outcome<TradeResult>> {
  const built = await (params.useRouter ? buildRouted : buildDirect)(ctx, params, caller, signal)
  if (built.ok) await noteFeeOverride(ctx, caller, { params, trader: params.wallet!, isBuilt: true })
  return built
}

async function buildDirect(
  ctx: Context,
  params: TradeParams,
  caller: Caller,
  signal?: AbortSignal,
): Promise<Outcome<TradeResult>> {
  const prepared = await prepareTrade(ctx, params, { caller, wallet: params.wallet! }, signal)
  if (!prepared.ok) return prepared
  const { compiled, blockhash, lastValidBlockHeight, manifest } = prepared.value
  return ok({
    data: {
      unsigned_tx_base64: Buffer.from(compiled.wire).toString('base64'),
      recent_blockhash: blockhash,
      last_valid_block_height: lastValidBlockHeight,
    },
    ...(manifest === null ? {} : { compute_units: manifest.computeUnits }),
    manifest: manifest === null ? null : showManifest(manifest),
  })
}
