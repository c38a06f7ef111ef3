import { createHash } from 'node:crypto'
import { searchHistory } from '../../chain/solana/signature-status.ts'
import { LANDING } from '../../config/landing.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { once, type Signed } from '../idempotency/once.ts'
import { submit } from './land.ts'
import type { SubmittedVia } from './landing.ts'
import { readSigned, type SignedTransaction } from './read-signed.ts'

export type BroadcastParams = {
  readonly wire: Uint8Array
  readonly keyId: number
  readonly userRef: string
  /** Empty for none. */
  readonly idempotencyKey: string
}
export type Broadcast = {
  readonly signature: string
  readonly submitted_via: SubmittedVia
  readonly bundle_id: string | null
  readonly rpc_fallback: boolean
  readonly landing: 'pending'
}

const ROUTE = 'POST /v1/trade/broadcast'

/** Sends a transaction that the caller signed: as a bundle when it carries a tip, else, or when the engine does not
 *  take it, through the senders. Answers as soon as someone took it; it is followed and offered again until its end.
 *  Fails `invalid_request` for what can never land and `upstream_failed` when no one took it. */
export async function broadcastSigned(ctx: Context, params: BroadcastParams): Promise<Outcome<Broadcast>> {
  const read = readSigned(params.wire)
  if (!read.ok) return { ...read, details: { stage: 'validate', fee_lamports: 0, retry_safe: true } }
  const signed = read.value
  const { keyId, userRef, idempotencyKey } = params
  const body = { signed_tx_base64: Buffer.from(signed.wire).toString('base64') }
  return once(
    ctx,
    { keyId, userRef, idempotencyKey, route: ROUTE, body, waitMs: LANDING.broadcastWaitMs },
    async (record) => {
      await record.signed(asSigned(signed))
      return send(ctx, signed)
    },
    // What was sent before a crash may be on the chain already; whether it is or not, once more does no harm.
    async (sent) => (await knownBroadcast(ctx, signed)) ?? send(ctx, signed, sent.signedAtMs),
  )
}

function asSigned({ signature, wire, nonce }: SignedTransaction): Signed {
  return { signature, wire, nonce, lastValidBlockHeight: null, isShared: true }
}

async function send(ctx: Context, signed: SignedTransaction, sentBeforeMs?: number): Promise<Outcome<Broadcast>> {
  const { wire, signature, nonce, tip } = signed
  const { submittedVia, bundleId, isUnclear } = await submit(ctx, {
    wire,
    signature,
    lastValidBlockHeight: null,
    nonce: nonce ?? undefined,
    bundle: tip !== null,
    sentBeforeMs,
  })
  if (submittedVia !== null) return ok(answer(signature, submittedVia, bundleId))
  // What has landed before is refused by everyone.
  const known = await knownBroadcast(ctx, signed)
  if (known !== null) return known
  const details = { stage: 'send', signature, fee_lamports: isUnclear ? null : 0, retry_safe: true }
  const message = isUnclear
    ? 'no sender confirmed that it accepted the transaction; it may land'
    : 'no sender accepted the transaction'
  return { ...fail('upstream_failed', message), details }
}

/** The answer for one that is on the chain; null when it is not. */
async function knownBroadcast(ctx: Context, { signature }: SignedTransaction): Promise<Outcome<Broadcast> | null> {
  const { rpc } = ctx.chain
  const found = rpc === null ? null : await searchHistory(rpc, signature)
  if (!found?.ok || found.value.status === null) return null
  const bundleId = createHash('sha256').update(signature).digest('hex')
  const statuses = await ctx.upstreams.bundles?.bundleStatuses([bundleId])
  if (statuses?.ok && statuses.value.has(bundleId)) return ok(answer(signature, 'jito_bundle', bundleId))
  return ok(answer(signature, ctx.upstreams.sender === null ? 'fallback_rpc' : 'swqos', null))
}

function answer(signature: string, submittedVia: SubmittedVia, bundleId: string | null): Broadcast {
  return {
    signature,
    submitted_via: submittedVia,
    bundle_id: bundleId,
    rpc_fallback: submittedVia === 'fallback_rpc',
    landing: 'pending',
  }
}
