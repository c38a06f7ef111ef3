import { decodeTransaction } from '../../chain/solana/decode-transaction.ts'
import { nameError } from '../../chain/solana/name-error.ts'
import type { Context } from '../../context.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { Landed, Landing } from '../landing/landing.ts'
import { codeOfError, sentenceOf } from '../manifest/failed-run.ts'
import { recordTrade } from '../trade-ledger/record.ts'
import { settledAmounts, type TradedAmounts } from '../trade-plan/settled-amounts.ts'
import { expectChange } from '../trade-pools/hot-pools.ts'
import { ledgerEntry, type TradeNote } from './trade-note.ts'
import { type TradeResult, type TradeTimes, toMs } from './trade-result.ts'

/** The answer for a trade that was sent, and its line in the ledger. Success only when it landed and went through; else
 *  `price_moved`, `insufficient_balance` or `simulation_failed` with what the chain took, `not_landed` when it never
 *  will, `pending` when that is not known yet. */
export async function answerLanding(
  ctx: Context,
  note: TradeNote,
  landing: Landing,
  isRepeatable: boolean,
): Promise<Outcome<TradeResult>> {
  const { signature } = landing
  if (landing.status === 'landed') return answerLanded(ctx, note, landing)
  const isPending = landing.status === 'pending'
  await record(note, ctx, {
    signature,
    status: isPending ? 'pending' : 'expired',
    slot: null,
    ...quoted(note),
    feeLamports: isPending ? null : 0n,
    error: landing.reason,
  })
  const details = { signature, fee_lamports: isPending ? null : 0, retry_safe: isPending ? isRepeatable : true }
  return isPending
    ? withDetails(fail('pending', `sent, and not confirmed yet: ${landing.reason}`), { stage: 'confirm', ...details })
    : withDetails(fail('not_landed', `it did not land and never will: ${landing.reason}`), {
        stage: 'send',
        ...details,
      })
}

async function answerLanded(ctx: Context, note: TradeNote, landed: Landed): Promise<Outcome<TradeResult>> {
  const { signature, slot, err, feeLamports } = landed
  expectChange(ctx, [...note.watch, ...note.own], slot)
  if (err !== null) return answerFailed(ctx, note, landed)
  const { spentRaw, receivedRaw } = amountsOf(note, landed)
  await record(note, ctx, { signature, status: 'landed', slot, spentRaw, receivedRaw, feeLamports })
  return ok({
    signature,
    amount_received: String(receivedRaw),
    amount_spent: String(spentRaw),
    min_received: note.minReceived,
    platform_fee: note.platformFee?.raw ?? '0',
    fee_lamports: feeLamports === null ? null : String(feeLamports),
    tip_lamports: note.tipLamports,
    timing: timesOf(ctx, note, landed),
    manifest: note.manifest,
  })
}

/** What the chain recorded; without the record, which a node may be late with, what was asked for. */
function amountsOf(note: TradeNote, { transaction }: Landed): TradedAmounts {
  const decoded = transaction === null ? null : decodeTransaction(transaction)
  return decoded?.ok ? settledAmounts(decoded.value, { ...note, tipLamports: BigInt(note.tipLamports) }) : quoted(note)
}

function quoted(note: TradeNote): TradedAmounts {
  return { spentRaw: BigInt(note.spend), receivedRaw: BigInt(note.receive) }
}

async function answerFailed(ctx: Context, note: TradeNote, landed: Landed): Promise<Failure> {
  const { signature, slot, logs, feeLamports } = landed
  const err = landed.err as string | Readonly<Record<string, unknown>>
  const name = nameError({ err, logs }) ?? 'unknown'
  await record(note, ctx, { signature, status: 'failed', slot, ...quoted(note), feeLamports, error: err })
  return withDetails(fail(codeOfError(name), sentenceOf(name)), {
    stage: 'confirm',
    signature,
    fee_lamports: feeLamports === null ? null : Number(feeLamports),
    retry_safe: true,
    details: { error: name, err, landed_slot: slot },
  })
}

/** The ledger is written last: a known answer is not lost when that write fails. */
async function record(note: TradeNote, ctx: Context, end: Parameters<typeof ledgerEntry>[1]): Promise<void> {
  try {
    await recordTrade(ctx, ledgerEntry(note, end))
  } catch (error) {
    ctx.log.error({ err: error, signature: end.signature }, 'a trade could not be written into the ledger')
  }
}

function timesOf(ctx: Context, note: TradeNote, landed: Landed): TradeTimes {
  return {
    plan_ms: note.planMs,
    fetch_ms: note.fetchMs,
    detect_ms: note.detectMs,
    build_ms: note.buildMs,
    manifest_ms: note.manifestMs,
    sign_ms: note.signMs,
    send_ms: toMs(landed.sendMs),
    confirm_ms: toMs(landed.confirmMs),
    total_ms: Math.max(0, ctx.clock.nowMs() - note.requestedAtMs),
    cache_hit: note.cacheHit,
    confirm_method: landed.confirmMethod,
    mev_service: landed.submittedVia === 'jito_bundle' ? 'jito' : null,
    submitted_via: landed.submittedVia,
    bundle_id: landed.bundleId,
    dex_name: note.dex,
    landed_slot: landed.slot,
  }
}

function withDetails(failure: Failure, details: Readonly<Record<string, unknown>>): Failure {
  return { ...failure, details }
}
