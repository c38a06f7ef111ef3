import type { TapePosition } from '../../contract/first-party.ts'
import { rawToNumber } from '../../contract/units.ts'
import type { HeldPrice } from './price-held.ts'
import { medianHoldSecs, type TokenBook } from './token-books.ts'
import { microsToUsd } from './trade-worth.ts'

type Units = Pick<TapePosition, 'openingRaw' | 'boughtRaw' | 'soldRaw' | 'closingRaw'>
type Money = Pick<
  TapePosition,
  'costLamports' | 'costUSD' | 'proceedsLamports' | 'proceedsUSD' | 'realizedLamports' | 'realizedUSD'
>

export function unitsOf({ book }: TokenBook): Units {
  const { opening, bought, sold, closing } = book.units()
  return {
    openingRaw: opening.toString(),
    boughtRaw: bought.toString(),
    soldRaw: sold.toString(),
    closingRaw: closing.toString(),
  }
}

/** Lamports are null where no trade was paid in SOL, realised figures where no sold unit has a known cost. */
export function moneyOf({ book, buys, sells }: TokenBook): Money {
  const lamports = book.sums('lamports')
  const dollars = book.sums('usdMicros')
  return {
    costLamports: buys > lamports.bought.unknown ? lamports.bought.cost.toString() : null,
    costUSD: microsToUsd(dollars.bought.cost),
    proceedsLamports: sells > lamports.sold.unknown ? lamports.sold.proceeds.toString() : null,
    proceedsUSD: microsToUsd(dollars.sold.proceeds),
    realizedLamports: lamports.realised.units > 0n ? lamports.realised.profit.toString() : null,
    realizedUSD: dollars.realised.units > 0n ? microsToUsd(dollars.realised.profit) : null,
  }
}

/** A position at a price of its token. */
export function positionOf(entry: TokenBook, { priceUsd, thin }: HeldPrice): TapePosition {
  const { mint, decimals, buys, sells, book, first, last, holds } = entry
  const { opening, bought, sold, closing } = book.units()
  const dollars = book.sums('usdMicros')
  const whole = (raw: bigint): number => rawToNumber(raw, decimals)
  const perToken = (micros: bigint, raw: bigint): number | null =>
    raw === 0n ? null : microsToUsd(micros) / whole(raw)
  const { units: heldUnits, cost: heldCost } = dollars.held
  return {
    token: mint,
    decimals,
    buys,
    sells,
    ...unitsOf(entry),
    bought: whole(bought),
    sold: whole(sold),
    closing: whole(closing),
    ...moneyOf(entry),
    avgBuyUSD: perToken(dollars.bought.cost, dollars.bought.units),
    avgSellUSD: perToken(dollars.sold.proceeds, dollars.sold.units),
    unrealizedUSD:
      thin || priceUsd === null || heldUnits === 0n ? null : whole(heldUnits) * priceUsd - microsToUsd(heldCost),
    lastPriceUSD: priceUsd,
    thin,
    medianHoldSecs: medianHoldSecs(holds),
    firstTs: first.blockTimeSec,
    lastTs: last.blockTimeSec,
    basisKnown: opening === 0n,
    unpriced: dollars.bought.unknown + dollars.sold.unknown,
  }
}
