import { type CompiledMessage, joinSignatures, joinWithoutSignatures } from '../../chain/solana/compile-message.ts'
import { compileMessage, whyTooLarge } from '../../chain/solana/message-format.ts'
import { CUSTODY } from '../../config/custody.ts'
import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import { decodeBase58Fixed, encodeBase58 } from '../../hot-paths/base58.ts'
import type { CustodyWalletRecord } from '../../store/custody-rows.ts'
import { type OnceRecord, once, type SentBefore } from '../idempotency/once.ts'
import { readIdempotencyKey } from '../idempotency/read-key.ts'
import { land } from '../landing/land.ts'
import { makeManifest } from '../manifest/make-manifest.ts'
import type { Manifest } from '../manifest/manifest.ts'
import { showManifest } from '../manifest/show-manifest.ts'
import { atStage } from '../trade-plan/trade-stage.ts'
import { latestBlockhash } from '../trade-pools/hot-chain.ts'
import { answerWithdrawal, type WithdrawalNote, type WithdrawalResult } from './answer-withdrawal.ts'
import { livingKey } from './living-key.ts'
import { offList } from './off-list.ts'
import { ownWallet } from './own-wallet.ts'
import { planSolWithdrawal } from './plan-sol-withdrawal.ts'
import { planTokenWithdrawal } from './plan-token-withdrawal.ts'
import type { WithdrawParams } from './withdraw-params.ts'
import { openBook, type WithdrawalBook } from './withdrawal-book.ts'
import type { WithdrawalPlan } from './withdrawal-plan.ts'

export type WithdrawRequest = {
  readonly caller: Caller
  readonly walletId: string
  readonly params: WithdrawParams
  /** As it came. */
  readonly idempotencyKey: string
}

/** Sends what a custodial wallet holds to someone else, and waits until it is known what became of it. Executed and
 *  checked against the request before it is signed. Fails `unknown_wallet`, `conflict` for a wallet that is only
 *  watched, `policy_blocked` for a recipient that the wallet's list does not name, as planning, the manifest and
 *  landing do. */
export async function withdraw(
  ctx: Context,
  { caller, walletId, params, idempotencyKey }: WithdrawRequest,
  signal: AbortSignal,
): Promise<Outcome<WithdrawalResult>> {
  const own = ownWallet(ctx, caller, walletId)
  if (!own.ok) return atStage(own, 'validate')
  const record = own.value
  const refused = judge(record, params)
  if (refused !== null) return atStage(refused, 'validate')
  const key = readIdempotencyKey(idempotencyKey)
  if (!key.ok) return atStage(key, 'validate')
  if (params.simulate) {
    const prepared = await prepare(ctx, record, params, signal)
    return prepared.ok ? simulated(prepared.value) : prepared
  }
  const book = openBook(ctx, record)
  return once(
    ctx,
    {
      keyId: record.keyId,
      userRef: record.userRef,
      idempotencyKey: key.value,
      route: 'POST /v1/wallets/{id}/withdraw',
      body: { id: record.id, ...params },
    },
    (onceRecord) => send(ctx, { caller, record, params, book, isRepeatable: key.value !== '' }, onceRecord),
    (sent, until) => resume(ctx, sent, key.value !== '', until),
  )
}

/** What can be said without looking at the chain. */
function judge({ kind, address, withdrawTo }: CustodyWalletRecord, { to, mint }: WithdrawParams): Failure | null {
  if (kind === 'watch') return fail('conflict', 'the server has no key of this wallet: it is only watched')
  if (decodeBase58Fixed(to, 32) === null) return fail('invalid_request', 'to: expected an address')
  if (mint !== null && decodeBase58Fixed(mint, 32) === null) return fail('invalid_mint', 'invalid mint')
  if (to === address) return fail('invalid_request', 'to: the wallet itself')
  return offList(withdrawTo, 'to', to)
}

type Prepared = {
  readonly plan: WithdrawalPlan
  readonly message: CompiledMessage
  readonly manifest: Manifest
  readonly lastValidBlockHeight: number
  readonly note: WithdrawalNote
}

async function prepare(
  ctx: Context,
  { address: wallet }: CustodyWalletRecord,
  params: WithdrawParams,
  signal: AbortSignal,
): Promise<Outcome<Prepared>> {
  const { rpc } = ctx.chain
  if (rpc === null) return atStage(fail('unconfigured', 'rpc is not configured'), 'quote')
  const { mint } = params
  const planned =
    mint === null
      ? await planSolWithdrawal(ctx, rpc, { wallet, params }, signal)
      : await planTokenWithdrawal(ctx, rpc, { wallet, params: { ...params, mint } }, signal)
  if (!planned.ok) return atStage(planned, 'quote')
  const plan = planned.value
  const lifetime = await latestBlockhash(ctx)
  if (!lifetime.ok) return atStage(lifetime, 'build')
  const { blockhash, lastValidBlockHeight } = lifetime.value
  const { messageVersion } = ctx.config
  const message = compileMessage(messageVersion, { payer: wallet, blockhash, instructions: plan.instructions })
  const reason = whyTooLarge(message)
  if (reason !== null) return atStage(fail('invalid_amount', `amount: ${reason}`), 'build')
  const manifest = await makeManifest(ctx, joinWithoutSignatures(message), plan.intent, signal)
  if (!manifest.ok) return atStage(manifest, 'simulate')
  const note = noteOf(params, plan, manifest.value)
  return ok({ plan, message, manifest: manifest.value, lastValidBlockHeight, note })
}

function noteOf({ to, mint }: WithdrawParams, plan: WithdrawalPlan, manifest: Manifest): WithdrawalNote {
  const arrived = manifest.owners.find(({ owner }) => owner === plan.recipient)
  const receivedRaw = mint === null ? plan.amountRaw : (arrived?.tokens.get(mint) ?? plan.amountRaw)
  return {
    to,
    mint: mint ?? 'SOL',
    amount: String(plan.amountRaw),
    received: String(receivedRaw),
    closes: [...plan.closes],
    touches: [...plan.touches],
    manifest: showManifest(manifest),
  }
}

function simulated({ note }: Prepared): Outcome<WithdrawalResult> {
  const { touches: _, closes, ...shown } = note
  return ok({
    ...shown,
    signature: null,
    fee_lamports: null,
    slot: null,
    closed_accounts: [...closes],
    simulated: true,
  })
}

type Sending = {
  readonly caller: Caller
  readonly record: CustodyWalletRecord
  readonly params: WithdrawParams
  /** Of this request, whose work may run again. */
  readonly book: WithdrawalBook
  readonly isRepeatable: boolean
}

async function send(
  ctx: Context,
  { caller, record, params, book, isRepeatable }: Sending,
  onceRecord: OnceRecord,
): Promise<Outcome<WithdrawalResult>> {
  const prepared = await prepare(ctx, record, params, onceRecord.signal)
  if (!prepared.ok) return prepared
  const { message, note, lastValidBlockHeight } = prepared.value
  await book.begin(note)
  const living = livingKey(ctx, caller, 'wallet')
  const signed = living.ok ? await ctx.parts.signer.sign({ walletId: record.id }, message.bytes) : living
  if (!signed.ok) {
    await book.notSent(signed.message)
    return atStage(signed, 'sign')
  }
  const wire = joinSignatures(message, [signed.value])
  const sent = { wire, signature: encodeBase58(signed.value), lastValidBlockHeight }
  // From here on it may be on the chain whatever becomes of us.
  await book.signed(sent, () => onceRecord.signed({ ...sent, note }))
  const landing = await land(ctx, { ...sent, bundle: false, deadlineMs: CUSTODY.landDeadlineMs }, onceRecord.signal)
  await book.landed(landing)
  return answerWithdrawal(ctx, note, landing, isRepeatable)
}

/** Signed before, by us or by a process that died: the chain is asked what became of it. */
async function resume(
  ctx: Context,
  { wire, signature, lastValidBlockHeight, signedAtMs, note }: SentBefore,
  isRepeatable: boolean,
  signal: AbortSignal,
): Promise<Outcome<WithdrawalResult>> {
  const input = { wire, signature, lastValidBlockHeight, bundle: false, deadlineMs: CUSTODY.landDeadlineMs }
  const landing = await land(ctx, { ...input, sentBeforeMs: signedAtMs }, signal)
  return answerWithdrawal(ctx, note as WithdrawalNote, landing, isRepeatable)
}
