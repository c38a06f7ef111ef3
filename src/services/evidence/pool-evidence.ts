import type { Pool } from '../../chain/solana/dexes/dex.ts'
import type { LpEvidence, PoolEvidence } from '../evidence-bundle/evidence.ts'

/** A pool as plain values. */
export function poolEvidence(pool: Pool, lp: LpEvidence | null): PoolEvidence {
  return {
    dex: pool.dex,
    programId: pool.programId,
    address: pool.address,
    baseMint: pool.baseMint,
    quoteMint: pool.quoteMint,
    baseReserveRaw: pool.baseReserveRaw.toString(),
    quoteReserveRaw: pool.quoteReserveRaw.toString(),
    realBaseReserveRaw: pool.realBaseReserveRaw.toString(),
    realQuoteReserveRaw: pool.realQuoteReserveRaw.toString(),
    vaultOwners: [...pool.vaultOwners].sort(),
    creator: pool.creator,
    curveProgressPct: pool.curveProgressPct,
    curveComplete: pool.curveComplete,
    tradeable: pool.tradeable,
    lp,
  }
}
