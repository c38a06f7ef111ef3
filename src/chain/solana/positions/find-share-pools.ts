import { POSITIONS } from '../../../config/positions.ts'
import { type Failure, type Outcome, ok } from '../../../contract/outcome.ts'
import { encodeBase58 } from '../../../hot-paths/base58.ts'
import { createBoundedMap } from '../../../runtime/bounded-map.ts'
import { decodeTransaction } from '../decode-transaction.ts'
import type { SolanaRpc } from '../rpc.ts'
import type { HeldToken, ShareReader } from './reader.ts'
import { KNOWN_STAKE_POOLS, mintOfStakePool, STAKE_POOL_PROGRAMS, STAKE_POOL_SCAN } from './stake-pools.ts'

/** Where the pools of shares are. They never move, so that what was found is remembered. */
export type PoolsOfShares = {
  /** Accounts that may be the pool of a mint. Fails as the node fails. */
  poolsOf(reader: ShareReader, mint: string, signal: AbortSignal): Promise<Outcome<PossiblePools>>
  /** Remembers which candidate is the pool of the mint. */
  confirm(mint: string, pool: string): void
  /** Stake pools by mint, for those of the tokens that have one. What the node does not list is looked for among known
   *  ones. */
  stakePools(
    tokens: readonly HeldToken[],
    nowSec: number,
    signal: AbortSignal,
  ): Promise<{ readonly pools: ReadonlyMap<string, string>; readonly failures: readonly Failure[] }>
}

export type PossiblePools = {
  readonly addresses: readonly string[]
  /** False: the node does not list the program's accounts, and these are candidates. */
  readonly isListed: boolean
}

export function createPoolsOfShares(rpc: SolanaRpc): PoolsOfShares {
  const known = createBoundedMap<string, readonly string[]>(POSITIONS.rememberedPools)
  let listed: {
    readonly pools: ReadonlyMap<string, string>
    readonly failures: readonly Failure[]
    readonly atSec: number
  } | null = null
  return {
    async poolsOf(reader, mint, signal) {
      const held = known.get(mint)
      if (held !== undefined) return ok({ addresses: held, isListed: true })
      const filters = [{ memcmp: { offset: reader.mintOffset, bytes: mint } }]
      const scanned = await rpc.programAccounts(reader.program, {
        filters,
        dataSlice: { offset: 0, length: 0 },
        signal,
      })
      if (!scanned.ok) {
        const guessed = await named(rpc, mint, signal)
        return guessed.ok ? ok({ addresses: guessed.value, isListed: false }) : scanned
      }
      const addresses = scanned.value.map(({ address }) => address).slice(0, POSITIONS.poolsOfMint)
      if (addresses.length > 0) known.set(mint, addresses)
      return ok({ addresses, isListed: true })
    },
    confirm(mint, pool) {
      known.set(mint, [pool])
    },
    async stakePools(tokens, nowSec, signal) {
      if (tokens.length === 0) return { pools: new Map(), failures: [] }
      if (listed === null || nowSec - listed.atSec > POSITIONS.stakePoolsSecs || nowSec < listed.atSec)
        listed = { ...(await listStakePools(rpc, signal)), atSec: nowSec }
      const { pools, failures } = listed
      // A failure is tried again with the next question, a refusal is not.
      if (failures.some(({ code }) => code !== 'upstream_refused')) listed = null
      const own = tokens.flatMap(({ mint }) => {
        const pool = pools.get(mint)
        return pool === undefined ? [] : [[mint, pool] as const]
      })
      return { pools: new Map(own), failures }
    },
  }
}

async function listStakePools(rpc: SolanaRpc, signal: AbortSignal) {
  const pools = new Map<string, string>()
  const failures: Failure[] = []
  for (const scanned of await Promise.all(
    STAKE_POOL_PROGRAMS.map((program) => rpc.programAccounts(program, { ...STAKE_POOL_SCAN, signal })),
  )) {
    if (!scanned.ok) failures.push(scanned)
    else for (const { address, data } of scanned.value) pools.set(encodeBase58(data), address)
  }
  if (failures.length > 0) {
    const read = await rpc.accounts(KNOWN_STAKE_POOLS, { signal })
    if (!read.ok) return { pools, failures: [...failures, read] }
    for (const view of read.value.accounts) {
      const isPool = view !== null && (STAKE_POOL_PROGRAMS as readonly string[]).includes(view.owner)
      const mint = isPool ? mintOfStakePool(view.data) : null
      if (view !== null && mint !== null) pools.set(mint, view.address)
    }
  }
  return { pools, failures }
}

/** Where a node does not scan: whatever the newest transactions of the mint name. Who gives out or takes back shares names the pool. */
async function named(rpc: SolanaRpc, mint: string, signal: AbortSignal): Promise<Outcome<readonly string[]>> {
  const rows = await rpc.signaturesOf(mint, { limit: POSITIONS.namingTransactions, signal })
  if (!rows.ok) return rows
  const landed = rows.value.filter(({ err }) => err === null).map(({ signature }) => signature)
  const addresses = new Set<string>()
  for (const answer of await rpc.transactions(landed, { signal })) {
    const read = answer.ok ? decodeTransaction(answer.value) : answer
    if (read.ok) for (const address of read.value.accountKeys) addresses.add(address)
  }
  return ok([...addresses].slice(0, POSITIONS.poolsOfMint))
}
