import { isPayerFault } from '../../chain/solana/execution-outcome.ts'
import { searchHistory } from '../../chain/solana/signature-status.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { decodeBase58Fixed } from '../../hot-paths/base58.ts'
import type { CallLimits } from '../../upstreams/landing-capabilities.ts'

export type BundleQuestion = { readonly bundleId: string | null; readonly signature: string | null }
export type BundleAnswer = {
  readonly landed: boolean
  readonly mev_protected: boolean
  readonly bundle_status?: 'landed' | 'failed' | 'pending' | 'unknown'
  readonly onchain_status?: 'landed' | 'failed' | 'pending' | 'unavailable'
  /** Only for one that is in a block and was never executed. */
  readonly executed?: false
}
type BundleView = {
  readonly status: NonNullable<BundleAnswer['bundle_status']>
  readonly signatures: readonly string[] | null
}

const SIGNATURE_BYTES = 64

/** What became of a bundle, a transaction, or a transaction that went out as a bundle: what the block engine says and
 *  what the chain says, asked together (spec 3). A bundle that landed is protected; a transaction that is on the chain
 *  while its bundle is not landed went the public way. Who cannot be asked is `unknown` or `unavailable`. Fails
 *  `invalid_request` for what is no signature. */
export async function readBundleStatus(
  ctx: Context,
  { bundleId, signature }: BundleQuestion,
  signal: AbortSignal,
): Promise<Outcome<BundleAnswer>> {
  if (signature !== null && decodeBase58Fixed(signature, SIGNATURE_BYTES) === null)
    return fail('invalid_request', 'invalid signature')
  const [bundle, onchain] = await Promise.all([
    bundleId === null ? null : readBundle(ctx, bundleId, { signal }),
    signature === null ? null : readOnchain(ctx, signature),
  ])
  const isOfBundle = signature === null || (bundle?.signatures ?? [signature]).includes(signature)
  const asBundle = bundle?.status === 'landed' && isOfBundle && onchain !== 'failed' && onchain !== 'not_executed'
  return ok({
    landed: asBundle || onchain === 'landed',
    mev_protected: asBundle,
    ...(bundle === null ? {} : { bundle_status: bundle.status }),
    ...(onchain === null ? {} : { onchain_status: onchain === 'not_executed' ? 'failed' : onchain }),
    ...(onchain === 'not_executed' ? { executed: false } : {}),
  })
}

/** What has landed is asked first: it says more, and the engine may have forgotten that it was on its way. */
async function readBundle(ctx: Context, bundleId: string, limits: CallLimits): Promise<BundleView> {
  const { bundles } = ctx.upstreams
  if (bundles === null) return { status: 'unknown', signatures: null }
  const landed = await bundles.bundleStatuses([bundleId], limits)
  const row = landed.ok ? landed.value.get(bundleId) : undefined
  if (row !== undefined) return { status: row.err === null ? 'landed' : 'failed', signatures: row.signatures }
  const inflight = await bundles.inflightStatuses([bundleId], limits)
  const status = inflight.ok ? inflight.value.get(bundleId)?.status : undefined
  return { status: status === undefined || status === 'invalid' ? 'unknown' : status, signatures: null }
}

async function readOnchain(
  ctx: Context,
  signature: string,
): Promise<NonNullable<BundleAnswer['onchain_status']> | 'not_executed'> {
  const { rpc } = ctx.chain
  const found = rpc === null ? null : await searchHistory(rpc, signature)
  if (!found?.ok) return 'unavailable'
  const { status } = found.value
  if (!status?.isConfirmed) return 'pending'
  if (isPayerFault(status.err)) return 'not_executed'
  return status.err === null ? 'landed' : 'failed'
}
