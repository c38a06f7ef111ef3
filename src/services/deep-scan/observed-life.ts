import { NATIVE_MINT } from '../../chain/solana/program-ids.ts'
import type { TokenEvidence } from '../evidence-bundle/evidence.ts'
import { CURVES, type LifePoint, type MarketLife, marketLife, priceBefore } from '../forensics/market-life.ts'

/** What became of the money in the market of the token at hand, by the same rule as for the creator's earlier ones.
 *  Against SOL, which prices every launch. */
export function observedLife({ transactions }: TokenEvidence): MarketLife {
  let floor: number | null = null
  const points: LifePoint[] = []
  for (const { trades, timeSec } of transactions)
    for (const trade of trades) {
      if (trade.quoteMint !== NATIVE_MINT || timeSec === null) continue
      const read = {
        side: trade.side,
        baseRaw: BigInt(trade.baseRaw),
        quoteRaw: BigInt(trade.quoteRaw),
        baseReserveRaw: trade.baseReserveRaw === null ? null : BigInt(trade.baseReserveRaw),
        quoteReserveRaw: trade.quoteReserveRaw === null ? null : BigInt(trade.quoteReserveRaw),
      }
      const [base, quote] = [read.baseReserveRaw ?? read.baseRaw, read.quoteReserveRaw ?? read.quoteRaw]
      if (base <= 0n || quote <= 0n) continue
      const price = Number(quote) / Number(base)
      floor ??= priceBefore(read) ?? price
      points.push({ timeSec, price, isCurve: CURVES.has(trade.dex) })
    }
  return marketLife(points, floor)
}
