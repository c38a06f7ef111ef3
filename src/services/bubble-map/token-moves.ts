import type { MapView } from './map-view.ts'

/** Units of the coin that one person gave another, all transfers together; signature and slot are the first's. */
export type Handover = {
  readonly from: string
  readonly to: string
  readonly amountRaw: bigint
  readonly slot: number
  readonly signature: string
}

/** Sorted by the first transfer in chain order. */
export function handoversOf(view: MapView): readonly Handover[] {
  const handovers = new Map<string, Handover>()
  for (const { tokenMoves, slot, signature } of view.transactions) {
    for (const { from, to, amountRaw } of tokenMoves) {
      if (from === to || !view.isPerson.has(from) || !view.isPerson.has(to)) continue
      const key = `${from} ${to}`
      const before = handovers.get(key)
      handovers.set(key, {
        ...(before ?? { from, to, slot, signature }),
        amountRaw: (before?.amountRaw ?? 0n) + BigInt(amountRaw),
      })
    }
  }
  return [...handovers.values()]
}

/** How many people got units from each giver. */
export function receiverCounts(handovers: readonly Handover[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { from } of handovers) counts.set(from, (counts.get(from) ?? 0) + 1)
  return counts
}
