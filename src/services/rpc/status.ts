import type { Context } from '../../context.ts'
import type { Outcome } from '../../contract/outcome.ts'
import type { StatusBody } from '../../contract/public-rpc.ts'
import type { Relayed } from '../../contract/streamed.ts'
import { callOpen } from './call-open.ts'

const DEFAULTS = { searchTransactionHistory: false }

/** `getSignatureStatuses` for anyone (spec 4.8). */
export function statusOpen(
  ctx: Context,
  { signatures, options }: StatusBody,
  signal: AbortSignal,
): Promise<Outcome<Relayed>> {
  return callOpen(ctx, { method: 'getSignatureStatuses', params: [signatures, { ...DEFAULTS, ...options }] }, signal)
}
