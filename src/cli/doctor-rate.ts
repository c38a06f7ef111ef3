import type { SolanaRpc } from '../chain/solana/rpc.ts'
import { RATE_PROBE } from '../config/upstream-limits.ts'
import type { Clock } from '../runtime/clock.ts'
import { inParallel } from '../runtime/in-parallel.ts'
import type { Finding } from './finding.ts'

/** Rate limits of hosted nodes that travel inside an answer. */
const SLOW_DOWN = /"code":\s*(?:429|-32429)\b/

/** Calls that were answered in a row; `fitting`: what to set, null where none was refused. */
export type Rate = { readonly answered: number; readonly fitting: number | null }

/** How many calls the node answers in a row before it refuses one for haste, and the sentence for the settings. `rpc`
 *  must not hold back calls itself. Asks last: a node that refuses does so for a while. */
export async function askRate(rpc: Pick<SolanaRpc, 'relay'>, clock: Pick<Clock, 'monotonicMs'>): Promise<Rate> {
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
  return { answered, fitting: isRefused ? Math.max(RATE_PROBE.least, answered) : null }
}

/** `setting`: where the figure belongs. */
export function rateFinding(
  { answered, fitting }: Rate,
  per10s: number | null,
  setting = 'SOLANA_RPC_PER_10S',
): Finding {
  const name = 'calls in 10 s'
  if (fitting === null && answered === 0) return { name, state: 'off', why: 'answered no call' }
  if (fitting === null) {
    const own = per10s === null ? `${setting} may stay empty` : `${setting} is ${per10s}`
    return { name, state: 'live', why: `answered ${answered} in a row: ${own}` }
  }
  if (per10s !== null && per10s <= fitting)
    return { name, state: 'live', why: `answered ${answered} in a row: ${setting}=${per10s} fits` }
  return { name, state: 'degraded', why: `answered ${answered} in a row, then refused: set ${setting}=${fitting}` }
}
