import type { Pool } from '../../chain/solana/dexes/dex.ts'
import { readLpLocks } from '../../chain/solana/lp-locks.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import type { LpEvidence } from '../evidence-bundle/evidence.ts'
import { deepestFirst } from '../pools/deepest-first.ts'

/** Anyone can make pools; the liquidity that counts is in the deepest ones. */
const MAX_POOLS = 3

export type LiquidityReading = {
  /** By pool; pools without LP tokens are absent. */
  readonly byPool: ReadonlyMap<string, LpEvidence>
  readonly gap: string | null
}

/** Who holds the LP tokens of the deepest pools of a token. */
export async function readLiquidity(
  rpc: SolanaRpc,
  { mint, pools, nowSec }: { readonly mint: string; readonly pools: readonly Pool[]; readonly nowSec: number },
  signal: AbortSignal,
): Promise<LiquidityReading> {
  const deepest = pools
    .filter(({ baseMint, curveProgressPct }) => baseMint === mint && curveProgressPct === null)
    .sort(deepestFirst)
    .slice(0, MAX_POOLS)
  const byPool = new Map<string, LpEvidence>()
  let gap: string | null = null
  for (const [i, read] of (
    await Promise.all(deepest.map((pool) => readLpLocks(rpc, pool, { nowSec, signal })))
  ).entries()) {
    if (!read.ok) gap = read.message
    else if (read.value !== null) {
      const { lpMint, lpSupplyRaw, burnedRaw, lockedRaw, creatorRaw, otherRaw, locks } = read.value
      byPool.set(deepest[i]!.address, {
        lpMint,
        lpSupplyRaw: lpSupplyRaw.toString(),
        burnedRaw: burnedRaw.toString(),
        lockedRaw: lockedRaw.toString(),
        creatorRaw: creatorRaw.toString(),
        otherRaw: otherRaw.toString(),
        lockers: locks.map(({ owner, entity, amountRaw, untilSec }) => ({
          owner,
          entity,
          amountRaw: amountRaw.toString(),
          untilSec,
        })),
      })
    }
  }
  return { byPool, gap }
}
