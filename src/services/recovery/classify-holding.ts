import type { TokenHolding } from '../../chain/solana/token-holdings.ts'

/** What becomes of a token account when its owner wants the deposit back. */
export type HoldingClass =
  /** Holds nothing: closing it returns its lamports. */
  | 'empty'
  /** Holds tokens that its owner can burn, and can be closed then. */
  | 'burnable'
  /** Wrapped SOL with some in it: closing it unwraps all of that. No dust, so listed apart. */
  | 'wsol'
  /** The mint's freeze authority holds it: skipped (spec 4.8), also when it is empty. */
  | 'frozen'
  /** Someone else alone may close it. */
  | 'foreign_authority'
  /** Encrypted balances or fees that only its owner's own proof can take out. */
  | 'confidential_pending'
  /** Holds tokens that cannot be burnt now. */
  | 'not_burnable'

/** What the mint decides. */
export type MintFacts = {
  /** Null where it could not be read, or is there no more. */
  readonly mint: {
    readonly decimals: number
    readonly isPaused: boolean
    /** Who must sign burns beside the owner; null for no one. */
    readonly burnAuthority: string | null
    readonly hasTransferFee: boolean
  } | null
}
export type ClassifiedHolding = {
  readonly class: HoldingClass
  /** Transfer fees withheld in it must be moved to the mint first. */
  readonly needsHarvest: boolean
  /** Why it stays as it is; empty for those that can go. */
  readonly why: string
}

/** Pure, a few comparisons. `mintFacts` are needed for accounts that hold tokens or withheld fees. Rules: the programs'
 *  sources (solana-programs 4). */
export function classifyHolding(holding: TokenHolding, { mint }: MintFacts): ClassifiedHolding {
  const stays = (what: HoldingClass, why: string): ClassifiedHolding => ({ class: what, needsHarvest: false, why })
  if (holding.isFrozen) return stays('frozen', 'frozen by the authority of its mint')
  if (holding.closeAuthority !== null && holding.closeAuthority !== holding.owner)
    return stays('foreign_authority', `only ${holding.closeAuthority} may close it`)
  if (holding.isNative && holding.amountRaw > 0n) return stays('wsol', 'wrapped SOL: closing it would unwrap all of it')
  if (holding.hasConfidential) return stays('confidential_pending', 'holds encrypted amounts')
  const needsHarvest = holding.withheldRaw > 0n
  if (needsHarvest && mint !== null && !mint.hasTransferFee)
    return stays('not_burnable', 'withheld fees that its mint does not take')
  if (holding.amountRaw === 0n) return { class: 'empty', needsHarvest, why: '' }
  if (mint === null) return stays('not_burnable', 'its mint cannot be read')
  if (mint.isPaused) return stays('not_burnable', 'its mint is paused')
  if (mint.burnAuthority !== null && mint.burnAuthority !== holding.owner)
    return stays('not_burnable', `burns need the signature of ${mint.burnAuthority}`)
  return { class: 'burnable', needsHarvest, why: '' }
}
