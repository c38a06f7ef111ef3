import { REFUSED_METHOD_MS, SCAN_METHODS } from '../../config/upstream-limits.ts'
import { type Failure, fail, type Outcome } from '../../contract/outcome.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { JsonRpc, RpcRequest } from '../../runtime/json-rpc.ts'

const METHOD_NOT_FOUND = -32601

/** The same node, remembering which scans it will not answer: methods that it does not have, and those that it keeps
 *  refusing for haste while it answers others, as public nodes do. They fail at once for a while instead of being waited
 *  for each time. Scans of programs are refused one program at a time, which those who scan remember themselves. */
export function rememberRefusals(node: JsonRpc, clock: Pick<Clock, 'monotonicMs'>): JsonRpc {
  const refusedUntilMs = new Map<string, number>()
  let answered = { method: '', atMs: Number.NEGATIVE_INFINITY }

  const mayBeRefused = (method: string): boolean => SCAN_METHODS.has(method) && method !== 'getProgramAccounts'

  const known = (method: string): Failure | null =>
    clock.monotonicMs() < (refusedUntilMs.get(method) ?? Number.NEGATIVE_INFINITY)
      ? fail('upstream_refused', `the node refuses ${method}`)
      : null

  async function watch<T>({ method }: RpcRequest, call: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const startedMs = clock.monotonicMs()
    const refused = mayBeRefused(method) ? known(method) : null
    if (refused !== null) return refused
    const outcome = await call()
    if (outcome.ok) {
      if (!mayBeRefused(method)) answered = { method, atMs: clock.monotonicMs() }
      return outcome
    }
    const isHasty = outcome.code === 'upstream_rate_limited' && answered.atMs >= startedMs
    if (mayBeRefused(method) && (isHasty || outcome.rpcCode === METHOD_NOT_FOUND))
      refusedUntilMs.set(method, clock.monotonicMs() + REFUSED_METHOD_MS)
    return outcome
  }

  return {
    ...node,
    call: (request, options) => watch(request, () => node.call(request, options)),
    callRows: (request, options) => watch(request, () => node.callRows(request, options)),
  }
}
