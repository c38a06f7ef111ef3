import type { Context } from '../../context.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { degradedNow } from '../degraded-now.ts'
import { type FindOptions, type FoundPools, findPools } from './find-pools.ts'

/** Pools of a mint on every DEX, 30 s. A DEX that fails takes only its own pools with it; what may soon be found
 *  shortens their life. Fails as `findPools`. */
export function loadPools(ctx: Context, mint: string, options: FindOptions = {}): Promise<Outcome<FoundPools>> {
  return ctx.store.memo<FoundPools>('tokenPools', mint, async () => {
    const found = await findPools(ctx, [mint], options)
    if (!found.ok) return found
    const pools = found.value.get(mint)!
    return pools.isLasting ? ok(pools) : ok(pools, degradedNow(ctx))
  })
}
