import { TIMEOUTS } from '../../config/timeouts.ts'
import { RELAY } from '../../config/upstream-limits.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome } from '../../contract/outcome.ts'
import type { Relayed } from '../../contract/streamed.ts'
import { withinOpenBytes } from './open-bytes.ts'

/** One JSON-RPC call of a caller without a key, in the narrow lane of such callers; the node's envelope and status come
 *  back unchanged. Asked again only when no answer came. Nodes and what stands before them refuse some calls with a bare
 *  status: there is no envelope to hand on then, and the failure says so. */
export async function callOpen(
  ctx: Context,
  { method, params }: { readonly method: string; readonly params: readonly unknown[] },
  signal: AbortSignal,
): Promise<Outcome<Relayed>> {
  if (ctx.chain.open === undefined) return fail('unconfigured', 'on-chain provider not configured')
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
  const { open } = ctx.chain
  const relayed = await withinOpenBytes(ctx, () =>
    open.relay(body, { timeoutMs: TIMEOUTS.rpcMs, maxBytes: RELAY.openBytes, signal }),
  )
  if (!relayed.ok || !isEmpty(relayed.value)) return relayed
  const { status } = relayed.value
  return status === TOO_LARGE
    ? fail('payload_too_large', 'the node refuses the call: it is too large (413)')
    : fail('upstream_failed', `the node answered ${status} without a body`)
}

const TOO_LARGE = 413

function isEmpty({ body, rest }: Relayed): boolean {
  return rest === undefined && body.byteLength === 0
}
