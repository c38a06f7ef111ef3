import type { Context } from '../../context.ts'
import type { Outcome } from '../../contract/outcome.ts'
import type { SendBody } from '../../contract/public-rpc.ts'
import type { Relayed } from '../../contract/streamed.ts'
import { callOpen } from './call-open.ts'

const DEFAULTS = { encoding: 'base64', skipPreflight: false, preflightCommitment: 'confirmed' }

/** `sendTransaction` for anyone (spec 4.8). The same bytes sent twice are one transaction, so a lost answer may be
 *  asked for again. */
export function sendOpen(
  ctx: Context,
  { transaction, options }: SendBody,
  signal: AbortSignal,
): Promise<Outcome<Relayed>> {
  return callOpen(ctx, { method: 'sendTransaction', params: [transaction, { ...DEFAULTS, ...options }] }, signal)
}
