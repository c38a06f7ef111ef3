import { TIMEOUTS } from '../../config/timeouts.ts'
import { RELAY } from '../../config/upstream-limits.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome } from '../../contract/outcome.ts'
import type { Relayed } from '../../contract/streamed.ts'
import { withinOpenBytes } from './open-bytes.ts'

/** One JSON-RPC call of a caller without a key, in the narrow lane of such callers; the node's envelope and status come
 *  back unchanged. Asked again only when no answer came. */
export async function callOpen(
  ctx: Context,
  { method, params }: { readonly method: string; readonly params: readonly unknown[] },
  signal: AbortSignal,
): Promise<Outcome<Relayed>> {
  if (ctx.chain.open === undefined) return fail('unconfigured', 'on-chain provider not configured')
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
  const { open } = ctx.chain
  return withinOpenBytes(ctx, () => open.relay(body, { timeoutMs: TIMEOUTS.rpcMs, maxBytes: RELAY.openBytes, signal }))
}
