import assert from 'node:assert/strict'
import { createAverageLots } from './average-lots.ts'
import { createFifoLots } from './fifo-lots.ts'
import {
  type BookUnits,
  type CostMethod,
  CURRENCIES,
  type Currency,
  type CurrencySums,
  type Disposal,
  type KnownCost,
  type Realised,
  type Taken,
  UNKNOWN_WORTH,
  type Worth,
} from './types.ts'

/** What a wallet, or several that count as one, did with one asset, in the order of the chain. Units are base units of
 *  the asset and never below zero. */
export type CostBook = {
  /** Held before the book begins. */
  open(units: bigint, basis: Worth, atSec: number | null): void
  buy(units: bigint, cost: Worth, atSec: number | null): void
  /** Came in without a purchase: `UNKNOWN_WORTH` where nobody knows what it cost. */
  receive(units: bigint, basis: Worth, atSec: number | null): void
  /** Units that the book does not hold count as held before it began, at an unknown cost. */
  sell(units: bigint, proceeds: Worth): Disposal
  /** Left without a sale. The parts carry their cost, for the book of the receiving wallet. */
  send(units: bigint): Disposal
  /** Left as a fee, a tip or rent. */
  pay(units: bigint): Disposal
  /** A cost in money: fees of trades and of failed transactions. It changes no lot. */
  fee(worth: Worth): void
  units(): BookUnits
  sums(currency: Currency): CurrencySums
}

type Sums = {
  boughtUnits: bigint
  cost: bigint
  boughtUnknown: number
  soldUnits: bigint
  proceeds: bigint
  soldUnknown: number
  realisedUnits: bigint
  realisedCost: bigint
  realisedProceeds: bigint
  fees: bigint
}

/** An empty book. Pure: same moves, same figures. */
export function createCostBook(method: CostMethod): CostBook {
  const lots = method === 'fifo' ? createFifoLots() : createAverageLots()
  const moved = { opening: 0n, bought: 0n, received: 0n, sold: 0n, sent: 0n, paid: 0n }
  const sums: Record<Currency, Sums> = { lamports: noSums(), usdMicros: noSums() }

  function dispose(units: bigint, proceeds: Worth): Disposal {
    assert(units >= 0n, 'units are not below zero')
    const taken = lots.take(units)
    const openingUnits = units - taken.units
    moved.opening += openingUnits
    return {
      units,
      openingUnits,
      lamports: realisedOf(taken, units, proceeds, 'lamports'),
      usdMicros: realisedOf(taken, units, proceeds, 'usdMicros'),
      parts: openingUnits === 0n ? taken.parts : [...taken.parts, partBefore(openingUnits)],
    }
  }

  function add(kind: 'opening' | 'bought' | 'received', units: bigint, basis: Worth, atSec: number | null): void {
    assert(units >= 0n, 'units are not below zero')
    moved[kind] += units
    lots.add(units, basis, atSec)
  }

  return {
    open: (units, basis, atSec) => add('opening', units, basis, atSec),
    buy(units, cost, atSec) {
      add('bought', units, cost, atSec)
      for (const currency of CURRENCIES) countPurchase(sums[currency], units, cost[currency])
    },
    receive: (units, basis, atSec) => add('received', units, basis, atSec),
    sell(units, proceeds) {
      const disposal = dispose(units, proceeds)
      moved.sold += units
      for (const currency of CURRENCIES) countSale(sums[currency], units, proceeds[currency], disposal[currency])
      return disposal
    },
    send(units) {
      moved.sent += units
      return dispose(units, UNKNOWN_WORTH)
    },
    pay(units) {
      moved.paid += units
      return dispose(units, UNKNOWN_WORTH)
    },
    fee(worth) {
      for (const currency of CURRENCIES) sums[currency].fees += worth[currency] ?? 0n
    },
    units: () => ({ ...moved, closing: lots.held().units }),
    sums: (currency) => shownSums(sums[currency], lots.held()[currency]),
  }
}

function shownSums(of: Sums, held: KnownCost): CurrencySums {
  return {
    bought: { units: of.boughtUnits, cost: of.cost, unknown: of.boughtUnknown },
    sold: { units: of.soldUnits, proceeds: of.proceeds, unknown: of.soldUnknown },
    realised: {
      units: of.realisedUnits,
      cost: of.realisedCost,
      proceeds: of.realisedProceeds,
      profit: of.realisedProceeds - of.realisedCost,
    },
    fees: of.fees,
    held,
  }
}

function partBefore(units: bigint): Taken['parts'][number] {
  return { units, basis: UNKNOWN_WORTH, atSec: null }
}

function realisedOf(taken: Taken, units: bigint, worth: Worth, currency: Currency): Realised {
  const { units: knownUnits, cost } = taken[currency]
  const all = worth[currency]
  const proceeds = all === null || units === 0n ? all : (all * knownUnits) / units
  const realised = proceeds === null || (knownUnits === 0n && units > 0n) ? null : proceeds - cost
  return { knownUnits, cost, proceeds, realised }
}

function countPurchase(sums: Sums, units: bigint, cost: bigint | null): void {
  if (cost === null) {
    sums.boughtUnknown++
    return
  }
  sums.boughtUnits += units
  sums.cost += cost
}

function countSale(sums: Sums, units: bigint, proceeds: bigint | null, part: Realised): void {
  if (proceeds === null) sums.soldUnknown++
  else {
    sums.soldUnits += units
    sums.proceeds += proceeds
  }
  if (part.realised === null || part.proceeds === null) return
  sums.realisedUnits += part.knownUnits
  sums.realisedCost += part.cost
  sums.realisedProceeds += part.proceeds
}

function noSums(): Sums {
  return {
    boughtUnits: 0n,
    cost: 0n,
    boughtUnknown: 0,
    soldUnits: 0n,
    proceeds: 0n,
    soldUnknown: 0,
    realisedUnits: 0n,
    realisedCost: 0n,
    realisedProceeds: 0n,
    fees: 0n,
  }
}
