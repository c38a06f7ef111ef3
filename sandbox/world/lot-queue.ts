/** Units that came together; `lamports` null: nobody knows what they cost. */
type Lot = { readonly units: bigint; readonly lamports: bigint | null; left: bigint; costLeft: bigint }
export type Taken = { readonly units: bigint; readonly lamports: bigint | null }

/** First in, first out, with every lamport of a lot's cost shared out: what the first k of n units cost is the part k / n
 *  of it, rounded down. */
export type LotQueue = {
  add(units: bigint, lamports: bigint | null): void
  /** The pieces of lots; what was never seen to come in has no known cost. */
  take(units: bigint): readonly Taken[]
}

export function createLotQueue(): LotQueue {
  const lots: Lot[] = []
  return {
    add(units, lamports) {
      if (units > 0n) lots.push({ units, lamports, left: units, costLeft: lamports ?? 0n })
    },
    take(wanted) {
      const taken: Taken[] = []
      let open = wanted
      while (open > 0n && lots.length > 0) {
        const lot = lots[0]!
        const units = lot.left < open ? lot.left : open
        lot.left -= units
        open -= units
        if (lot.lamports === null) taken.push({ units, lamports: null })
        else {
          const costLeft = lot.lamports - (lot.lamports * (lot.units - lot.left)) / lot.units
          taken.push({ units, lamports: lot.costLeft - costLeft })
          lot.costLeft = costLeft
        }
        if (lot.left === 0n) lots.shift()
      }
      if (open > 0n) taken.push({ units: open, lamports: null })
      return taken
    },
  }
}
