import { CURRENCIES, type Currency, type KnownCost, type Lots, type TakenPart, type Worth } from './types.ts'

/** One pool of units that all cost the same. Where a part of them has no known cost, what leaves takes of both parts
 *  in proportion, of the known one rounded down. */
export function createAverageLots(): Lots {
  let heldUnits = 0n
  let held: Record<Currency, KnownCost> = { lamports: { units: 0n, cost: 0n }, usdMicros: { units: 0n, cost: 0n } }

  return {
    add(units, basis) {
      if (units === 0n) return
      heldUnits += units
      for (const currency of CURRENCIES) {
        const cost = basis[currency]
        if (cost === null) continue
        const before = held[currency]
        held = { ...held, [currency]: { units: before.units + units, cost: before.cost + cost } }
      }
    },
    take(wanted) {
      const units = wanted < heldUnits ? wanted : heldUnits
      const none: KnownCost = { units: 0n, cost: 0n }
      if (units === 0n) return { units, parts: [], lamports: none, usdMicros: none }
      const lamports = takenOf(held.lamports, units, heldUnits)
      const usdMicros = takenOf(held.usdMicros, units, heldUnits)
      held = { lamports: less(held.lamports, lamports), usdMicros: less(held.usdMicros, usdMicros) }
      heldUnits -= units
      // A part without a wholly known cost has none.
      const basisOf = (known: KnownCost): bigint | null => (known.units === units ? known.cost : null)
      const basis: Worth = { lamports: basisOf(lamports), usdMicros: basisOf(usdMicros) }
      const parts: readonly TakenPart[] = [{ units, basis, atSec: null }]
      return { units, parts, lamports, usdMicros }
    },
    held: () => ({ units: heldUnits, ...held }),
  }
}

function takenOf(known: KnownCost, units: bigint, heldUnits: bigint): KnownCost {
  const knownUnits = (known.units * units) / heldUnits
  return { units: knownUnits, cost: known.units === 0n ? 0n : (known.cost * knownUnits) / known.units }
}

function less(all: KnownCost, taken: KnownCost): KnownCost {
  return { units: all.units - taken.units, cost: all.cost - taken.cost }
}
