import type { DexName } from '../../chain/solana/dexes/dex.ts'
import type { EvidenceGap } from '../evidence-bundle/evidence.ts'

/** What is known of a token before anything is executed; the evidence of a scan is one. Amounts are decimal text. */
export type ProofSubject = {
  readonly mint: string
  readonly pools: readonly ProofPool[]
  readonly holders: { readonly largest: readonly { readonly owner: string; readonly amountRaw: string }[] } | null
  readonly launch: { readonly dev: string | null } | null
  /** Measured time of a slot. */
  readonly slotMs: number
  /** What of the above could not be read. */
  readonly gaps?: readonly EvidenceGap[]
}

export type ProofPool = {
  readonly dex: DexName
  readonly address: string
  readonly baseMint: string
  readonly quoteMint: string
  readonly realQuoteReserveRaw: string
  readonly vaultOwners: readonly string[]
  readonly creator: string | null
  readonly tradeable: boolean
}

/** Pools that can be sold into, best first: those that have the token as their base, the one with the most SOL (then of
 *  other quotes) first; after them pools in which it is the money, where selling it is buying something. Equal ones by
 *  address. */
export function saleOrder(pools: readonly ProofPool[], mint: string, solMint: string): readonly ProofPool[] {
  const rank = (pool: ProofPool) => (pool.baseMint !== mint ? 2 : pool.quoteMint === solMint ? 0 : 1)
  return pools
    .filter((pool) => pool.tradeable && (pool.baseMint === mint || isMoneyOf(pool, mint)))
    .toSorted((a, b) => {
      if (rank(a) !== rank(b)) return rank(a) - rank(b)
      const difference = BigInt(b.realQuoteReserveRaw) - BigInt(a.realQuoteReserveRaw)
      if (difference !== 0n) return difference > 0n ? 1 : -1
      return a.address < b.address ? -1 : 1
    })
}

/** A curve's money is not in a token account that the curve's address identifies. */
function isMoneyOf(pool: ProofPool, mint: string): boolean {
  return pool.quoteMint === mint && pool.dex !== 'pumpfun'
}
