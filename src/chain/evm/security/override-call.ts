import { fail, type Outcome, ok } from '../../../contract/outcome.ts'
import type { JsonRpc } from '../../../runtime/json-rpc.ts'
import { hexOf, readBytes } from '../log.ts'
import type { OverrideCall } from './probe-call.ts'

/** Of one `eth_call` with overrides. 30 million is what nodes allow at the least and a block of any chain holds. */
const CALL_GAS = 30_000_000
const REPLY_BYTES = 256 * 1024
const REPLY_MS = 12_000

export type CallBlock = {
  readonly number: number
  /** Runs as if it were this block and time, on the state of `number`. */
  readonly as?: { readonly number: number; readonly timeSec: number }
}

/** Bytes that the call returns. Fails as `JsonRpc` does; a node that takes no overrides refuses, or returns no bytes. */
export async function callWithOverrides(
  node: Pick<JsonRpc, 'call'>,
  { from, to, data, overrides }: OverrideCall,
  { number, as }: CallBlock,
  signal: AbortSignal,
): Promise<Outcome<string>> {
  const ahead = as === undefined ? [] : [{ number: hexOf(as.number), time: hexOf(as.timeSec) }]
  const params = [{ from, to, data, gas: hexOf(CALL_GAS) }, hexOf(number), overrides, ...ahead]
  const bounds = { timeoutMs: REPLY_MS, maxReplyBytes: REPLY_BYTES, signal }
  const reply = await node.call({ method: 'eth_call', params }, bounds)
  if (!reply.ok) return reply
  const bytes = readBytes(reply.value)
  return bytes === null ? fail('upstream_failed', 'the node answered eth_call in an unexpected shape') : ok(bytes)
}
