import { SANDBOX_LIMITS } from '../limits.ts'

/** What goes wrong on purpose. `status` answers with a status instead of the answer; `delay` answers late; `truncate`
 *  cuts the body after so many bytes and closes; `garbage` answers 200 with a page that is no JSON; `rateLimit` answers
 *  429 beyond `limit` requests in a window; `drop` closes the connection without an answer; `rpcError` makes single
 *  JSON-RPC calls (and subscriptions) fail as a node would. */
export type FaultAction =
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'delay'; readonly delayMs: number }
  | { readonly kind: 'truncate'; readonly bytes: number }
  | { readonly kind: 'garbage' }
  | { readonly kind: 'rateLimit'; readonly limit: number; readonly windowMs: number }
  | { readonly kind: 'drop' }
  | { readonly kind: 'rpcError'; readonly code: number; readonly message: string }

export type FaultSpec = FaultAction & {
  /** `rpc`, `das`, `pubsub`, a provider's name, or `*`. */
  readonly provider: string
  /** Exact JSON-RPC method for rpc, das and pubsub; start of the path (after the provider's prefix) for the others.
   *  Absent: everything. */
  readonly match?: string
  /** How many requests it hits; absent: until it is cleared. */
  readonly times?: number
}
export type Fault = { readonly id: number; readonly hits: number; readonly spec: FaultSpec }

/** One thing a request does: a JSON-RPC method, or the path at a provider. */
export type Operation = { readonly provider: string; readonly name: string }

/** What to do to one HTTP answer. Delays add up; of the others the oldest fault wins. */
export type FaultPlan = {
  readonly delayMs: number
  readonly action: Exclude<FaultAction, { kind: 'delay' | 'rpcError' }> | null
  /** Set with a rate limit that was exceeded. */
  readonly retryAfterSec: number | null
}

export type Faults = {
  add(spec: FaultSpec): Fault | null
  list(): readonly Fault[]
  /** True when there was such a fault. */
  remove(id: number): boolean
  clear(): void
  planFor(operations: readonly Operation[]): FaultPlan
  /** The refusal of one JSON-RPC call or subscription, or null. */
  rpcErrorFor(operation: Operation): { readonly code: number; readonly message: string } | null
}

type Entry = { readonly id: number; hits: number; readonly spec: FaultSpec; windowStartMs: number; inWindow: number }

const NAMED_BY_METHOD: readonly string[] = ['rpc', 'das', 'pubsub']
const NO_PLAN: FaultPlan = { delayMs: 0, action: null, retryAfterSec: null }

/** The faults of one sandbox. `nowMs` is any clock that moves with real time: rate limits count by it. */
export function createFaults(nowMs: () => number): Faults {
  const entries: Entry[] = []
  let lastId = 0
  return {
    add(spec) {
      if (entries.length >= SANDBOX_LIMITS.faults) return null
      const entry = { id: ++lastId, hits: 0, spec, windowStartMs: Number.NEGATIVE_INFINITY, inWindow: 0 }
      entries.push(entry)
      return entry
    },
    list: () => entries.map(({ id, hits, spec }) => ({ id, hits, spec })),
    remove(id) {
      const at = entries.findIndex((entry) => entry.id === id)
      if (at >= 0) entries.splice(at, 1)
      return at >= 0
    },
    clear: () => void entries.splice(0),
    planFor(operations) {
      if (entries.length === 0) return NO_PLAN
      let delayMs = 0
      let action: FaultPlan['action'] = null
      let retryAfterSec: number | null = null
      for (const entry of entries) {
        const { spec } = entry
        if (spec.kind === 'rpcError' || !operations.some((operation) => matches(entry, operation))) continue
        if (spec.kind === 'delay') {
          entry.hits++
          delayMs += spec.delayMs
        } else if (spec.kind === 'rateLimit') {
          const now = nowMs()
          if (now - entry.windowStartMs >= spec.windowMs) {
            entry.windowStartMs = now
            entry.inWindow = 0
          }
          if (++entry.inWindow <= spec.limit || action !== null) continue
          entry.hits++
          action = spec
          retryAfterSec = Math.max(1, Math.ceil((entry.windowStartMs + spec.windowMs - now) / 1_000))
        } else if (action === null) {
          entry.hits++
          action = spec
        }
      }
      return { delayMs, action, retryAfterSec }
    },
    rpcErrorFor(operation) {
      for (const entry of entries) {
        if (entry.spec.kind !== 'rpcError' || !matches(entry, operation)) continue
        entry.hits++
        return { code: entry.spec.code, message: entry.spec.message }
      }
      return null
    },
  }
}

function matches({ spec, hits }: Entry, { provider, name }: Operation): boolean {
  if (spec.times !== undefined && hits >= spec.times) return false
  if (spec.provider !== '*' && spec.provider !== provider) return false
  if (spec.match === undefined) return true
  return NAMED_BY_METHOD.includes(provider) ? spec.match === name : name.startsWith(spec.match)
}

/** What public nodes refuse: big scans of the token programs, block subscriptions, the DAS methods. */
export const PUBLIC_NODE_REFUSALS: readonly FaultSpec[] = [
  {
    provider: 'rpc',
    match: 'getProgramAccounts',
    kind: 'rpcError',
    code: -32010,
    message: 'Program excluded from account secondary indexes; this RPC method unavailable for key',
  },
  { provider: 'pubsub', match: 'blockSubscribe', kind: 'rpcError', code: -32601, message: 'Method not found' },
  { provider: 'das', kind: 'rpcError', code: -32601, message: 'Method not found' },
]
