import Type from 'typebox'
import { LANDING } from '../../config/landing.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import type { Clock } from '../../runtime/clock.ts'
import { chunksOf } from '../../runtime/in-parallel.ts'
import { compileReply } from '../../runtime/reply-check.ts'
import { BlockHeight, BlockTimeSec, Count, Maybe, Slot } from '../../runtime/reply-ranges.ts'
import { COMMITMENT, type RawTransaction, type SolanaRpc } from './rpc.ts'

/** What a node says of a signature. */
export type SeenStatus = {
  readonly slot: number
  readonly err: unknown
  /** `confirmed` or `finalized`: two thirds of the stake have voted for it. */
  readonly isConfirmed: boolean
}

const Statuses = compileReply(
  Type.Object({
    context: Type.Object({ slot: Slot }),
    value: Type.Array(
      Type.Union([
        Type.Null(),
        Type.Object({
          slot: Slot,
          err: Type.Unknown(),
          confirmationStatus: Type.Optional(Type.Union([Type.String(), Type.Null()])),
          confirmations: Maybe(Count),
        }),
      ]),
    ),
  }),
)
const Height = compileReply(Type.Object({ absoluteSlot: Slot, blockHeight: BlockHeight }))

const isSlot = compileReply(Slot).matches
const isBlockTime = compileReply(BlockTimeSec).matches

const LIMITS = { timeoutMs: LANDING.callMs }
const NONCE_BYTES = 80
const NONCE_VALUE_OFFSET = 40

/** Slot and block height at the commitment we read at, of one moment. */
export async function readHeight(rpc: SolanaRpc): Promise<Outcome<{ slot: number; blockHeight: number }>> {
  const reply = await rpc.call<unknown>('getEpochInfo', [{ commitment: COMMITMENT }], LIMITS)
  if (!reply.ok) return reply
  if (!Height.matches(reply.value)) return unexpected('getEpochInfo')
  return ok({ slot: reply.value.absoluteSlot, blockHeight: reply.value.blockHeight })
}

/** Aligned with the signatures; null where the node has not seen one lately, undefined where it did not tell. */
export async function readStatuses(
  rpc: SolanaRpc,
  signatures: readonly string[],
): Promise<readonly (SeenStatus | null | undefined)[]> {
  const chunks = chunksOf(signatures, LANDING.statusesPerCall)
  const replies = await rpc.callMany<unknown>(
    chunks.map((chunk) => ({ method: 'getSignatureStatuses', params: [chunk] })),
    LIMITS,
  )
  return chunks.flatMap((chunk, at) => {
    const reply = replies[at]!
    const isReadable = reply.ok && Statuses.matches(reply.value) && reply.value.value.length === chunk.length
    return isReadable ? reply.value.value.map(toSeen) : chunk.map(() => undefined)
  })
}

/** What the whole history of a node says of one signature, and as of which slot. */
export async function searchHistory(
  rpc: SolanaRpc,
  signature: string,
): Promise<Outcome<{ status: SeenStatus | null; slot: number }>> {
  const params = [[signature], { searchTransactionHistory: true }]
  const reply = await rpc.call<unknown>('getSignatureStatuses', params, LIMITS)
  if (!reply.ok) return reply
  const { value } = reply
  if (!Statuses.matches(value) || value.value.length !== 1) return unexpected('getSignatureStatuses')
  return ok({ status: toSeen(value.value[0]!), slot: value.context.slot })
}

/** Whether the node still has the blocks of this time: what a node forgot, it does not find. */
export async function historyReaches(rpc: SolanaRpc, sinceMs: number): Promise<Outcome<boolean>> {
  const first = await rpc.call<unknown>('getFirstAvailableBlock', [], LIMITS)
  if (!first.ok) return first
  if (first.value === 0) return ok(true)
  if (!isSlot(first.value)) return unexpected('getFirstAvailableBlock')
  const time = await rpc.call<unknown>('getBlockTime', [first.value], LIMITS)
  if (!time.ok) return time
  return isBlockTime(time.value) ? ok(time.value * 1_000 < sinceMs) : unexpected('getBlockTime')
}

/** The value that a durable nonce has now, base58; null when there is no such account. */
export async function readNonce(
  rpc: SolanaRpc,
  account: string,
): Promise<Outcome<{ value: string | null; slot: number }>> {
  const reply = await rpc.accounts([account])
  if (!reply.ok) return reply
  const data = reply.value.accounts[0]?.data
  const isNonce = data !== undefined && data.length >= NONCE_BYTES
  const value = isNonce ? encodeBase58(data.subarray(NONCE_VALUE_OFFSET, NONCE_VALUE_OFFSET + 32)) : null
  return ok({ value, slot: reply.value.slot })
}

/** The record of a transaction that a status calls confirmed. `absent`: the node goes on saying that it has none, which
 *  contradicts that status. Fails for a node that keeps no records, or does not answer in time. */
export async function readRecord(
  { rpc, clock }: { readonly rpc: SolanaRpc; readonly clock: Clock },
  signature: string,
): Promise<Outcome<RawTransaction | 'absent'>> {
  for (let tries = 1; ; tries++) {
    const record = await rpc.transaction(signature, LIMITS)
    if (record.ok && record.value !== null) return ok(record.value)
    if (tries >= LANDING.recordTries) return record.ok ? ok('absent') : record
    await clock.sleep(LANDING.recordPauseMs)
  }
}

/** Whether a signature that the history did not have is really not there, by another call: one false `null` would let a
 *  caller order again what has landed. The status if there is a record; null if there is none. */
export async function confirmAbsence(rpc: SolanaRpc, signature: string): Promise<Outcome<SeenStatus | null>> {
  const record = await rpc.transaction(signature, LIMITS)
  if (record.ok && record.value === null) return ok(null)
  if (record.ok) return ok({ slot: record.value!.slot, err: record.value!.meta?.err ?? null, isConfirmed: true })
  // A node may keep no records: then the history is searched again.
  const again = await searchHistory(rpc, signature)
  return again.ok ? ok(again.value.status) : again
}

type StatusRow = {
  slot: number
  err: unknown
  confirmationStatus?: string | null
  confirmations?: number | null
} | null

function toSeen(row: StatusRow): SeenStatus | null {
  if (row === null) return null
  const { slot, err, confirmationStatus, confirmations } = row
  // Nodes from before the commitment names say `confirmations: null` for what is rooted.
  const isConfirmed =
    confirmationStatus == null
      ? confirmations === null
      : confirmationStatus === 'confirmed' || confirmationStatus === 'finalized'
  return { slot, err: err ?? null, isConfirmed }
}

function unexpected(method: string): Failure {
  return fail('upstream_failed', `the node answered ${method} in an unexpected shape`)
}
