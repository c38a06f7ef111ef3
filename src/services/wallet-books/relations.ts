import { WALLET_BOOKS as B } from '../../config/wallet-books.ts'
import { lamportsToSol } from '../../contract/units.ts'
import type { RelatedRow, Relation } from '../../contract/wallet-related.ts'

/** One thing that was seen between the wallet and another. */
export type Sighting = {
  readonly other: string
  readonly relation: Relation
  readonly direction: 'in' | 'out' | null
  readonly signature: string
  readonly slot: number | null
  readonly timeSec: number | null
  /** Null where no SOL was paid. */
  readonly lamports: bigint | null
  /** What counts once: the transaction, of `cotrade` the token. */
  readonly unit: string
}
export type Relative = Omit<RelatedRow, 'label' | 'entityType' | 'expandable'>

const ORDER: Readonly<Record<Relation, number>> = { funder: 0, funded: 1, same_funder: 2, transfer: 3, cotrade: 4 }

/** Sightings by wallet and relation: by relation, then the heaviest first, equal ones by address. */
export function gatherRelations(sightings: readonly Sighting[]): Relative[] {
  return [...Map.groupBy(sightings, ({ other, relation }) => `${relation} ${other}`).values()]
    .map(toRelative)
    .filter(({ relation, weight }) => relation !== 'cotrade' || weight >= B.cotradeTokens)
    .sort((a, b) => ORDER[a.relation] - ORDER[b.relation] || b.weight - a.weight || (a.wallet < b.wallet ? -1 : 1))
}

function toRelative(seen: readonly Sighting[]): Relative {
  const { other, relation } = seen[0]!
  const times = seen.flatMap(({ timeSec }) => (timeSec === null ? [] : [timeSec]))
  const ways = new Set(seen.flatMap(({ direction }) => (direction === null ? [] : [direction])))
  return {
    wallet: other,
    relation,
    weight: new Set(seen.map(({ unit }) => unit)).size,
    direction: ways.size === 2 ? 'both' : ([...ways][0] ?? null),
    firstTs: times.length === 0 ? null : Math.min(...times),
    lastTs: times.length === 0 ? null : Math.max(...times),
    evidence: seen
      .toSorted((a, b) => (b.slot ?? 0) - (a.slot ?? 0))
      .slice(0, B.relatedEvidence)
      .map(({ signature, slot, lamports }) => ({
        signature,
        slot,
        amountSol: lamports === null ? null : lamportsToSol(lamports),
      })),
  }
}
