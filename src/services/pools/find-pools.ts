import type { DexName, Pool } from '../../chain/solana/dexes/dex.ts'
import { DEXES } from '../../chain/solana/dexes/index.ts'
import { isMoney } from '../../chain/solana/dexes/quote-mints.ts'
import { NATIVE_MINT } from '../../chain/solana/program-ids.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { POOLS } from '../../config/pools.ts'
import type { Context } from '../../context.ts'
import { DOLLAR_MINTS } from '../../contract/mints.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import { chunksOf } from '../../runtime/in-parallel.ts'
import type { SharedTurns } from '../../runtime/shared-turns.ts'
import { type JoinedReads, joinReads } from './join-reads.ts'
import type { NamedPools } from './named-pools.ts'
import { scanByOwners, type VaultOwners } from './scan-by-owners.ts'
import type { PoolScans } from './scan-programs.ts'
import { type Searched, searchDex } from './search-dex.ts'

export type FoundPools = {
  /** As they are now, the mint on either side. */
  readonly pools: readonly Pool[]
  /** DEXs that may have more of them. */
  readonly unsought: readonly DexName[]
  /** All of these because the node refuses scans, which it will in a minute as well. */
  readonly isLasting: boolean
}
export type FindOptions = {
  readonly signal?: AbortSignal
  /** How long a scan is waited for; `POOLS.patienceMs` without. */
  readonly patienceMs?: number
  /** Of a single mint whose token accounts were all read just now: their owners that no key stands for. Scans that
   *  could find nothing are then not made. */
  readonly programOwners?: readonly string[]
}

/** Pools of each mint on every DEX, read just now: those at derived addresses, and those that scans find or found some
 *  minutes ago, or that others name where the node does not scan. Money (SOL, dollars) is looked for in pairs of two
 *  kinds. Where a DEX fails or cannot be searched the others stand. Fails `unconfigured` without a node, `cancelled`,
 *  and as the node fails where that leaves a mint without any pool. About six calls a mint, and its scans. */
export async function findPools(
  ctx: Context,
  mints: readonly string[],
  options: FindOptions = {},
): Promise<Outcome<ReadonlyMap<string, FoundPools>>> {
  const { rpc } = ctx.chain
  if (rpc === null) return fail('unconfigured', 'no Solana node is configured')
  const found = new Map<string, FoundPools>()
  for (const chunk of chunksOf([...new Set(mints)], POOLS.tokensAtOnce)) {
    const failure = await findSome(ctx, rpc, chunk, options, found)
    if (options.signal?.aborted) return fail('cancelled', 'request cancelled by client')
    if (failure !== null) return failure
  }
  return ok(found)
}

async function findSome(
  ctx: Context,
  rpc: SolanaRpc,
  mints: readonly string[],
  { signal, patienceMs = POOLS.patienceMs, programOwners }: FindOptions,
  found: Map<string, FoundPools>,
): Promise<Failure | null> {
  const owners = programOwners === undefined ? null : await readOwners(rpc, programOwners, signal)
  const joined = joinReads(rpc, signal)
  const { poolScans: scans, namedPools: named } = ctx.parts
  // Deriving the addresses takes up to some milliseconds a mint and DEX: each between turns, which all requests share.
  const turns = ctx.parts.poolSearchTurns
  const begun = await Promise.all(
    mints.map((mint) =>
      beginAll({ joined, scans, named, turns, mint, patienceMs, owners, ...(signal ? { signal } : {}) }),
    ),
  )
  joined.release()
  const searches = begun.map(({ searched }) => searched)
  for (const [i, searched] of (await Promise.all(searches)).entries()) {
    const pools = searched.flatMap((one) => one.pools)
    const failure = searched.find((one) => one.failure !== null)?.failure ?? null
    if (failure !== null && pools.length === 0) return failure
    const unsought = searched.flatMap((one, at) => (one.unsought === null ? [] : DEXES[at]!.name))
    const isLasting = searched.every((one) => one.unsought !== 'failed')
    found.set(mints[i]!, { pools, unsought, isLasting })
  }
  return null
}

/** Resolves when the search has begun on every DEX. */
async function beginAll(parts: {
  readonly joined: JoinedReads
  readonly scans: PoolScans
  readonly named: NamedPools
  readonly turns: SharedTurns
  readonly mint: string
  readonly patienceMs: number
  readonly owners: VaultOwners | null
  readonly signal?: AbortSignal
}): Promise<{ readonly searched: Promise<readonly Searched[]> }> {
  const { joined, scans, named, turns, mint, patienceMs, owners, signal } = parts
  const abort = signal ? { signal } : {}
  const sought = { mint, pairedWith: isMoney(mint) ? MONEY.filter((one) => one !== mint) : [] }
  const nodeScan = scans.scan({ rpc: joined.rpc, mint, patienceMs, isHurried: false, ...abort })
  const scan = owners === null ? nodeScan : scanByOwners(nodeScan, owners)
  const searches: Promise<Searched>[] = []
  for (const dex of DEXES) {
    await turns.next()
    searches.push(searchDex(dex, sought, { rpc: joined.rpc, scan, named, ...abort }))
  }
  return { searched: Promise.all(searches) }
}

/** Null where they cannot be read: then every program is scanned. */
async function readOwners(
  rpc: SolanaRpc,
  programOwners: readonly string[],
  signal: AbortSignal | undefined,
): Promise<VaultOwners | null> {
  if (programOwners.length === 0) return new Map()
  const read = await rpc.accounts(programOwners, signal ? { signal } : {})
  return read.ok ? new Map(programOwners.map((owner, i) => [owner, read.value.accounts[i] ?? null])) : null
}

const MONEY: readonly string[] = [NATIVE_MINT, ...DOLLAR_MINTS]
