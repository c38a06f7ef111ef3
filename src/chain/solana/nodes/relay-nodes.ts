import { type Failure, fail, type Outcome } from '../../../contract/outcome.ts'
import type { Relayed } from '../../../contract/streamed.ts'
import type { JsonRpc, RpcRequest } from '../../../runtime/json-rpc.ts'

/** A longer body is not looked into. */
const LOOKED_AT_BYTES = 64 * 1024
const UNKNOWN: RpcRequest = { method: 'relay', params: [] }
/** The node is out of order or has had enough of us, or does not let us: another may not. */
const NEXT_STATUSES: ReadonlySet<number> = new Set([401, 403, 404, 405, 410, 429, 500, 502, 503, 504])

/** A ready body at the first node that is known to give its method, and at the next where that one cannot be reached or
 *  refuses it with a status. What a node says inside an answer is its own word and handed on. */
export async function relayOverNodes(
  body: Uint8Array,
  options: Parameters<JsonRpc['relay']>[1],
  nodesFor: (request: RpcRequest) => Promise<readonly { readonly rpc: JsonRpc }[]>,
): Promise<Outcome<Relayed>> {
  const nodes = await nodesFor(requestIn(body))
  let last: Outcome<Relayed> = fail('upstream_failed', 'no node can answer now')
  for (const [at, { rpc }] of nodes.entries()) {
    last = await rpc.relay(body, options)
    const isLast = at === nodes.length - 1
    if (isLast || options.signal?.aborted || !(last.ok ? isRefused(last.value) : isOfNode(last))) return last
  }
  return last
}

function isRefused({ status, rest }: Relayed): boolean {
  return rest === undefined && NEXT_STATUSES.has(status)
}

function isOfNode({ code }: Failure): boolean {
  return code === 'upstream_failed' || code === 'upstream_rate_limited' || code === 'upstream_timeout'
}

function requestIn(body: Uint8Array): RpcRequest {
  if (body.length > LOOKED_AT_BYTES) return UNKNOWN
  try {
    const { method, params } = JSON.parse(Buffer.from(body).toString()) as Partial<RpcRequest>
    return typeof method === 'string' ? { method, params: Array.isArray(params) ? params : [] } : UNKNOWN
  } catch {
    return UNKNOWN
  }
}
