import type { SolanaRpc } from '../chain/solana/rpc.ts'
import { RATE_PROBE } from '../config/upstream-limits.ts'
import type { Clock } from '../runtime/clock.ts'
import { inParallel } from '../runtime/in-parallel.ts'
import type { Finding } from './finding.ts'

/** Rate limits of hosted nodes that travel inside an answer. */
const SLOW_DOWN = /"code":\s*(?:429|-32429)\b/

/** How many calls the node answers in a row before it refuses one for haste, and the sentence for the settings. `rpc`
 *  must not hold back calls itself. Asks last: a node that refuses does so for a while. */
export async function askRate(
  rpc: Pick<SolanaRpc, 'relay'>,
  clock: Pick<Clock, 'monotonicMs'>,
  per10s: number | null,
): Promise<Finding> {
  let answered = 0
  let isRefused = false
  const startedMs = clock.monotonicMs()
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getSlot', params: [] }))
  await inParallel(Array.from({ length: RATE_PROBE.calls }), RATE_PROBE.atOnce, async () => {
    if (isRefused || clock.monotonicMs() - startedMs > RATE_PROBE.withinMs) return
    const reply = await rpc.relay(body, {
      maxBytes: RATE_PROBE.replyBytes,
      signal: AbortSignal.timeout(RATE_PROBE.callMs),
    })
    const isHasty = reply.ok
      ? reply.value.status === 429 || SLOW_DOWN.test(Buffer.from(reply.value.body).toString())
      : reply.code === 'upstream_rate_limited'
    if (isHasty) isRefused = true
    else if (reply.ok && reply.value.status === 200) answered++
  })
  return { name: 'calls in 10 s', ...judge(answered, isRefused, per10s) }
}

function judge(answered: number, isRefused: boolean, per10s: number | null): Omit<Finding, 'name'> {
  if (!isRefused) {
    const own = per10s === null ? 'SOLANA_RPC_PER_10S may stay empty' : `SOLANA_RPC_PER_10S is ${per10s}`
    return { state: 'live', why: `answered ${answered} in a row: ${own}` }
  }
  const fitting = Math.max(RATE_PROBE.least, answered)
  if (per10s !== null && per10s <= fitting)
    return { state: 'live', why: `answered ${answered} in a row: SOLANA_RPC_PER_10S=${per10s} fits` }
  return { state: 'degraded', why: `answered ${answered} in a row, then refused: set SOLANA_RPC_PER_10S=${fitting}` }
}
