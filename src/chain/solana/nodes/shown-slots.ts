import { SHOWN_SLOTS } from '../../../config/node-set.ts'
import { type Failure, fail, type Outcome } from '../../../contract/outcome.ts'
import { createBoundedMap } from '../../../runtime/bounded-map.ts'
import type { Clock } from '../../../runtime/clock.ts'
import type { JsonRpc, RpcOptions, RpcRequest } from '../../../runtime/json-rpc.ts'

/** "The slot that was asked for is not reached yet": what a node would say itself. */
const SLOT_NOT_REACHED = -32016
/** Where a request names no commitment. */
const NODES_OWN = 'finalized'
const LOOKS_PER_NOTE = 2

/** The slots from which accounts have been shown, by commitment. */
export type ShownSlots = {
  /** What an answer to this call must not be older than, as known now. */
  floorOf(request: RpcRequest): number
  note(request: RpcRequest, slot: number): void
  /** Hears of an answer below the floor. One so far below it is no replica that lags: the floor came of an absurd answer,
   *  or this one is. Said several times over, it is the floor that goes. */
  doubt(request: RpcRequest, slot: number): void
  /** Accounts and commitments that are remembered. */
  readonly size: number
}
type Shown = { readonly slot: number; readonly atMs: number; readonly doubts: number }

export function createShownSlots(clock: Pick<Clock, 'monotonicMs'>): ShownSlots {
  const shown = createBoundedMap<string, Shown>(SHOWN_SLOTS.accounts)
  const isKept = (atMs: number): boolean => clock.monotonicMs() - atMs < SHOWN_SLOTS.keptMs
  return {
    floorOf(request) {
      let floor = 0
      for (const key of keysOf(request)) {
        const last = shown.peek(key)
        if (last !== undefined && last.slot > floor && isKept(last.atMs)) floor = last.slot
      }
      return floor
    },
    note(request, slot) {
      const atMs = clock.monotonicMs()
      const keys = keysOf(request)
      // What has run out only takes memory. More looks than notes, so that a map that was full becomes small again.
      shown.sweep(LOOKS_PER_NOTE * keys.length, ({ atMs: noted }) => !isKept(noted))
      for (const key of keys) {
        const last = shown.peek(key)
        if (last === undefined || slot >= last.slot || !isKept(last.atMs)) shown.set(key, { slot, atMs, doubts: 0 })
        else if (last.doubts > 0) shown.set(key, { ...last, doubts: 0 })
      }
    },
    doubt(request, slot) {
      for (const key of keysOf(request)) {
        const last = shown.peek(key)
        if (last === undefined || last.slot - slot < SHOWN_SLOTS.absurdSlots) continue
        const doubts = last.doubts + 1
        if (doubts >= SHOWN_SLOTS.doubtsToDrop) shown.delete(key)
        else shown.set(key, { ...last, doubts })
      }
    },
    get size() {
      return shown.size
    },
  }
}

type Guard = { readonly shown: ShownSlots; readonly clock: Clock; readonly attempts: number }
type Dated<T> = { readonly outcome: Outcome<T>; readonly slot: number | null }

/** The same node, whose answers never show an account at an older slot than was shown before the question: replicas
 *  behind one address, and several nodes, are seldom equally far. An older answer is asked again, `attempts` times in
 *  all, and then is a failure. */
export function showNothingOlder(node: JsonRpc, guard: Guard): JsonRpc {
  return {
    ...node,
    call: (request, options) => newEnough(guard, { request, options }, (bounds) => dated(node.call(request, bounds))),
    callMany: (requests, options) => manyNewEnough(node, guard, { requests, options }),
    callRows: (request, { path, collect, ...options }) =>
      newEnough(guard, { request, options }, async (bounds) => {
        let slot: number | null = null
        const outcome = await node.callRows(request, {
          ...bounds,
          path,
          collect() {
            const collector = collect()
            return {
              row: (text) => collector.row(text),
              end(result) {
                slot = slotOf(result)
                return collector.end(result)
              },
            }
          },
        })
        return { outcome, slot }
      }),
  }
}

async function newEnough<T>(
  { shown, clock, attempts }: Guard,
  { request, options }: { readonly request: RpcRequest; readonly options: RpcOptions },
  ask: (options: RpcOptions) => Promise<Dated<T>>,
): Promise<Outcome<T>> {
  let floor = shown.floorOf(request)
  const endsMs = clock.monotonicMs() + options.timeoutMs
  for (let attempt = 1; ; attempt++) {
    const { outcome, slot } = await ask({ ...options, timeoutMs: endsMs - clock.monotonicMs() })
    if (!outcome.ok || slot === null) return outcome
    if (slot < floor) {
      shown.doubt(request, slot)
      floor = Math.min(floor, shown.floorOf(request))
    }
    if (slot >= floor) {
      shown.note(request, slot)
      return outcome
    }
    const leftMs = endsMs - clock.monotonicMs()
    if (attempt >= attempts || leftMs <= SHOWN_SLOTS.retryMs || options.signal?.aborted) return older(request.method)
    try {
      await clock.sleep(SHOWN_SLOTS.retryMs, options.signal)
    } catch {
      return fail('cancelled', 'cancelled')
    }
  }
}

/** Of an array the older answers alone are asked again. */
async function manyNewEnough(
  node: JsonRpc,
  guard: Guard,
  { requests, options }: { readonly requests: readonly RpcRequest[]; readonly options: RpcOptions },
): Promise<Outcome<unknown>[]> {
  const { shown, clock, attempts } = guard
  const floors = requests.map((request) => shown.floorOf(request))
  const endsMs = clock.monotonicMs() + options.timeoutMs
  const outcomes = await node.callMany(requests, options)
  return Promise.all(
    outcomes.map((outcome, at) => {
      const request = requests[at]!
      const slot = outcome.ok ? slotOf(outcome.value) : null
      if (slot === null) return outcome
      if (slot >= floors[at]!) {
        shown.note(request, slot)
        return outcome
      }
      shown.doubt(request, slot)
      const timeoutMs = endsMs - clock.monotonicMs()
      if (timeoutMs <= 0 || attempts === 1) return older(request.method)
      const again = { request, options: { ...options, timeoutMs } }
      return newEnough(guard, again, (bounds) => dated(node.call(request, bounds)))
    }),
  )
}

async function dated(asked: Promise<Outcome<unknown>>): Promise<Dated<unknown>> {
  const outcome = await asked
  return { outcome, slot: outcome.ok ? slotOf(outcome.value) : null }
}

function older(method: string): Failure {
  return {
    ...fail('upstream_failed', `the node answers ${method} from an older slot than before`),
    rpcCode: SLOT_NOT_REACHED,
  }
}

function slotOf(result: unknown): number | null {
  const slot = (result as { context?: { slot?: unknown } } | null)?.context?.slot
  return Number.isSafeInteger(slot) ? (slot as number) : null
}

/** The accounts that a call shows. A look at all signatures and a simulation show none. */
const OF_ONE: ReadonlySet<string> = new Set([
  'getAccountInfo',
  'getBalance',
  'getTokenAccountBalance',
  'getTokenSupply',
  'getTokenLargestAccounts',
  'getTokenAccountsByOwner',
  'getTokenAccountsByDelegate',
])

function keysOf({ method, params }: RpcRequest): readonly string[] {
  if (!Array.isArray(params)) return []
  const addresses = method === 'getMultipleAccounts' ? params[0] : OF_ONE.has(method) ? [params[0]] : []
  if (!Array.isArray(addresses)) return []
  const config = params.findLast((one) => typeof one === 'object' && one !== null && !Array.isArray(one))
  const commitment = (config as { commitment?: unknown } | undefined)?.commitment ?? NODES_OWN
  return addresses.map((address) => `${String(commitment)} ${String(address)}`)
}
