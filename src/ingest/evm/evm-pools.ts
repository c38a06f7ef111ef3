import type { EvmContracts, EvmVenue } from '../../chain/evm/contracts.ts'
import { decodeCreation, type EvmCreation } from '../../chain/evm/decode-creation.ts'
import type { EvmSwap } from '../../chain/evm/decode-swap.ts'
import { EVM_LIMITS } from '../../chain/evm/evm-limits.ts'
import { keccak256 } from '../../chain/evm/keccak.ts'
import type { EvmLog } from '../../chain/evm/log.ts'
import { callAll } from '../../chain/evm/multicall.ts'
import type { EthCall, EvmRpc } from '../../chain/evm/rpc.ts'
import { addressAt, addressIn, toWord, uintOf, wordAt, wordsIn } from '../../chain/evm/words.ts'
import { createBoundedMap } from '../../runtime/bounded-map.ts'
import type { Clock } from '../../runtime/clock.ts'
import { orThrow } from '../node-failure.ts'

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
 *  a manager are proven by their id, the hash of their key. What proved false is kept as well, because such contracts
 *  are many; a node that fails proves nothing. */
export function createEvmPools(parts: {
  readonly contracts: EvmContracts
  readonly rpc: Pick<EvmRpc, 'ethCall' | 'ethCalls'>
  readonly clock: Pick<Clock, 'monotonicMs'>
}): EvmPools {
  const { contracts, rpc, clock } = parts
  const known = createBoundedMap<string, EvmPool>(EVM_LIMITS.knownPools)
  const falseUntilMs = createBoundedMap<string, number>(EVM_LIMITS.falsePools)
  const venues = new Map(contracts.venues.map((venue) => [venue.address, venue]))

  const managerOf = ({ shape, emitter }: EvmSwap): EvmVenue | null => {
    const venue = venues.get(emitter)
    return venue !== undefined && venue.swap === shape && MANAGED.has(shape) ? venue : null
  }
  /** Whether there is something to ask about. */
  function isOpen(swap: EvmSwap): boolean {
    if (known.peek(keyOf(swap)) !== undefined) return false
    if (MANAGED.has(swap.shape) && managerOf(swap) === null) return false
    return (falseUntilMs.peek(keyOf(swap)) ?? 0) <= clock.monotonicMs()
  }

  return {
    learn(log) {
      const creation = decodeCreation(log)
      const venue = creation === null ? undefined : venues.get(creation.emitter)
      if (creation === null || venue === undefined || venue.creation !== creation.shape) return null
      const pool = poolOf(venue, creation)
      known.set(keyOf({ shape: venue.swap, emitter: log.address, pool: pool.pool }), pool)
      falseUntilMs.delete(keyOf({ shape: venue.swap, emitter: log.address, pool: pool.pool }))
      return pool
    },
    async prepare(swaps) {
      const open = new Map<string, EvmSwap>()
      for (const swap of swaps) if (isOpen(swap)) open.set(keyOf(swap), swap)
      const asked = [...open.values()]
      for (let at = 0; at < asked.length; at += EVM_LIMITS.contractsPerCall) {
        const part = asked.slice(at, at + EVM_LIMITS.contractsPerCall)
        const found = await askAbout({ contracts, rpc, venues, managerOf }, part)
        part.forEach((swap, index) => {
          const pool = found[index]
          if (pool) known.set(keyOf(swap), pool)
          else falseUntilMs.set(keyOf(swap), clock.monotonicMs() + EVM_LIMITS.falsePoolMs)
        })
      }
    },
    of: (swap) => known.peek(keyOf(swap)) ?? null,
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
  managerOf(swap: EvmSwap): EvmVenue | null
}

/** Aligned with the swaps. Two requests: what the contracts say of themselves, then what their factories say. */
async function askAbout(asking: Asking, swaps: readonly EvmSwap[]): Promise<readonly (EvmPool | null)[]> {
  const { contracts, rpc } = asking
  const questions = swaps.map((swap) => questionsOf(swap, asking.managerOf(swap)))
  const answers = orThrow(await callAll(rpc, contracts.multicall, questions.flat()))
  let next = 0
  const claims = swaps.map((swap, at) => {
    const own = answers.slice(next, next + questions[at]!.length)
    next += own.length
    return claimOf(asking, swap, own)
  })
  const checks = claims.flatMap((claim) => (claim?.check ? [claim.check] : []))
  const confirmed = checks.length === 0 ? [] : orThrow(await callAll(rpc, contracts.multicall, checks))
  let check = 0
  return claims.map((claim) => {
    if (claim === null) return null
    if (claim.check === null) return claim.pool
    const said = confirmed[check++] ?? null
    return said !== null && wordsIn(said) === 1 && addressAt(said, 0) === claim.pool.pool ? claim.pool : null
  })
}

function questionsOf({ shape, pool }: EvmSwap, manager: EvmVenue | null): readonly EthCall[] {
  if (shape === 'v4') return [{ to: manager!.keys!, data: `${CALL.poolKeys}${pool.slice(2, 2 + 50).padEnd(64, '0')}` }]
  if (shape === 'infinity') return [{ to: manager!.keys!, data: `${CALL.poolIdToPoolKey}${pool.slice(2)}` }]
  const names: readonly (keyof typeof CALL)[] = ['factory', 'token0', 'token1', 'fee', 'tickSpacing', 'stable']
  return names.map((name) => ({ to: pool, data: CALL[name] }))
}

/** What a pool says it is, and the question to its factory whether that is so; no question where the id proves it. */
type Claim = { readonly pool: EvmPool; readonly check: EthCall | null }

function claimOf(asking: Asking, swap: EvmSwap, answers: readonly (string | null)[]): Claim | null {
  if (swap.shape === 'v4' || swap.shape === 'infinity')
    return keyClaim(swap, asking.managerOf(swap)!, answers[0] ?? null)
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

/** The key of a pool is true when its hash is the id. Currencies come first in both layouts. */
function keyClaim(swap: EvmSwap, venue: EvmVenue, key: string | null): Claim | null {
  const words = swap.shape === 'v4' ? 5 : 6
  if (key === null || wordsIn(key) !== words) return null
  const id = `0x${Buffer.from(keccak256(Buffer.from(key.slice(2), 'hex'))).toString('hex')}`
  const token0 = addressIn(wordAt(key, 0))
  const token1 = addressIn(wordAt(key, 1))
  if (id !== swap.pool || token0 === null || token1 === null) return null
  return { pool: { venue, pool: swap.pool, token0, token1, isStable: false }, check: null }
}
