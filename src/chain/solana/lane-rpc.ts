import { SCAN_METHODS } from '../../config/upstream-limits.ts'
import type { JsonRpc } from '../../runtime/json-rpc.ts'
import { currentLane } from '../../runtime/request-scope.ts'

/** A node whose calls take the lane of the work that makes them (`RequestScope.lane`, `inLane`), and the lane beside it
 *  when they scan: no one who calls chooses one, so no one can choose the wrong one. */
export function createLaneRpc(
  lanes: Readonly<Record<'trading' | 'tradingScans' | 'reads' | 'scans' | 'relay', JsonRpc>>,
): JsonRpc {
  const laneFor = (...methods: readonly string[]): JsonRpc => {
    const isScan = methods.some((method) => SCAN_METHODS.has(method))
    if (currentLane() === 'trading') return isScan ? lanes.tradingScans : lanes.trading
    return isScan ? lanes.scans : lanes.reads
  }
  return {
    call: (request, options) => laneFor(request.method).call(request, options),
    callMany: (requests, options) => laneFor(...requests.map(({ method }) => method)).callMany(requests, options),
    callRows: (request, options) => laneFor(request.method).callRows(request, options),
    relay: (body, options) => lanes.relay.relay(body, options),
    busyMs: (method) => laneFor(method).busyMs?.(method) ?? 0,
  }
}
