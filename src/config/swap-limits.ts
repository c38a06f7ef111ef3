/** Bounds of swaps and orders through the aggregator (spec 4.5 and section 8 where they name one). */
export const SWAP_LIMITS = {
  slippageBps: { min: 1, max: 10_000, default: 50 },
  platformFeeBps: { max: 2_500 },
  /** Priority fee of a transaction whose caller named no price: so many hundredths of a percent of the SOL traded, at
   *  least and at most so much. The aggregator's own figure can spike. */
  autoPriorityBps: 10n,
  autoPriorityLeastLamports: 100_000n,
  autoPriorityLamports: 5_000_000n,
  /** Of one transaction, which is what the runtime allows at most. */
  computeUnits: 1_400_000,
  /** What a measured swap may use beyond what it used, percent: pools move until it lands. */
  unitsHeadroomPct: 40,
  /** Mints of a route for which accounts may come to be. */
  routeMints: 16,
  /** Of an account that a DEX makes for a trader, at most one for each mint of the route. */
  dexAccountBytes: 256,
} as const

export const ORDER_LIMITS = {
  /** Pages of ten that are read for a list of what is open; what is beyond them is said to be there. */
  openPages: 10,
  /** What the accounts of a new order or position may take together, as rent counts bytes: its record, and up to two
   *  token accounts with the usual extensions. */
  depositBytes: 1_280,
  /** Of a history, which is asked for page by page. */
  historyPage: { min: 1, max: 10_000, default: 1 },
} as const
