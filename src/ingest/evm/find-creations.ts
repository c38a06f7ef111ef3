import { decodeCreation } from '../../chain/evm/decode-creation.ts'
import { type KeyedTokens, provesItself } from '../../chain/evm/pool-key.ts'
import type { EvmRpc } from '../../chain/evm/rpc.ts'
import { TOPICS } from '../../chain/evm/topics.ts'
import { EVM_LIMITS } from '../../config/evm-limits.ts'
import type { Clock } from '../../runtime/clock.ts'
import { NodeFailure, orThrow } from '../node-failure.ts'

/** A manager of pools, which emits their creations. It has none before `fromBlock`. */
export type Manager = {
  readonly address: string
  readonly shape: 'v4' | 'infinity'
  readonly fromBlock: number
}

/** What came of a search, by the id of a pool: what it trades, or the oldest block that was searched. */
export type Creations = ReadonlyMap<string, KeyedTokens | { readonly downTo: number }>

/** Looks for the creations of pools of a manager, backwards, by as long ranges as the node allows: by one call where it
 *  bounds none. `wanted`: ids with the oldest block that an earlier search came to, null without one. What is found is
 *  proven by its id. Ends early when it needs more calls or time than a search may take, and when the node refuses.
 *  Rejects with `NodeFailure` when the node does not answer; after some times in a row that is a refusal as well. */
export function createCreationSearch(parts: {
  readonly rpc: Pick<EvmRpc, 'creationsOf' | 'blockNumber'>
  readonly clock: Pick<Clock, 'monotonicMs'>
}): (manager: Manager, wanted: ReadonlyMap<string, number | null>) => Promise<Creations> {
  const { rpc, clock } = parts
  // As many blocks as the node allowed last. A refusal halves them, some answers in a row double them.
  let length = Number.MAX_SAFE_INTEGER
  let well = 0
  let faults = 0

  /** The tokens of what was created in a range that ends with `to`, and where it begins: nowhere when it is refused. */
  async function ask({ address, shape, fromBlock }: Manager, ids: readonly string[], to: number) {
    const from = Math.max(fromBlock, to - length + 1)
    const topic = shape === 'v4' ? TOPICS.initializeV4 : TOPICS.initializeInfinity
    const logs = await rpc.creationsOf({ manager: address, topic, ids, from, to })
    if (!logs.ok) {
      well = 0
      length = Math.max(1, Math.ceil((to - from + 1) / 2))
      // Some nodes cut the connection where others refuse.
      if (logs.rpcCode === undefined && ++faults <= EVM_LIMITS.creationFaults) throw new NodeFailure(logs.message)
      return { from: null, found: [] }
    }
    faults = 0
    if (++well % EVM_LIMITS.rangeGrowAfter === 0) length = Math.min(Number.MAX_SAFE_INTEGER, 2 * length)
    const found = logs.value.flatMap((log) => {
      const creation = decodeCreation(log)
      const isOurs = creation !== null && creation.emitter === address && creation.shape === shape
      return isOurs && provesItself(log) ? [creation] : []
    })
    return { from, found }
  }

  return async (manager, wanted) => {
    const head = orThrow(await rpc.blockNumber())
    const endsMs = clock.monotonicMs() + EVM_LIMITS.creationSearchMs
    const results = new Map<string, KeyedTokens | { readonly downTo: number }>()
    const next = new Map([...wanted].map(([id, downTo]) => [id, (downTo ?? head + 1) - 1]))
    for (let calls = 0; calls < EVM_LIMITS.creationCalls && clock.monotonicMs() < endsMs; calls++) {
      // Those that no search has come further with than this one.
      const to = Math.max(...next.values(), manager.fromBlock - 1)
      if (to < manager.fromBlock) break
      const ids = [...next]
        .filter(([, own]) => own === to)
        .map(([id]) => id)
        .slice(0, EVM_LIMITS.creationIds)
      const { from, found } = await ask(manager, ids, to)
      if (from === null) continue
      for (const id of ids) next.set(id, from - 1)
      for (const { pool, token0, token1 } of found) if (next.delete(pool)) results.set(pool, { token0, token1 })
    }
    for (const [id, own] of next) results.set(id, { downTo: own + 1 })
    return results
  }
}
