import { TIMEOUTS } from '../../config/timeouts.ts'
import { RELAY } from '../../config/upstream-limits.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome } from '../../contract/outcome.ts'
import type { Relayed } from '../../contract/streamed.ts'
import { emptyAnswer } from './empty-answer.ts'
import { withinOpenBytes } from './open-bytes.ts'

/** One JSON-RPC call of a caller without a key, in the narrow lane of such callers; the node's envelope and status come
 *  back unchanged. Asked again only when no answer came. Fails `payload_too_large` | `upstream_failed` for an answer of
 *  nothing. */
export async function callOpen(
  ctx: Context,
  { method, params }: { readonly method: string; readonly params: readonly unknown[] },
  signal: AbortSignal,
): Promise<Outcome<Relayed>> {
  if (ctx.chain.open === undefined) return fail('unconfigured', 'on-chain provider not configured')
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
  const { open } = ctx.chain
  const relayed = await withinOpenBytes(ctx, () =>
    open.relay(body, { timeoutMs: TIMEOUTS.rpcMs, maxBytes: RELAY.openCallBytes, signal }),
  )
  if (!relayed.ok) return relayed
  return emptyAnswer(relayed.value) ?? relayed
}
