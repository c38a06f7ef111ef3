import { nameError } from '../../chain/solana/name-error.ts'
import { oneOrMany } from '../../contract/counted.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { RefundFailure, RefundReply } from '../../contract/refund.ts'
import { exactInteger } from '../../contract/trading.ts'
import type { RefundEnd } from '../../store/refund-rows.ts'
import type { Landing } from '../landing/landing.ts'
import { sentenceOf } from '../manifest/failed-run.ts'
import type { PreparedRefund } from './prepare-refund.ts'
import type { RefundNote, RefundNoteBatch } from './refund-note.ts'

export type LandedBatch = {
  readonly batch: RefundNoteBatch
  readonly landing: Landing
  /** Null while it is not known. */
  readonly end: RefundEnd | null
}

/** The answer before anything is sent: what it will come to. */
export function replyHead({ wallet, batches, failed, unavailable, left }: PreparedRefund): RefundReply {
  const items = batches.flatMap((batch) => batch.items)
  return {
    wallet,
    simulated: false,
    closed: items.filter(({ closes }) => closes).length,
    kept_open: items.filter(({ closes, lamports }) => !closes && lamports > 0n).length,
    lamports_recovered: exactInteger(sumOf(batches.map(({ lamports }) => lamports))),
    fee_lamports: exactInteger(sumOf(batches.map(({ feeLamports }) => feeLamports))),
    deactivated: items.filter(({ kind }) => kind === 'deactivate').map(({ account }) => account),
    deactivated_ready_in_ms: null,
    failed: [...failed],
    unavailable: unavailable.map((one) => ({ ...one })),
    left,
  }
}

/** The answer to what was sent. `pending` as long as the end of a single one is not known: the rest of the answer is in
 *  its details. */
export function answerRefund(
  note: RefundNote,
  landed: readonly LandedBatch[],
  isRepeatable: boolean,
): Outcome<RefundReply> {
  const good = landed.filter(({ end }) => end?.status === 'landed')
  const accounts = good.flatMap(({ batch }) => batch.accounts.map((one) => ({ ...one, kind: batch.kind })))
  const fees = landed.map(({ end }) => end?.feeLamports ?? null)
  const switched = accounts.filter(({ kind }) => kind === 'deactivate').map(({ account }) => account)
  const reply: RefundReply = {
    wallet: note.wallet,
    simulated: false,
    signatures: landed.map(({ batch }) => batch.signature),
    closed: accounts.filter(({ closes }) => closes).length,
    kept_open: accounts.filter(({ closes, kind }) => !closes && kind !== 'deactivate').length,
    lamports_recovered: exactInteger(sumOf(good.map(({ end }) => BigInt(end!.lamports)))),
    fee_lamports: fees.includes(null) ? null : exactInteger(sumOf(fees.map((fee) => BigInt(fee!)))),
    deactivated: switched,
    deactivated_ready_in_ms: switched.length === 0 ? null : note.readyInMs,
    failed: [...note.failed, ...landed.flatMap(failuresOf)],
    unavailable: note.unavailable.map((one) => ({ ...one })),
    left: note.left,
  }
  const open = landed.filter(({ end }) => end === null)
  return open.length === 0 ? ok(reply) : stillPending(reply, open, isRepeatable)
}

/** Why each account of a transaction that did not go through is still there. */
function failuresOf({ batch, landing, end }: LandedBatch): RefundFailure[] {
  if (end === null || end.status === 'landed') return []
  const reason = landing.status === 'landed' ? failedSentence(landing) : 'it did not land and never will'
  const { kind, signature } = batch
  return batch.accounts.map(({ account }) => ({ account, kind, reason, signature }))
}

function failedSentence({ err, logs }: Extract<Landing, { status: 'landed' }>): string {
  const name = nameError({ err: err as string | Readonly<Record<string, unknown>>, logs })
  return sentenceOf(name ?? 'unknown')
}

function stillPending(reply: RefundReply, open: readonly LandedBatch[], isRepeatable: boolean): Failure {
  const pending = open.map(({ batch }) => batch.signature)
  const { signatures = [], closed, kept_open, lamports_recovered, failed, left } = reply
  return {
    ...fail(
      'pending',
      `sent, and ${open.length} of ${signatures.length} ${oneOrMany(open.length, 'is', 'are')} not confirmed yet`,
    ),
    details: {
      stage: 'confirm',
      fee_lamports: null,
      retry_safe: isRepeatable,
      details: { signatures, pending, closed, kept_open, lamports_recovered, failed, left },
    },
  }
}

function sumOf(lamports: readonly bigint[]): bigint {
  return lamports.reduce((sum, one) => sum + one, 0n)
}
