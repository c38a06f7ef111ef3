/** JSON-RPC error codes of a Solana node. */
export const RPC_CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  blockCleanedUp: -32001,
  preflightFailure: -32002,
  blockNotAvailable: -32004,
  slotSkipped: -32007,
  noSnapshot: -32008,
  keyExcluded: -32010,
  scanError: -32012,
  unsupportedVersion: -32015,
  minContextSlot: -32016,
  filterTransactionNotFound: -32020,
} as const

/** What a node answers instead of a result. Thrown by methods and parameter readers and caught in one place, the
 *  dispatcher: it is the protocol's own early exit, as `?` is in the node's code. */
export class RpcRefusal extends Error {
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

export function invalidParams(message: string): RpcRefusal {
  return new RpcRefusal(RPC_CODES.invalidParams, message)
}

/** What the node says when a parameter does not deserialise. */
export function invalidType(found: unknown, expected: string): RpcRefusal {
  return invalidParams(`Invalid params: invalid type: ${describe(found)}, expected ${expected}.`)
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'sequence'
  if (typeof value === 'string') return `string "${value.slice(0, 64)}"`
  if (typeof value === 'boolean') return `boolean \`${value}\``
  if (typeof value === 'number') return `${Number.isInteger(value) ? 'integer' : 'floating point'} \`${value}\``
  return 'map'
}
