import type { Dex, DexName, Pool } from '../../chain/solana/dexes/dex.ts'
import { DEXES } from '../../chain/solana/dexes/index.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { TRADING } from '../../config/trading.ts'
import type { Context } from '../../context.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { WorkLane } from '../../contract/work-lane.ts'
import { type BoundedMap, createBoundedMap } from '../../runtime/bounded-map.ts'
import { currentLane } from '../../runtime/request-scope.ts'
import { createSharedTurns } from '../../runtime/shared-turns.ts'
import { createSingleFlight } from '../../runtime/single-flight.ts'
import { joinReads } from './join-reads.ts'
import { type Sought, searchDex } from './search-dex.ts'

export type FoundPools = {
  readonly pools: readonly Pool[]
  /** DEXs whose pools may be more than these: the node refused a scan, or it took too long. */
  readonly degraded: readonly DexName[]
  readonly isHit: boolean
}

/** Pools of a mint on every DEX that can be traded, or on one of them: at derived addresses and, where the node allows
 *  them, by scans. Remembered for some minutes, or for `maxAgeMs` where that is less. Fails only when no DEX could be
 *  read at all. */
export function findCandidates(
  ctx: Context,
  mint: string,
  { dex = null, maxAgeMs }: { readonly dex?: DexName | null; readonly maxAgeMs?: number } = {},
): Promise<Outcome<FoundPools>> {
  return ctx.parts.poolCandidates.find({ mint, pairedWith: [] }, dex, maxAgeMs)
}

/** Pools of two kinds of money, and those of the operator's own list whichever they are. */
export async function findPairCandidates(
  ctx: Context,
  mint: string,
  { other, maxAgeMs }: { readonly other: string; readonly maxAgeMs?: number },
): Promise<Outcome<FoundPools>> {
  const { find } = ctx.parts.poolCandidates
  const both = await Promise.all([
    find({ mint, pairedWith: [other] }, null, maxAgeMs),
    find({ mint: other, pairedWith: [mint] }, null, maxAgeMs),
  ])
  const pools = new Map<string, Pool>()
  const degraded = new Set<DexName>()
  for (const answer of both) {
    if (!answer.ok) return answer
    for (const pool of answer.value.pools) pools.set(pool.address, pool)
    for (const name of answer.value.degraded) degraded.add(name)
  }
  return ok({
    pools: [...pools.values()],
    degraded: [...degraded],
    isHit: both.every((one) => one.ok && one.value.isHit),
  })
}

/** What is known of a mint's pools has turned out wrong: the next question searches again, and for a while whatever
 *  comes to nothing is soon looked for again. */
export function forgetCandidates(ctx: Context, mint: string): void {
  ctx.parts.poolCandidates.forget(mint)
}

/** DEXs that this version can trade on. */
export function tradedDexes(): readonly Dex[] {
  return DEXES.filter((dex) => dex.trading !== undefined)
}

type OfDex = {
  readonly pools: readonly Pool[]
  readonly isDegraded: boolean
  readonly failure: Failure | null
  readonly foundAtMs: number
  readonly lane: WorkLane
}

/** The node as one question reads it on several DEXs. */
type SearchNode = {
  readonly rpc: SolanaRpc
  /** Another DEX is going to be searched for this question. */
  begins(): void
  /** Its first reads are made. */
  hasBegun(): void
}
type Asked = { readonly node: SearchNode; readonly dex: Dex; readonly maxAgeMs: number }

/** Every DEX for itself is faster. Where the node allows few calls, what they read at the same time travels together. */
function nodeOf(node: SolanaRpc, config: Context['config']): SearchNode {
  if (config.node.per10s === null) return { rpc: node, begins() {}, hasBegun() {} }
  const { rpc, release } = joinReads(node, undefined)
  let begun = 0
  let awaited = 0
  return {
    rpc,
    begins() {
      awaited++
    },
    hasBegun() {
      begun++
      if (begun === awaited) release()
    },
  }
}

/** Pools that were found some minutes ago, by mint and DEX. */
export type PoolCandidates = {
  find(sought: Sought, only: DexName | null, maxAgeMs?: number): Promise<Outcome<FoundPools>>
  /** Pools of this mint have come or gone. */
  forget(mint: string): void
}

export function createPoolCandidates(ctx: Context): PoolCandidates {
  const { chain, clock, config } = ctx
  const found: BoundedMap<string, OfDex> = createBoundedMap(TRADING.knownMints * DEXES.length)
  const flights = createSingleFlight<OfDex>()
  const { poolScans: scans, namedPools: named } = ctx.parts
  // Apart from those of the scans, so that no crowd of them keeps a trade waiting.
  const turns = createSharedTurns()
  const movingUntilMs: BoundedMap<string, number> = createBoundedMap(TRADING.knownMints)

  async function search({ node, dex }: Pick<Asked, 'node' | 'dex'>, sought: Sought): Promise<OfDex> {
    const scan = scans.scan({ rpc: node.rpc, mint: sought.mint, patienceMs: TRADING.scanMs, isHurried: true })
    // All DEXs are asked at once, and each derives addresses first.
    await turns.next()
    const searching = searchDex(dex, sought, { rpc: node.rpc, scan, named })
    node.hasBegun()
    const { pools, unsought, failure } = await searching
    return { pools, isDegraded: unsought !== null, failure, foundAtMs: clock.monotonicMs(), lane: currentLane() }
  }

  async function ofDex({ node, dex, maxAgeMs }: Asked, sought: Sought): Promise<{ value: OfDex; isHit: boolean }> {
    const key = `${sought.mint} ${sought.pairedWith.join()} ${dex.name}`
    const known = found.get(key)
    const isMoving = clock.monotonicMs() < (movingUntilMs.get(sought.mint) ?? 0)
    // What another lane could not look at, this one may.
    const isOwn = known !== undefined && (known.lane === currentLane() || !(known.isDegraded || known.failure !== null))
    if (isOwn && clock.monotonicMs() - known.foundAtMs < Math.min(maxAgeMs, lifetimeMs(known, isMoving)))
      return { value: known, isHit: true }
    const { result, isLeader } = flights.join(key, async () => {
      const searched = await search({ node, dex }, sought)
      found.set(key, searched)
      return searched
    })
    if (isLeader) node.begins()
    return { value: await result, isHit: false }
  }

  return {
    async find(sought, only, maxAgeMs = Number.POSITIVE_INFINITY) {
      const { rpc } = chain
      if (rpc === null) return fail('unconfigured', 'no Solana node is configured')
      const dexes = tradedDexes().filter(({ name }) => only === null || name === only)
      const node = nodeOf(rpc, config)
      const answers = await Promise.all(
        dexes.map(async (dex) => ({ name: dex.name, ...(await ofDex({ node, dex, maxAgeMs }, sought)) })),
      )
      const failures = answers.flatMap(({ value }) => value.failure ?? [])
      if (failures.length > 0 && failures.length === answers.length) return failures[0]!
      return ok({
        pools: answers.flatMap(({ value }) => value.pools),
        degraded: answers.filter(({ value }) => value.isDegraded).map(({ name }) => name),
        isHit: answers.every(({ isHit }) => isHit),
      })
    },
    forget(mint) {
      movingUntilMs.set(mint, clock.monotonicMs() + TRADING.movingMs)
      scans.forget(mint)
      for (const { name } of DEXES) found.delete(`${mint}  ${name}`)
    },
  }
}

function lifetimeMs({ pools, isDegraded }: OfDex, isMoving: boolean): number {
  if (isMoving && pools.length === 0) return TRADING.poolsOfMovingMintMs
  return isDegraded || pools.length === 0 ? TRADING.poolsOfMintDegradedMs : TRADING.poolsOfMintMs
}
