import { TRADE_LIMITS } from '../../config/trade-limits.ts'
import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import { placeSignature } from '../../hot-paths/wire-template.ts'
import { livingKey } from '../custody/living-key.ts'
import { type CustodialWallet, walletOf } from '../custody/signer.ts'
import { type OnceRecord, once, type SentBefore } from '../idempotency/once.ts'
import { readIdempotencyKey } from '../idempotency/read-key.ts'
import { land } from '../landing/land.ts'
import { recordTrade } from '../trade-ledger/record.ts'
import type { TradeParams } from '../trade-plan/trade-params.ts'
import { atStage, type TradeStage } from '../trade-plan/trade-stage.ts'
import { answerLanding } from './answer-landing.ts'
import { buildTrade } from './build-trade.ts'
import { type Custody, custodyOf } from './custody.ts'
import { noteFeeOverride } from './note-fee-override.ts'
import type { Trader } from './plan-trade.ts'
import { type PreparedTrade, prepareTrade } from './prepare-trade.ts'
import { simulateTrade } from './simulate-trade.ts'
import { ledgerEntry, noteOf, type TradeNote } from './trade-note.ts'
import { type TradeResult, toMs } from './trade-result.ts'

export type TradeRequest = {
  readonly params: TradeParams
  readonly caller: Caller
  /** `X-User-Ref` and `Idempotency-Key` as they came. */
  readonly userRef: string
  readonly idempotencyKey: string
  /** Name of the route, for telling one use of a key from another. */
  readonly route: string
}

/** Trades as asked: builds for the caller to sign, simulates, or signs with the user's wallet, sends and waits. Every
 *  failure says how far it came, what the chain took and whether asking again is safe. Fails as its parts do. */
export async function runTrade(
  ctx: Context,
  request: TradeRequest,
  signal?: AbortSignal,
): Promise<Outcome<TradeResult>> {
  const { params, caller } = request
  if (params.clientSigns) return buildTrade(ctx, params, caller, signal)
  const key = readIdempotencyKey(request.idempotencyKey)
  if (!key.ok) return atStage(key, 'validate')
  if (caller.kind !== 'key') return atStage(fail('unauthorized', 'no key context'), 'validate')
  const wallet = await walletOf(ctx, caller, request.userRef)
  if (!wallet.ok) return atStage(wallet, 'validate')
  // Who names a wallet and does not sign for it means another one than that which pays.
  if (params.wallet !== null && params.wallet !== wallet.value.address)
    return atStage(fail('invalid_request', NOT_THIS_WALLET), 'validate')
  const custody = custodyOf(ctx, caller, wallet.value, params)
  if (!custody.ok) return atStage(custody, 'validate')
  const trade: CustodialTrade = {
    params,
    caller,
    custody: custody.value,
    keyId: caller.key.id,
    wallet: wallet.value,
    isRepeatable: key.value !== '',
  }
  if (params.simulate) return simulateTrade(ctx, params, traderOf(trade), signal)
  const outcome = await once(
    ctx,
    {
      keyId: caller.key.id,
      userRef: wallet.value.userRef,
      idempotencyKey: key.value,
      route: request.route,
      body: params.json,
    },
    (record) => sendTrade(ctx, trade, record),
    (sent, until) => resumeTrade(ctx, trade, sent, until),
  )
  return outcome.ok ? outcome : atStage(outcome, stageOf(outcome))
}

const NOT_THIS_WALLET =
  'wallet: only with client_signs, or the custodial wallet that trades, which X-User-Ref names: it is another one'

/** Of what the idempotency key itself answers: the trade's own failures name theirs. */
function stageOf({ code, details }: Failure): TradeStage {
  if (code !== 'pending') return 'validate'
  return details?.['signature'] === undefined ? 'build' : 'confirm'
}

type CustodialTrade = {
  readonly params: TradeParams
  readonly caller: Caller
  readonly custody: Custody
  readonly keyId: number
  readonly wallet: CustodialWallet
  readonly isRepeatable: boolean
}

function traderOf({ caller, wallet, custody }: CustodialTrade): Trader {
  return { caller, wallet: wallet.address, custody }
}

async function sendTrade(ctx: Context, trade: CustodialTrade, record: OnceRecord): Promise<Outcome<TradeResult>> {
  const { params, keyId, wallet } = trade
  const requestedAtMs = ctx.clock.nowMs()
  const prepared = await prepareTrade(ctx, params, traderOf(trade), record.signal)
  if (!prepared.ok) return prepared
  if (params.feeBps !== null)
    await noteFeeOverride(ctx, trade.caller, { params, trader: wallet.address, isBuilt: false })
  const startMs = ctx.clock.monotonicMs()
  const living = livingKey(ctx, trade.caller, 'trade')
  if (!living.ok) return atStage(living, 'sign')
  const signed = await sign(ctx, wallet, prepared.value)
  if (!signed.ok) return atStage(signed, 'sign')
  const { wire, signature } = signed.value
  const signMs = toMs(ctx.clock.monotonicMs() - startMs)
  const note = noteOf(prepared.value, { keyId, wallet, signMs, bundle: params.mevProtect }, requestedAtMs)
  const { lastValidBlockHeight, plan } = prepared.value
  const lifetime = { lastValidBlockHeight, ...(plan.nonce === null ? {} : { nonce: plan.nonce }) }
  // From here on it may be on the chain whatever becomes of us: both books know it first.
  await record.signed({ signature, wire, ...lifetime, note })
  await recordTrade(ctx, { ...pendingEntry(note, signature), sent: { wire, ...lifetime } })
  const landing = await land(
    ctx,
    { wire, signature, ...lifetime, bundle: note.bundle, deadlineMs: TRADE_LIMITS.landDeadlineMs },
    record.signal,
  )
  return answerLanding(ctx, note, landing, trade.isRepeatable)
}

function pendingEntry(note: TradeNote, signature: string) {
  return ledgerEntry(note, {
    signature,
    status: 'pending',
    slot: null,
    spentRaw: BigInt(note.spend),
    receivedRaw: BigInt(note.receive),
    feeLamports: null,
  })
}

async function sign(ctx: Context, wallet: CustodialWallet, { compiled }: PreparedTrade) {
  const { wire, messageStart, messageEnd, signatureOffset } = compiled
  const signature = await ctx.parts.signer.sign({ walletId: wallet.id }, wire.subarray(messageStart, messageEnd))
  if (!signature.ok) return signature
  placeSignature(wire, signature.value, signatureOffset)
  return ok({ wire, signature: encodeBase58(signature.value) })
}

/** A trade that was signed before, by us or by a process that died: the chain is asked what became of it. */
async function resumeTrade(
  ctx: Context,
  { isRepeatable }: CustodialTrade,
  { wire, signature, lastValidBlockHeight, nonce, note, signedAtMs }: SentBefore,
  signal: AbortSignal,
): Promise<Outcome<TradeResult>> {
  const kept = note as TradeNote
  const landing = await land(
    ctx,
    {
      wire,
      signature,
      lastValidBlockHeight,
      nonce: nonce ?? undefined,
      bundle: kept.bundle,
      deadlineMs: TRADE_LIMITS.landDeadlineMs,
      sentBeforeMs: signedAtMs,
    },
    signal,
  )
  return answerLanding(ctx, kept, landing, isRepeatable)
}
