import type { EvmChain, EvmVenue } from '../../chain/evm/contracts.ts'
import type { KeyedTokens } from '../../chain/evm/pool-key.ts'
import type { EvmRpc } from '../../chain/evm/rpc.ts'
import { EVM_LIMITS } from '../../config/evm-limits.ts'
import { ok } from '../../contract/outcome.ts'
import { inBackground } from '../../runtime/background.ts'
import { createBoundedMap } from '../../runtime/bounded-map.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Store } from '../../store/store.ts'
import { createCreationSearch } from './find-creations.ts'

export type PoolKeys = {
  /** What a pool of a manager is known to trade from before; undefined when nothing is. */
  kept(venue: EvmVenue, id: string): KeyedTokens | undefined
  keep(venue: EvmVenue, id: string, tokens: KeyedTokens): void
  /** Searches the chain for what these pools of one manager trade. A pool that is not in the answer is not found yet:
   *  call again at a later swap. Rejects with `NodeFailure` when no node answers. */
  search(venue: EvmVenue, ids: readonly string[]): Promise<ReadonlyMap<string, KeyedTokens>>
}

/** Keys of the pools of managers, as far as they were proven, and how far the searches for others came: kept in the cache
 *  on disk, because a search may take hundreds of calls. */
export function createPoolKeys(parts: {
  readonly chain: EvmChain
  readonly rpc: Pick<EvmRpc, 'creationsOf' | 'blockNumber'>
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly store: Pick<Store, 'memo' | 'peek'>
}): PoolKeys {
  const { chain, clock, store } = parts
  const search = createCreationSearch(parts)
  const restsUntilMs = createBoundedMap<string, number>(EVM_LIMITS.falsePools)
  const nameOf = ({ address }: EvmVenue, id: string): string => `${chain} ${address} ${id}`
  const put = (cache: 'evmPoolKey' | 'evmPoolSearch', name: string, value: KeyedTokens | number): void => {
    inBackground('pool keys', () => store.memo(cache, name, async () => ok(value), { bypass: true }))
  }
  const keep: PoolKeys['keep'] = (venue, id, { token0, token1 }) => {
    put('evmPoolKey', nameOf(venue, id), { token0, token1 })
  }
  return {
    kept: (venue, id) => store.peek<KeyedTokens>('evmPoolKey', nameOf(venue, id)),
    keep,
    async search(venue, ids) {
      const { address, manages } = venue
      const nowMs = clock.monotonicMs()
      const wanted = new Map<string, number | null>()
      for (const id of ids) {
        const name = nameOf(venue, id)
        if ((restsUntilMs.peek(name) ?? 0) <= nowMs) wanted.set(id, store.peek<number>('evmPoolSearch', name) ?? null)
      }
      if (manages === undefined || wanted.size === 0) return new Map()
      const manager = {
        address,
        shape: venue.swap === 'infinity' ? ('infinity' as const) : ('v4' as const),
        fromBlock: manages.fromBlock,
      }
      const found = new Map<string, KeyedTokens>()
      for (const [id, what] of await search(manager, wanted)) {
        const name = nameOf(venue, id)
        if ('downTo' in what) {
          // What has no creation at all is searched for again when this is forgotten.
          if (what.downTo !== wanted.get(id)) put('evmPoolSearch', name, what.downTo)
          restsUntilMs.set(name, clock.monotonicMs() + EVM_LIMITS.creationRetryMs)
          continue
        }
        restsUntilMs.delete(name)
        keep(venue, id, what)
        found.set(id, what)
      }
      return found
    },
  }
}
