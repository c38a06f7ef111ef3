import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import {
  historyReaches,
  readNonce,
  readRecord,
  type SeenStatus,
  searchHistory,
} from '../../chain/solana/signature-status.ts'
import { LANDING } from '../../config/landing.ts'
import type { Context } from '../../context.ts'
import { broadcast, type Going } from './broadcast.ts'
import { createChainWatch, type Sighting } from './chain-watch.ts'
import type { Landed, LandInput, Landing } from './landing.ts'

/** A transaction on its way. */
export type Followed = {
  /** Landed, not landed, or pending when nobody may follow any longer. Never rejects. */
  readonly end: Promise<Landing>
  readonly going: Readonly<Going>
}

/** Sends one transaction and follows it until it is known what became of it. */
export function follow(ctx: Context, rpc: SolanaRpc, input: LandInput): Followed {
  const going: Going = { submittedVia: null, bundleId: null, takenAtMs: null }
  const stop = new AbortController()
  const end = untilKnown(ctx, rpc, input, going, stop.signal)
    .catch((error: unknown): Landing => {
      ctx.log.error({ err: error, signature: input.signature }, 'following a transaction failed')
      return pendingOf(input, going, null, 'it could not be followed')
    })
    .finally(() => stop.abort())
  return { end, going }
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
    if (verdict === 'dead') {
      const { submittedVia, bundleId } = going
      const reason =
        input.nonce === undefined
          ? 'its blockhash is dead and the chain does not have it'
          : 'its nonce has moved on and the chain does not have it'
      return { status: 'not_landed', signature: input.signature, reason, submittedVia, bundleId }
    }
    if (verdict !== 'open') return landedOf(ctx, rpc, input, going, { startedMs, status: verdict })
    if (ctx.clock.monotonicMs() - startedMs > LANDING.followMs)
      return pendingOf(input, going, startedMs, 'it was followed for too long')
  }
  return pendingOf(input, going, startedMs, 'nobody follows it any more')
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

async function landedOf(
  ctx: Context,
  rpc: SolanaRpc,
  input: LandInput,
  { submittedVia, bundleId, takenAtMs }: Going,
  { startedMs, status }: { readonly startedMs: number; readonly status: SeenStatus },
): Promise<Landed> {
  const confirmedMs = ctx.clock.monotonicMs()
  const transaction = await readRecord({ rpc, clock: ctx.clock }, input.signature)
  return {
    status: 'landed',
    signature: input.signature,
    slot: status.slot,
    err: status.err,
    logs: transaction?.meta?.logMessages ?? [],
    feeLamports: transaction?.meta == null ? null : BigInt(transaction.meta.fee),
    transaction,
    confirmMethod: 'polling',
    submittedVia: submittedVia ?? 'fallback_rpc',
    bundleId,
    sendMs: takenAtMs === null ? 0 : takenAtMs - startedMs,
    confirmMs: confirmedMs - (takenAtMs ?? startedMs),
  }
}

/** Every look at the chain, the newest only when looks come faster than they are dealt with. */
async function* sightings(ctx: Context, signature: string, signal: AbortSignal): AsyncGenerator<Sighting> {
  let newest: Sighting | null = null
  let wake = (): void => {}
  const stop = ctx.only(createChainWatch).watch(signature, (sighting) => {
    newest = sighting
    wake()
  })
  try {
    while (!signal.aborted) {
      if (newest === null)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      const sighting: Sighting = newest!
      newest = null
      yield sighting
    }
  } finally {
    stop()
  }
}

type Verdict = 'open' | 'dead' | SeenStatus
type Judge = (sighting: Sighting) => Promise<Verdict>

/** Whether what is not confirmed yet can still become so. `dead` is certain: the chain passed the end of the
 *  transaction's life, and a node that is at least as far on has looked for it in its whole history. */
function createJudge(ctx: Context, rpc: SolanaRpc, input: LandInput): Judge {
  const sinceMs = input.sentBeforeMs ?? ctx.clock.nowMs()
  const diedAtSlot = input.nonce === undefined ? blockhashDeath(input) : nonceDeath(ctx, rpc, input.nonce)
  return async (sighting) => {
    const deadSinceSlot = await diedAtSlot(sighting)
    if (deadSinceSlot === null) return 'open'
    const found = await searchHistory(rpc, input.signature)
    if (!found.ok || found.value.slot < deadSinceSlot) return 'open'
    if (found.value.status !== null) return found.value.status.isConfirmed ? found.value.status : 'open'
    const reaches = await historyReaches(rpc, sinceMs)
    return reaches.ok && reaches.value ? 'dead' : 'open'
  }
}

/** The slot at which it was seen to be dead; null while it lives. */
function blockhashDeath({ lastValidBlockHeight }: LandInput): (sighting: Sighting) => number | null {
  let last = lastValidBlockHeight
  return ({ height }) => {
    if (height === null) return null
    // No blockhash is younger than now.
    last ??= height.blockHeight + LANDING.blockhashLifeBlocks
    return height.blockHeight > last ? height.slot : null
  }
}

function nonceDeath(
  ctx: Context,
  rpc: SolanaRpc,
  nonce: NonNullable<LandInput['nonce']>,
): () => Promise<number | null> {
  let lookedAtMs = Number.NEGATIVE_INFINITY
  let movedAtSlot: number | null = null
  return async () => {
    if (movedAtSlot !== null || ctx.clock.monotonicMs() - lookedAtMs < LANDING.nonceEveryMs) return movedAtSlot
    lookedAtMs = ctx.clock.monotonicMs()
    const read = await readNonce(rpc, nonce.account)
    if (read.ok && read.value.value !== nonce.value) movedAtSlot = read.value.slot
    return movedAtSlot
  }
}
