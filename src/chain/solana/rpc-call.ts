import { TIMEOUTS } from '../../config/timeouts.ts'
import { NODE_REPLY_BYTES } from '../../config/upstream-limits.ts'
import { type Failure, fail } from '../../contract/outcome.ts'

/* What the calls of a node have in common. */

/** Version 1 is live since September 2026; asking for less fails on nearly every block (-32015). */
export const MAX_TRANSACTION_VERSION = 1
/** Everything is read at this commitment. */
export const COMMITMENT = 'confirmed'

export type CallOptions = { readonly timeoutMs?: number; readonly signal?: AbortSignal }

export function timed({ timeoutMs = TIMEOUTS.rpcMs, signal }: CallOptions) {
  return { timeoutMs, signal }
}

/** Bytes of the reply to calls of these methods together. */
export function replyBytesOf(...methods: readonly string[]): number {
  const each = methods.map((method) => NODE_REPLY_BYTES.byMethod[method] ?? NODE_REPLY_BYTES.call)
  const sum = each.reduce((total, bytes) => total + bytes, 0)
  return Math.min(sum, Math.max(NODE_REPLY_BYTES.calls, ...each))
}

export function unexpectedReply(method: string): Failure {
  return fail('upstream_failed', `the node answered ${method} in an unexpected shape`)
}
