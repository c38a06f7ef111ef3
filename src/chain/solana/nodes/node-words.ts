import type { NodeRole } from '../../../config/node-set.ts'
import { SCAN_METHODS } from '../../../config/upstream-limits.ts'
import type { Failure, Outcome } from '../../../contract/outcome.ts'
import type { RpcRequest } from '../../../runtime/json-rpc.ts'

/* What a node's answer says of the node itself, where another one can be asked. */

const SENDS: ReadonlySet<string> = new Set(['sendTransaction', 'requestAirdrop', 'requestLeftovers'])
const HISTORY: ReadonlySet<string> = new Set([
  'getBlock',
  'getBlocks',
  'getBlocksWithLimit',
  'getBlockTime',
  'getFirstAvailableBlock',
  'getSignaturesForAddress',
  'getTransaction',
])

const METHOD_NOT_FOUND = -32601
const EXCLUDED_FROM_INDEX = -32010
/** Block cleaned up; slot skipped or lost; slot skipped or missing from long-term storage. */
const NO_BLOCK: ReadonlySet<number> = new Set([-32001, -32007, -32009])
/** No slot history, no method, excluded from the index, no history of transactions, version of a transaction too new for
 *  it, the cursor of another node, a limit of its own on the request, an epoch's rewards still being paid. */
const OF_THE_NODE: ReadonlySet<number> = new Set([
  METHOD_NOT_FOUND,
  EXCLUDED_FROM_INDEX,
  -32011,
  -32012,
  -32015,
  -32017,
  -32018,
  -32020,
  -32021,
  -32600,
])

export function roleOf(method: string): NodeRole {
  if (SENDS.has(method)) return 'sends'
  if (HISTORY.has(method)) return 'history'
  return SCAN_METHODS.has(method) ? 'scans' : 'reads'
}

/** By what a node's refusal is remembered: scans of programs are refused one program at a time. */
export function refusalKey({ method, params }: RpcRequest): string {
  return method === 'getProgramAccounts' && Array.isArray(params) ? `${method} ${String(params[0])}` : method
}

/** `settled`: every node would say the same. `empty`: nothing is there, as far as this node's past goes. `refused`: this
 *  node never gives it. `fault`: not now, or not this node. */
export type Verdict = 'settled' | 'empty' | 'refused' | 'fault'

export function verdictOf({ method }: RpcRequest, outcome: Outcome<unknown>): Verdict {
  if (outcome.ok) {
    const isEmpty = outcome.value === null || (Array.isArray(outcome.value) && outcome.value.length === 0)
    return isEmpty && roleOf(method) === 'history' ? 'empty' : 'settled'
  }
  switch (outcome.code) {
    case 'upstream_rate_limited':
    case 'upstream_failed':
    case 'upstream_timeout':
    case 'too_busy':
      return 'fault'
    case 'upstream_refused':
      return verdictOfRefusal(outcome)
    default:
      return 'settled'
  }
}

function verdictOfRefusal({ rpcCode }: Failure): Verdict {
  if (rpcCode === undefined || rpcCode === METHOD_NOT_FOUND || rpcCode === EXCLUDED_FROM_INDEX) return 'refused'
  if (NO_BLOCK.has(rpcCode)) return 'empty'
  return OF_THE_NODE.has(rpcCode) ? 'fault' : 'settled'
}
