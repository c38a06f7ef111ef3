import { joinSignatures, joinWithoutSignatures } from '../../chain/solana/compile-message.ts'
import { readLatestBlockhash } from '../../chain/solana/latest-blockhash.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { REFUND } from '../../config/refund.ts'
import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { RefundReply } from '../../contract/refund.ts'
import { exactInteger } from '../../contract/trading.ts'
import { decodeBase58Fixed, encodeBase58 } from '../../hot-paths/base58.ts'
import { livingKey } from '../custody/living-key.ts'
import { type CustodialWallet, walletOf } from '../custody/signer.ts'
import { type OnceRecord, once, type SentBefore } from '../idempotency/once.ts'
import { readIdempotencyKey } from '../idempotency/read-key.ts'
import { land } from '../landing/land.ts'
import { compilePack } from '../recovery/pack-transactions.ts'
import { atStage } from '../trade-plan/trade-stage.ts'
import { answerRefund, type LandedBatch, replyHead } from './answer-refund.ts'
import { blockhashLifeMs, slotsInMs } from './blockhash-life.ts'
import { type RefundBatch, refundFrame } from './prepare-batch.ts'
import { type PreparedRefund, prepareRefund } from './prepare-refund.ts'
import { type RefundNote, type RefundNoteBatch, toRow } from './refund-note.ts'
import type { RefundParams } from './refund-params.ts'
import { endOf } from './settle-refunds.ts'

const ADDRESS_BYTES = 32

export type RefundRequest = {
  readonly caller: Caller
  readonly params: RefundParams
  /** Headers as they came. */
  readonly userRef: string
  readonly idempotencyKey: string
  /** Method and path. */
  readonly route: string
}

/** Takes lamports back for a wallet: builds for the client to sign, only executes, or signs with the user's wallet,
 *  sends and waits. Transactions are sent all at once: one that fails never keeps another one back. Fails as its parts
 *  do. */
export async function runRefund(
  ctx: Context,
  request: RefundRequest,
  signal: AbortSignal,
): Promise<Outcome<RefundReply>> {
  const { params, caller, userRef, route } = request
  const { rpc } = ctx.chain
  if (rpc === null) return atStage(fail('unconfigured', 'rpc is not configured'), 'quote')
  const key = readIdempotencyKey(request.idempotencyKey)
  if (!key.ok) return atStage(key, 'validate')
  const wrong = findWrongAddress(params)
  if (wrong !== null) return atStage(fail('invalid_request', `${wrong}: not an address`), 'validate')
  if (params.clientSigns) {
    const prepared = await prepareRefund(ctx, rpc, { wallet: params.wallet!, params }, signal)
    if (!prepared.ok) return atStage(prepared, 'simulate')
    return params.simulate ? ok(simulated(prepared.value)) : unsigned(ctx, rpc, prepared.value)
  }
  if (caller.kind !== 'key') return atStage(fail('unauthorized', 'no key context'), 'validate')
  const own = await walletOf(ctx, caller, userRef)
  if (!own.ok) return atStage(own, 'validate')
  const wallet = own.value
  if (params.simulate) {
    const prepared = await prepareRefund(ctx, rpc, { wallet: wallet.address, params }, signal)
    return prepared.ok ? ok(simulated(prepared.value)) : atStage(prepared, 'simulate')
  }
  const keyId = caller.key.id
  return once(
    ctx,
    { keyId, userRef: wallet.userRef, idempotencyKey: key.value, route, body: params },
    (record) => send(ctx, rpc, { caller, wallet, params, keyId, isRepeatable: key.value !== '' }, record),
    (sent, until) => resume(ctx, sent, key.value !== '', until),
  )
}

/** Text that looks like an address and has not its length names no account. */
function findWrongAddress({ wallet, accounts, what }: RefundParams): string | null {
  if (wallet !== null && decodeBase58Fixed(wallet, ADDRESS_BYTES) === null) return 'wallet'
  if (accounts.some((one) => decodeBase58Fixed(one, ADDRESS_BYTES) === null)) return 'accounts'
  const mints = what.do === 'close' ? what.mints : []
  return mints.some((one) => decodeBase58Fixed(one, ADDRESS_BYTES) === null) ? 'mints' : null
}

function simulated(prepared: PreparedRefund): RefundReply {
  return {
    ...replyHead(prepared),
    simulated: true,
    transactions: prepared.batches.map(({ kind, items, lamports, feeLamports, computeUnits }) => ({
      kind,
      accounts: items.map(({ account }) => account),
      lamports: exactInteger(lamports),
      fee_lamports: exactInteger(feeLamports),
      compute_units: computeUnits,
    })),
  }
}

/** The blockhash comes last: it lives for half a minute. */
async function unsigned(ctx: Context, rpc: SolanaRpc, prepared: PreparedRefund): Promise<Outcome<RefundReply>> {
  const { wallet, batches } = prepared
  const lifetime = await readLatestBlockhash(rpc)
  if (!lifetime.ok) return atStage(lifetime, 'build')
  const { blockhash, lastValidBlockHeight } = lifetime.value
  const expiresInMs = await blockhashLifeMs(ctx, rpc, lastValidBlockHeight)
  return ok({
    ...replyHead(prepared),
    transactions: batches.map((batch) => ({
      unsigned_tx_base64: Buffer.from(joinWithoutSignatures(messageOf(ctx, wallet, batch, blockhash))).toString(
        'base64',
      ),
      kind: batch.kind,
      accounts: batch.items.map(({ account }) => account),
      lamports: exactInteger(batch.lamports),
      fee_lamports: exactInteger(batch.feeLamports),
      compute_units: batch.computeUnits,
      last_valid_block_height: lastValidBlockHeight,
    })),
    recent_blockhash: blockhash,
    expires_in_ms: expiresInMs,
    deactivated_ready_in_ms: await coolingMs(ctx, rpc, prepared),
  })
}

function messageOf(ctx: Context, wallet: string, { items, unitLimit }: RefundBatch, blockhash: string) {
  return compilePack({ items }, refundFrame(ctx, wallet), { blockhash, unitLimit }).message
}

async function coolingMs(ctx: Context, rpc: SolanaRpc, { batches }: PreparedRefund): Promise<number | null> {
  return batches.some(({ kind }) => kind === 'deactivate') ? slotsInMs(ctx, rpc, REFUND.tableCoolingSlots) : null
}

type Sending = {
  readonly caller: Caller
  readonly wallet: CustodialWallet
  readonly params: RefundParams
  readonly keyId: number
  readonly isRepeatable: boolean
}

async function send(
  ctx: Context,
  rpc: SolanaRpc,
  { caller, wallet, params, keyId, isRepeatable }: Sending,
  onceRecord: OnceRecord,
): Promise<Outcome<RefundReply>> {
  const prepared = await prepareRefund(ctx, rpc, { wallet: wallet.address, params }, onceRecord.signal)
  if (!prepared.ok) return atStage(prepared, 'simulate')
  if (prepared.value.batches.length === 0) return ok({ ...replyHead(prepared.value), signatures: [], fee_lamports: 0 })
  const readyInMs = await coolingMs(ctx, rpc, prepared.value)
  const lifetime = await readLatestBlockhash(rpc)
  if (!lifetime.ok) return atStage(lifetime, 'build')
  const { blockhash, lastValidBlockHeight } = lifetime.value
  const living = livingKey(ctx, caller, 'wallet')
  if (!living.ok) return atStage(living, 'sign')
  const batches: RefundNoteBatch[] = []
  for (const batch of prepared.value.batches) {
    const message = messageOf(ctx, wallet.address, batch, blockhash)
    const signature = await ctx.parts.signer.sign({ walletId: wallet.id }, message.bytes)
    if (!signature.ok) return atStage(signature, 'sign')
    const wire = joinSignatures(message, [signature.value])
    batches.push(noteBatch(batch, encodeBase58(signature.value), wire))
  }
  const { failed, unavailable, left } = prepared.value
  const createdAtMs = ctx.clock.nowMs()
  const owner = { wallet: wallet.address, keyId, userRef: wallet.userRef, createdAtMs }
  const note: RefundNote = { ...owner, batches, failed, unavailable, left, readyInMs }
  const [first] = batches
  // From here on they may be on the chain whatever becomes of us.
  await onceRecord.signed({ signature: first!.signature, wire: wireOf(first!), lastValidBlockHeight, note })
  return bring(ctx, { note, lastValidBlockHeight, isRepeatable }, onceRecord.signal)
}

function noteBatch(batch: RefundBatch, signature: string, wire: Uint8Array): RefundNoteBatch {
  return {
    signature,
    wireBase64: Buffer.from(wire).toString('base64'),
    kind: batch.kind,
    accounts: batch.items.map(({ account, closes }) => ({ account, closes })),
    lamports: String(batch.lamports),
  }
}

function wireOf({ wireBase64 }: RefundNoteBatch): Uint8Array {
  return Buffer.from(wireBase64, 'base64')
}

/** Signed before, by us or by a process that died: the chain is asked what became of them. */
function resume(
  ctx: Context,
  { lastValidBlockHeight, signedAtMs, note }: SentBefore,
  isRepeatable: boolean,
  signal: AbortSignal,
): Promise<Outcome<RefundReply>> {
  const sent = { note: note as RefundNote, lastValidBlockHeight, isRepeatable, sentBeforeMs: signedAtMs }
  return bring(ctx, sent, signal)
}

type Bringing = {
  readonly note: RefundNote
  readonly lastValidBlockHeight: number | null
  readonly isRepeatable: boolean
  readonly sentBeforeMs?: number
}

/** The ledger knows them before anything is sent, also when it was another process that signed. */
async function bring(
  ctx: Context,
  { note, lastValidBlockHeight, isRepeatable, sentBeforeMs }: Bringing,
  signal: AbortSignal,
): Promise<Outcome<RefundReply>> {
  await ctx.store.refunds.record(
    note.batches.map((batch) => ({
      row: toRow(note, batch),
      sent: { wire: wireOf(batch), lastValidBlockHeight, signedAtMs: note.createdAtMs },
    })),
  )
  const landed = await Promise.all(
    note.batches.map(async (batch): Promise<LandedBatch> => {
      const { signature } = batch
      const input = { wire: wireOf(batch), signature, lastValidBlockHeight, bundle: false, sentBeforeMs }
      const landing = await land(ctx, { ...input, deadlineMs: REFUND.landDeadlineMs }, signal)
      const end = endOf(batch, landing, ctx.clock.nowMs())
      if (end !== null) await ctx.store.refunds.settle(signature, end)
      return { batch, landing, end }
    }),
  )
  return answerRefund(note, landed, isRepeatable)
}
