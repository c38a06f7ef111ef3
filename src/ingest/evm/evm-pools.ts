import type { EvmContracts, EvmVenue } from '../../chain/evm/contracts.ts'
import { decodeCreation, type EvmCreation } from '../../chain/evm/decode-creation.ts'
import type { EvmSwap } from '../../chain/evm/decode-swap.ts'
import type { EvmLog } from '../../chain/evm/log.ts'
import { callAll } from '../../chain/evm/multicall.ts'
import { provesItself, tokensOfKey } from '../../chain/evm/pool-key.ts'
import type { EthCall, EvmRpc } from '../../chain/evm/rpc.ts'
import { addressAt, toWord, uintOf, wordAt, wordsIn } from '../../chain/evm/words.ts'
import { EVM_LIMITS } from '../../config/evm-limits.ts'
import { type BoundedMap, createBoundedMap } from '../../runtime/bounded-map.ts'
import type { Clock } from '../../runtime/clock.ts'
import { orThrow } from '../node-failure.ts'
import type { PoolKeys } from './pool-keys.ts'

/** A pool that its factory or manager vouches for. */
export type EvmPool = {
  readonly venue: EvmVenue
  /** Address, or id of 32 bytes. */
  readonly pool: string
  readonly token0: string
  readonly token1: string
  /** Trades by the curve for stable pairs: its reserves say nothing of its price. */
  readonly isStable: boolean
}

export type EvmPools = {
  /** The pool of a creation event, from now on known; null when no known factory emitted it. */
  learn(log: EvmLog): EvmPool | null
  /** Asks about the pools of these swaps that are not known yet. Rejects with `NodeFailure` when no node answers. */
  prepare(swaps: readonly EvmSwap[]): Promise<void>
  /** Null for what is no pool of a followed DEX. */
  of(swap: EvmSwap): EvmPool | null
  /** Whether a manager emitted it for a pool whose key is not found: the tape cannot hold its trade. */
  isUnreadable(swap: EvmSwap): boolean
}

const CALL = {
  factory: '0xc45a0155',
  token0: '0x0dfe1681',
  token1: '0xd21220a7',
  fee: '0xddca3f43',
  tickSpacing: '0xd0c93a7c',
  stable: '0x22be3de1',
  getPair: '0xe6a43905',
  getPoolByFee: '0x1698ee82',
  getPoolBySpacing: '0x28af8d0b',
  getPoolByStable: '0x79bc57d5',
  /** Of v4's position manager: by the first 25 bytes of the id. */
  poolKeys: '0x86b6be7d',
  /** Of Infinity's manager. */
  poolIdToPoolKey: '0x0e2d484a',
} as const

const MANAGED = new Set(['v4', 'infinity'])

/** What is known of pools. A swap is believed when its pool came from a creation event of a known factory or, seen for
 *  the first time in the middle of its life, when its contract names a known factory and that factory names it. Pools of
 *  a manager are proven by their id, the hash of their key: from the position manager or, for those without a position
 *  there, from their creation, which is searched for. What proved false is kept as well, because such contracts are
 *  many; a node that fails proves nothing. */
export function createEvmPools(parts: Parts): EvmPools {
  const { contracts, rpc, clock } = parts
  const known = createBoundedMap<string, EvmPool>(EVM_LIMITS.knownPools)
  const falseUntilMs = createBoundedMap<string, number>(EVM_LIMITS.falsePools)
  const venues = new Map(contracts.venues.map((venue) => [venue.address, venue]))
  const managed = createManagedPools(parts, venues, known)

  /** Whether there is something to ask about. */
  function isOpen(swap: EvmSwap): boolean {
    if (known.peek(keyOf(swap)) !== undefined) return false
    if (MANAGED.has(swap.shape)) return managed.isOpen(swap)
    return (falseUntilMs.peek(keyOf(swap)) ?? 0) <= clock.monotonicMs()
  }

  return {
    learn(log) {
      const creation = decodeCreation(log)
      const venue = creation === null ? undefined : venues.get(creation.emitter)
      if (creation === null || venue === undefined || venue.creation !== creation.shape) return null
      const pool = poolOf(venue, creation)
      if (MANAGED.has(venue.swap)) {
        if (!provesItself(log)) return null
        managed.know(pool)
        return pool
      }
      known.set(keyOf({ shape: venue.swap, emitter: log.address, pool: pool.pool }), pool)
      falseUntilMs.delete(keyOf({ shape: venue.swap, emitter: log.address, pool: pool.pool }))
      return pool
    },
    async prepare(swaps) {
      const open = new Map<string, EvmSwap>()
      for (const swap of swaps) if (isOpen(swap)) open.set(keyOf(swap), swap)
      await managed.ask([...open.values()].filter(({ shape }) => MANAGED.has(shape)))
      const asked = [...open.values()].filter(({ shape }) => !MANAGED.has(shape))
      for (let at = 0; at < asked.length; at += EVM_LIMITS.contractsPerCall) {
        const part = asked.slice(at, at + EVM_LIMITS.contractsPerCall)
        const found = await askAbout({ contracts, rpc, venues }, part)
        part.forEach((swap, index) => {
          const pool = found[index]
          if (pool) known.set(keyOf(swap), pool)
          else falseUntilMs.set(keyOf(swap), clock.monotonicMs() + EVM_LIMITS.falsePoolMs)
        })
      }
    },
    of: (swap) => known.peek(keyOf(swap)) ?? null,
    isUnreadable: (swap) => managed.managerOf(swap) !== null && known.peek(keyOf(swap)) === undefined,
  }
}

type Parts = {
  readonly contracts: EvmContracts
  readonly rpc: Pick<EvmRpc, 'ethCall' | 'ethCalls'>
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly keys: PoolKeys
}

/** Pools of managers, which become known in `known`. */
function createManagedPools(
  { contracts, rpc, clock, keys }: Parts,
  venues: ReadonlyMap<string, EvmVenue>,
  known: BoundedMap<string, EvmPool>,
) {
  const unaskedUntilMs = createBoundedMap<string, number>(EVM_LIMITS.falsePools)
  const managerOf = ({ shape, emitter }: EvmSwap): EvmVenue | null => {
    const venue = venues.get(emitter)
    return venue !== undefined && venue.swap === shape && MANAGED.has(shape) ? venue : null
  }
  function know(pool: EvmPool): void {
    const { venue } = pool
    known.set(keyOf({ shape: venue.swap, emitter: venue.address, pool: pool.pool }), pool)
    keys.keep(venue, pool.pool, pool)
  }
  return {
    managerOf,
    know,
    /** What is kept on disk becomes known. */
    isOpen(swap: EvmSwap): boolean {
      const venue = managerOf(swap)
      const kept = venue === null ? undefined : keys.kept(venue, swap.pool)
      if (kept !== undefined) known.set(keyOf(swap), { venue: venue!, pool: swap.pool, ...kept, isStable: false })
      return venue !== null && kept === undefined
    },
    /** What the position managers say, once a day, and else the creations on the chain. */
    async ask(swaps: readonly EvmSwap[]): Promise<void> {
      const nowMs = clock.monotonicMs()
      const unasked = swaps.filter((swap) => (unaskedUntilMs.peek(keyOf(swap)) ?? 0) <= nowMs)
      const said = unasked.length === 0 ? [] : await askForKeys({ contracts, rpc, managerOf }, unasked)
      unasked.forEach((swap, at) => {
        const pool = said[at]
        if (pool) know(pool)
        else unaskedUntilMs.set(keyOf(swap), clock.monotonicMs() + EVM_LIMITS.falsePoolMs)
      })
      const missing = swaps.filter((swap) => known.peek(keyOf(swap)) === undefined)
      for (const venue of new Set(missing.map(managerOf))) {
        const ids = missing.filter((swap) => managerOf(swap) === venue).map(({ pool }) => pool)
        for (const [pool, tokens] of await keys.search(venue!, ids))
          know({ venue: venue!, pool, ...tokens, isStable: false })
      }
    },
  }
}

/** A contract is its own emitter. Shapes are apart, because one contract may emit the events of several. */
function keyOf({ shape, emitter, pool }: Pick<EvmSwap, 'shape' | 'emitter' | 'pool'>): string {
  return MANAGED.has(shape) ? `${emitter} ${pool}` : `${shape} ${pool}`
}

function poolOf(venue: EvmVenue, { pool, token0, token1, isStable }: EvmCreation): EvmPool {
  return { venue, pool, token0, token1, isStable }
}

type Asking = {
  readonly contracts: EvmContracts
  readonly rpc: Pick<EvmRpc, 'ethCall' | 'ethCalls'>
  readonly venues: ReadonlyMap<string, EvmVenue>
}

/** Aligned with the swaps. Two requests: what the contracts say of themselves, then what their factories say. */
async function askAbout(asking: Asking, swaps: readonly EvmSwap[]): Promise<readonly (EvmPool | null)[]> {
  const { contracts, rpc } = asking
  const questions = swaps.flatMap(({ pool }) => QUESTIONS.map((name) => ({ to: pool, data: CALL[name] })))
  const answers = orThrow(await callAll(rpc, contracts.multicall, questions))
  const claims = swaps.map((swap, at) =>
    claimOf(asking, swap, answers.slice(at * QUESTIONS.length, (at + 1) * QUESTIONS.length)),
  )
  const checks = claims.flatMap((claim) => (claim === null ? [] : [claim.check]))
  const confirmed = checks.length === 0 ? [] : orThrow(await callAll(rpc, contracts.multicall, checks))
  let check = 0
  return claims.map((claim) => {
    if (claim === null) return null
    const said = confirmed[check++] ?? null
    return said !== null && wordsIn(said) === 1 && addressAt(said, 0) === claim.pool.pool ? claim.pool : null
  })
}

const QUESTIONS = ['factory', 'token0', 'token1', 'fee', 'tickSpacing', 'stable'] as const

/** The keys of pools of managers, aligned with the swaps. */
async function askForKeys(
  asking: Omit<Asking, 'venues'> & { managerOf(swap: EvmSwap): EvmVenue | null },
  swaps: readonly EvmSwap[],
): Promise<readonly (EvmPool | null)[]> {
  const calls = swaps.map((swap): EthCall => {
    const { keys } = asking.managerOf(swap)!.manages!
    const isV4 = swap.shape === 'v4'
    const id = isV4 ? swap.pool.slice(2, 2 + 50).padEnd(64, '0') : swap.pool.slice(2)
    return { to: keys, data: `${isV4 ? CALL.poolKeys : CALL.poolIdToPoolKey}${id}` }
  })
  const answers = orThrow(await callAll(asking.rpc, asking.contracts.multicall, calls))
  return swaps.map((swap, at) => {
    const key = answers[at] ?? null
    const tokens = key === null ? null : tokensOfKey(swap.shape === 'v4' ? 'v4' : 'infinity', swap.pool, key)
    return tokens && { venue: asking.managerOf(swap)!, pool: swap.pool, ...tokens, isStable: false }
  })
}

/** What a pool says it is, and the question to its factory whether that is so. */
type Claim = { readonly pool: EvmPool; readonly check: EthCall }

function claimOf(asking: Asking, swap: EvmSwap, answers: readonly (string | null)[]): Claim | null {
  const [factory, token0, token1] = answers.slice(0, 3).map((one) => (one === null ? null : onlyAddress(one)))
  const venue = factory ? asking.venues.get(factory) : undefined
  if (venue === undefined || venue.swap !== swap.shape || !token0 || !token1 || token0 === token1) return null
  const stable = answers[5] ?? null
  const found = {
    ...{ venue, pool: swap.pool, token0, token1 },
    isStable: venue.creation === 'aerodrome' && stable !== null && wordsIn(stable) === 1 && uintOf(stable, 0, 1) === 1n,
  }
  const data = lookupOf(found, answers)
  return data === null ? null : { pool: found, check: { to: venue.address, data } }
}

function onlyAddress(data: string): string | null {
  return wordsIn(data) === 1 ? addressAt(data, 0) : null
}

/** How a factory is asked for the pool of two tokens. */
function lookupOf({ venue, token0, token1, isStable }: EvmPool, answers: readonly (string | null)[]): string | null {
  const tokens = `${toWord(token0)}${toWord(token1)}`
  if (venue.creation === 'v2') return `${CALL.getPair}${tokens}`
  if (venue.creation === 'aerodrome') return `${CALL.getPoolByStable}${tokens}${toWord(isStable)}`
  const [, , , fee, tickSpacing] = answers
  const member = venue.creation === 'v3' ? fee : tickSpacing
  if (member === undefined || member === null || wordsIn(member) !== 1) return null
  const selector = venue.creation === 'v3' ? CALL.getPoolByFee : CALL.getPoolBySpacing
  return `${selector}${tokens}${wordAt(member, 0)}`
}
