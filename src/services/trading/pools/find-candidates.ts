import type { Dex, DexName, Pool } from '../../../chain/solana/dexes/dex.ts'
import { FOLLOWED_DEXES } from '../../../chain/solana/dexes/index.ts'
import { isMoney } from '../../../chain/solana/dexes/quote-mints.ts'
import type { SolanaRpc } from '../../../chain/solana/rpc.ts'
import { TRADING } from '../../../config/trading.ts'
import type { Context } from '../../../context.ts'
import { type Failure, fail, type Outcome, ok } from '../../../contract/outcome.ts'
import { type BoundedMap, createBoundedMap } from '../../../runtime/bounded-map.ts'
import { createSingleFlight } from '../../../runtime/single-flight.ts'

export type FoundPools = {
  readonly pools: readonly Pool[]
  /** DEXs whose pools may be more than these: the node refused a scan, or it took too long. */
  readonly degraded: readonly DexName[]
  readonly isHit: boolean
}

/** Pools of a mint on every DEX that can be traded, or on one of them: at derived addresses and, where the node allows
 *  them, by scans. Known for a minute. Fails only when no DEX could be read at all. */
export async function findCandidates(ctx: Context, mint: string, dex?: DexName): Promise<Outcome<FoundPools>> {
  return ctx.only(createCandidates).find(mint, dex)
}

/** What is known of a mint's pools has turned out wrong: the next question searches anew. */
export function forgetCandidates(ctx: Context, mint: string): void {
  ctx.only(createCandidates).forget(mint)
}

/** DEXs that this version can trade on. */
export function tradedDexes(): readonly Dex[] {
  return FOLLOWED_DEXES.filter((dex) => dex.trading !== undefined)
}

type OfDex = {
  readonly pools: readonly Pool[]
  readonly isDegraded: boolean
  readonly failure: Failure | null
  readonly foundAtMs: number
}

function createCandidates({ chain, clock }: Context) {
  const found: BoundedMap<string, OfDex> = createBoundedMap(TRADING.knownMints * FOLLOWED_DEXES.length)
  const flights = createSingleFlight<OfDex>()
  const refused = new Map<string, number>()

  async function search(rpc: SolanaRpc, dex: Dex, mint: string): Promise<OfDex> {
    let isDegraded = false
    const bounded: SolanaRpc = {
      ...rpc,
      async programAccounts(program, options) {
        // Half of a program would answer a scan for money.
        if (isMoney(mint)) return fail('upstream_refused', 'money is not scanned for')
        const untilMs = refused.get(program)
        if (untilMs !== undefined && clock.monotonicMs() < untilMs) {
          isDegraded = true
          return fail('upstream_refused', 'the node does not scan this program')
        }
        const scanned = await rpc.programAccounts(program, { ...options, signal: AbortSignal.timeout(TRADING.scanMs) })
        if (!scanned.ok) {
          isDegraded = true
          refused.set(program, clock.monotonicMs() + TRADING.refusedScanMs)
        } else refused.delete(program)
        return scanned
      },
    }
    const pools = await dex.findPools(bounded, mint)
    const foundAtMs = clock.monotonicMs()
    if (pools.ok) return { pools: pools.value, isDegraded, failure: null, foundAtMs }
    // A DEX whose addresses cannot be derived fails with its scan; the node itself may be well.
    return { pools: [], isDegraded: true, failure: isDegraded ? null : pools, foundAtMs }
  }

  async function ofDex(rpc: SolanaRpc, dex: Dex, mint: string): Promise<{ value: OfDex; isHit: boolean }> {
    const key = `${mint} ${dex.name}`
    const known = found.get(key)
    if (known !== undefined && clock.monotonicMs() - known.foundAtMs < lifetimeMs(known))
      return { value: known, isHit: true }
    const value = await flights.join(key, async () => {
      const searched = await search(rpc, dex, mint)
      found.set(key, searched)
      return searched
    }).result
    return { value, isHit: false }
  }

  return {
    async find(mint: string, only: DexName | undefined): Promise<Outcome<FoundPools>> {
      const { rpc } = chain
      if (rpc === null) return fail('unconfigured', 'no Solana node is configured')
      const dexes = tradedDexes().filter(({ name }) => only === undefined || name === only)
      const answers = await Promise.all(
        dexes.map(async (dex) => ({ name: dex.name, ...(await ofDex(rpc, dex, mint)) })),
      )
      const failures = answers.flatMap(({ value }) => value.failure ?? [])
      if (failures.length > 0 && failures.length === answers.length) return failures[0]!
      return ok({
        pools: answers.flatMap(({ value }) => value.pools),
        degraded: answers.filter(({ value }) => value.isDegraded).map(({ name }) => name),
        isHit: answers.every(({ isHit }) => isHit),
      })
    },
    forget(mint: string): void {
      for (const { name } of FOLLOWED_DEXES) found.delete(`${mint} ${name}`)
    },
  }
}

function lifetimeMs({ pools, isDegraded }: OfDex): number {
  return isDegraded || pools.length === 0 ? TRADING.poolsOfMintDegradedMs : TRADING.poolsOfMintMs
}
