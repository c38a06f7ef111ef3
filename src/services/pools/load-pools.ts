import type { Context } from '../../context.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { degradedNow } from '../degraded-now.ts'
import { type FindOptions, type FoundPools, findPools } from './find-pools.ts'

export type LoadOptions = FindOptions & {
  /** Pools that were read longer ago are read again. */
  readonly maxAgeMs?: number
}

/** Pools of a mint on every DEX, 30 s. A DEX that fails takes only its own pools with it; what may soon be found
 *  shortens their life. Fails as `findPools`. */
export async function loadPools(
  ctx: Context,
  mint: string,
  { maxAgeMs = Number.POSITIVE_INFINITY, ...options }: LoadOptions = {},
): Promise<Outcome<FoundPools>> {
  const load = async (): Promise<Outcome<FoundPools>> => {
    const found = await findPools(ctx, [mint], options)
    if (!found.ok) return found
    const pools = found.value.get(mint)!
    return pools.isLasting ? ok(pools) : ok(pools, degradedNow(ctx))
  }
  const loaded = await ctx.store.memo<FoundPools>('tokenPools', mint, load)
  const builtAtMs = loaded.ok ? loaded.cache?.builtAtMs : undefined
  const isOld = builtAtMs !== undefined && ctx.clock.nowMs() - builtAtMs > maxAgeMs
  return isOld ? ctx.store.memo<FoundPools>('tokenPools', mint, load, { bypass: true }) : loaded
}
