import { shareOf } from './share-of.ts'
import { CURRENCIES, type Currency, type KnownCost, type Lots, type TakenPart, type Worth } from './types.ts'

type Lot = { readonly units: bigint; readonly basis: Worth; readonly atSec: number | null; used: bigint }

/** Lots that leave in the order in which they came. */
export function createFifoLots(): Lots {
  let lots: Lot[] = []
  /** Lots before it are used up. */
  let first = 0
  let heldUnits = 0n
  const held: Record<Currency, { units: bigint; cost: bigint }> = {
    lamports: { units: 0n, cost: 0n },
    usdMicros: { units: 0n, cost: 0n },
  }

  function addTo(sums: typeof held, units: bigint, basis: Worth, sign: 1n | -1n): void {
    for (const currency of CURRENCIES) {
      const cost = basis[currency]
      if (cost === null) continue
      sums[currency].units += sign * units
      sums[currency].cost += sign * cost
    }
  }

  function takeFrom(lot: Lot, units: bigint): TakenPart {
    const to = lot.used + units
    const costOf = (total: bigint | null): bigint | null =>
      total === null ? null : shareOf(total, lot.units, lot.used, to)
    const basis = { lamports: costOf(lot.basis.lamports), usdMicros: costOf(lot.basis.usdMicros) }
    lot.used = to
    return { units, basis, atSec: lot.atSec }
  }

  return {
    add(units, basis, atSec) {
      if (units === 0n) return
      lots.push({ units, basis, atSec, used: 0n })
      heldUnits += units
      addTo(held, units, basis, 1n)
    },
    take(units) {
      const parts: TakenPart[] = []
      const known: typeof held = { lamports: { units: 0n, cost: 0n }, usdMicros: { units: 0n, cost: 0n } }
      let open = units
      while (open > 0n && first < lots.length) {
        const lot = lots[first]!
        const left = lot.units - lot.used
        const part = takeFrom(lot, left < open ? left : open)
        parts.push(part)
        open -= part.units
        addTo(known, part.units, part.basis, 1n)
        addTo(held, part.units, part.basis, -1n)
        if (lot.used === lot.units) first++
      }
      if (first > 64 && first * 2 > lots.length) {
        lots = lots.slice(first)
        first = 0
      }
      heldUnits -= units - open
      return { units: units - open, parts, ...known }
    },
    held: () => ({ units: heldUnits, ...copyOf(held) }),
  }
}

function copyOf(sums: Readonly<Record<Currency, KnownCost>>): Record<Currency, KnownCost> {
  return { lamports: { ...sums.lamports }, usdMicros: { ...sums.usdMicros } }
}
