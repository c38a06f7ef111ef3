import { decodeTransaction } from '../../chain/solana/decode-transaction.ts'
import { executionOutcome, isPayerFault } from '../../chain/solana/execution-outcome.ts'
import type { RawTransaction, SolanaRpc } from '../../chain/solana/rpc.ts'
import { readRecord, type SeenStatus, searchHistory } from '../../chain/solana/signature-status.ts'
import { LANDING } from '../../config/landing.ts'
import type { Context } from '../../context.ts'
import { broadcast, type Going } from './broadcast.ts'
import type { Sighting } from './chain-watch.ts'
import { createJudge } from './judge.ts'
import type { Landed, LandInput, Landing, NotLanded } from './landing.ts'

/** A transaction on its way. */
export type Followed = {
  /** Landed, not landed, or pending when no one may follow any longer. Never rejects. */
  readonly end: Promise<Landing>
  /** Whether someone took it the first time it was offered everywhere. */
  readonly offered: Promise<boolean>
  readonly going: Readonly<Going>
  /** Sends it no more and forgets it. */
  giveUp(): void
}

/** Sends one transaction and follows it until it is known what became of it. */
export function follow(ctx: Context, rpc: SolanaRpc, input: LandInput): Followed {
  let onOffered = (_wasTaken: boolean): void => {}
  const offered = new Promise<boolean>((resolve) => {
    onOffered = resolve
  })
  const going: Going = { submittedVia: null, bundleId: null, takenAtMs: null, isUnclear: false, onOffered }
  const stop = new AbortController()
  const end = untilKnown(ctx, rpc, input, going, stop.signal)
    .catch((error: unknown): Landing => {
      ctx.log.error({ err: error, signature: input.signature }, 'following a transaction failed')
      return pendingOf(input, going, null, 'it could not be followed')
    })
    .finally(() => {
      stop.abort()
      onOffered(true)
    })
  return { end, offered, going, giveUp: () => stop.abort() }
}

export function pendingOf({ signature }: LandInput, going: Going, startedMs: number | null, reason: string): Landing {
  const { submittedVia, bundleId, takenAtMs } = going
  const sendMs = takenAtMs === null || startedMs === null ? null : takenAtMs - startedMs
  return { status: 'pending', signature, reason, submittedVia, bundleId, sendMs }
}

async function untilKnown(
  ctx: Context,
  rpc: SolanaRpc,
  input: LandInput,
  going: Going,
  signal: AbortSignal,
): Promise<Landing> {
  const startedMs = ctx.clock.monotonicMs()
  const world = ctx.store.worldVersion()
  const sending =
    input.sentBeforeMs === undefined ? broadcast(ctx, input, going, signal) : sendAgain(ctx, rpc, input, going, signal)
  sending.catch((error: unknown) => ctx.log.error({ err: error, signature: input.signature }, 'sending failed'))
  const judge = createJudge(ctx, rpc, input)
  for await (const sighting of sightings(ctx, input.signature, signal)) {
    if (ctx.store.worldVersion() !== world) return pendingOf(input, going, startedMs, 'the chain is another one now')
    const verdict = sighting.status?.isConfirmed ? sighting.status : await judge(sighting)
    const { by } = sighting
    if (verdict === 'dead') {
      const { submittedVia, bundleId } = going
      const reason =
        input.nonce === undefined
          ? 'its blockhash is dead and the chain does not have it'
          : 'its nonce has moved on and the chain does not have it'
      return { status: 'not_landed', signature: input.signature, reason, submittedVia, bundleId }
    }
    const landed =
      verdict === 'open' ? null : await landedOf(ctx, rpc, input, going, { startedMs, status: verdict, by })
    if (landed !== null) return landed
    if (ctx.clock.monotonicMs() - startedMs > LANDING.followMs)
      return pendingOf(input, going, startedMs, 'it was followed for too long')
  }
  return pendingOf(input, going, startedMs, 'following has ended')
}

/** After a restart: what has landed is not sent again. */
async function sendAgain(
  ctx: Context,
  rpc: SolanaRpc,
  input: LandInput,
  going: Going,
  signal: AbortSignal,
): Promise<void> {
  const found = await searchHistory(rpc, input.signature)
  if (found.ok && found.value.status?.isConfirmed) return
  await broadcast(ctx, input, going, signal)
}

/** Null where the node contradicts its status: it says that it has no record, or does not repeat the status. One false
 *  status is no landing. */
async function landedOf(
  ctx: Context,
  rpc: SolanaRpc,
  input: LandInput,
  { submittedVia, bundleId, takenAtMs }: Going,
  { startedMs, status, by }: { readonly startedMs: number; readonly status: SeenStatus; readonly by: Sighting['by'] },
): Promise<Landed | NotLanded | null> {
  const confirmedMs = ctx.clock.monotonicMs()
  const record = await readRecord({ rpc, clock: ctx.clock }, input.signature)
  if (record.ok && record.value === 'absent') return null
  const transaction = record.ok && record.value !== 'absent' ? record.value : null
  const repeated = transaction === null ? await statusAgain(rpc, input.signature) : status
  if (repeated === null) return null
  const slot = transaction?.slot ?? repeated.slot
  const fault = whyNotExecuted(transaction, repeated)
  if (fault !== null) {
    const reason = `it is in the block of slot ${slot} and was never executed (${JSON.stringify(fault)}): nothing was paid`
    return { status: 'not_landed', signature: input.signature, reason, submittedVia, bundleId }
  }
  return {
    status: 'landed',
    signature: input.signature,
    slot,
    err: transaction?.meta == null ? repeated.err : (transaction.meta.err ?? null),
    logs: transaction?.meta?.logMessages ?? [],
    feeLamports: transaction?.meta == null ? null : BigInt(transaction.meta.fee),
    transaction,
    confirmMethod: by,
    submittedVia: submittedVia ?? 'fallback_rpc',
    bundleId,
    sendMs: takenAtMs === null ? 0 : takenAtMs - startedMs,
    confirmMs: confirmedMs - (takenAtMs ?? startedMs),
  }
}

/** The error of one that was never executed, by its record, or without one by the status; null for any other. One that
 *  changed a balance was executed, whatever else its record says: it must not be sent again. */
function whyNotExecuted(transaction: RawTransaction | null, { err }: SeenStatus): unknown {
  if (transaction?.meta == null) return isPayerFault(err) ? err : null
  if (BigInt(transaction.meta.fee) > 0n) return null
  const decoded = decodeTransaction(transaction)
  return decoded.ok && executionOutcome(decoded.value) === 'not_executed' ? decoded.value.err : null
}

/** The status of a node that keeps no records, asked for once more; null unless it is confirmed again. */
async function statusAgain(rpc: SolanaRpc, signature: string): Promise<SeenStatus | null> {
  const again = await searchHistory(rpc, signature)
  return again.ok && again.value.status?.isConfirmed ? again.value.status : null
}

/** Everything heard and seen, the newest only when it comes faster than it is dealt with. */
async function* sightings(ctx: Context, signature: string, signal: AbortSignal): AsyncGenerator<Sighting> {
  let newest: Sighting | null = null
  let wake = (): void => {}
  const stop = ctx.parts.chainWatch.watch(signature, (sighting) => {
    // News come once: a look that did not see it yet must not push them out.
    if (!newest?.status?.isConfirmed) newest = sighting
    wake()
  })
  signal.addEventListener('abort', () => wake())
  try {
    while (!signal.aborted) {
      if (newest === null)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      const sighting: Sighting | null = newest
      newest = null
      if (sighting !== null) yield sighting
    }
  } finally {
    stop()
  }
}
