import type { DexName, Pool } from './dex.ts'
import { orientMints } from './quote-mints.ts'

/** One of the two mints of a pool. */
export type PoolSide = {
  readonly mint: string
  /** What trades run against. */
  readonly reserveRaw: bigint
  /** What can really be taken out. */
  readonly realRaw: bigint
}

/** A pool that is no curve, in the program's own order of mints, from the token's side. */
export function orientPool(pool: {
  readonly dex: DexName
  readonly programId: string
  readonly address: string
  readonly first: PoolSide
  readonly second: PoolSide
  readonly vaultOwner: string
  readonly creator: string | null
  /** Whether the program's switches allow swaps; a pool without reserves is not tradeable either way. */
  readonly isOpen: boolean
}): Pool {
  const { first, second } = pool
  const { isFlipped } = orientMints(first.mint, second.mint)
  const [base, quote] = isFlipped ? [second, first] : [first, second]
  return {
    dex: pool.dex,
    programId: pool.programId,
    address: pool.address,
    baseMint: base.mint,
    quoteMint: quote.mint,
    baseReserveRaw: base.reserveRaw,
    quoteReserveRaw: quote.reserveRaw,
    realBaseReserveRaw: base.realRaw,
    realQuoteReserveRaw: quote.realRaw,
    vaultOwners: [pool.vaultOwner],
    creator: pool.creator,
    curveProgressPct: null,
    curveComplete: false,
    tradeable: pool.isOpen && first.reserveRaw > 0n && second.reserveRaw > 0n,
  }
}
