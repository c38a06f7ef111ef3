/** What something is worth in each currency of a book, in the currency's base units; null where nobody knows. A
 *  dollar has a million `usdMicros`. */
export type Worth = { readonly [C in Currency]: bigint | null }

export const CURRENCIES = ['lamports', 'usdMicros'] as const
export type Currency = (typeof CURRENCIES)[number]

export const UNKNOWN_WORTH: Worth = { lamports: null, usdMicros: null }

/** `fifo`: the units held longest leave first. `average`: every unit held has the same cost. */
export type CostMethod = 'fifo' | 'average'

/** Units of one lot that left together, with what they had cost. `average` knows no lots: one part without a time. */
export type TakenPart = { readonly units: bigint; readonly basis: Worth; readonly atSec: number | null }

/** Of some units, those whose cost is known in a currency, and that cost. */
export type KnownCost = { readonly units: bigint; readonly cost: bigint }

/** Units that left, and what is known of their cost. */
export type Taken = { readonly [C in Currency]: KnownCost } & {
  readonly units: bigint
  readonly parts: readonly TakenPart[]
}

/** Units of one asset with what they cost. Costs are shared out without a remainder: over any run of takes, what left
 *  cost and what the rest costs add up to what was added. */
export type Lots = {
  add(units: bigint, basis: Worth, atSec: number | null): void
  /** Takes as many as there are, `units` at most. */
  take(units: bigint): Taken
  held(): { readonly [C in Currency]: KnownCost } & { readonly units: bigint }
}

/** What came of units that left for money, in one currency. */
export type Realised = {
  /** Those of the units whose cost is known. */
  readonly knownUnits: bigint
  readonly cost: bigint
  /** Their share of what the sale brought, rounded down; null when that is unknown. */
  readonly proceeds: bigint | null
  /** `proceeds` less `cost`; null where either is unknown. */
  readonly realised: bigint | null
}

/** One sale, or units that left otherwise (then without proceeds). */
export type Disposal = { readonly [C in Currency]: Realised } & {
  readonly units: bigint
  /** Units that the book did not hold: they were there before it began. */
  readonly openingUnits: bigint
  readonly parts: readonly TakenPart[]
}

/** Sums of one currency. Each sum leaves out what is unknown, and `unknown` counts the moves it left out. */
export type CurrencySums = {
  readonly bought: { readonly units: bigint; readonly cost: bigint; readonly unknown: number }
  readonly sold: { readonly units: bigint; readonly proceeds: bigint; readonly unknown: number }
  /** Over units sold whose cost and proceeds are known. */
  readonly realised: {
    readonly units: bigint
    readonly cost: bigint
    readonly proceeds: bigint
    readonly profit: bigint
  }
  /** Paid beside, in this currency: never part of a cost or of proceeds. */
  readonly fees: bigint
  /** Of the units held now, those with a known cost. */
  readonly held: KnownCost
}

/** The identity of every book: opening + bought + received - sold - sent - paid = closing. */
export type BookUnits = {
  readonly opening: bigint
  readonly bought: bigint
  readonly received: bigint
  readonly sold: bigint
  readonly sent: bigint
  /** Fees, tips and rent that were paid in the asset itself. */
  readonly paid: bigint
  readonly closing: bigint
}
