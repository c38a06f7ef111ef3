import { FIRST_PARTY } from '../../config/first-party.ts'
import type { TradeEvent } from '../../contract/tape-event.ts'

export const WASH_RULE = `a wallet's trade and its next one of the other side, in another transaction, within ${FIRST_PARTY.washWithinSecs} s, whose amounts differ by at most ${FIRST_PARTY.washToleranceBps / 100} % of the larger; both count, each trade once. Fast honest traders count too, and wallets that trade with each other do not.`

const BPS = 10_000n

/** Finds halves of quick round trips of one wallet (`WASH_RULE`) among trades that come in the order of the chain. A
 *  trade of the same transaction is arbitrage between pools and no round trip. */
export function createRoundTrips(): {
  /** The earlier half that this trade closes; null when it closes none. */
  add(trade: TradeEvent): TradeEvent | null
} {
  const lastOf = new Map<string, TradeEvent>()
  return {
    add(trade) {
      const before = lastOf.get(trade.maker)
      if (before === undefined || !isRoundTrip(before, trade)) {
        lastOf.set(trade.maker, trade)
        return null
      }
      lastOf.delete(trade.maker)
      return before
    },
  }
}

function isRoundTrip(before: TradeEvent, trade: TradeEvent): boolean {
  if (before.side === trade.side || before.signature === trade.signature) return false
  if (before.blockTimeSec === null || trade.blockTimeSec === null) return false
  if (trade.blockTimeSec - before.blockTimeSec > FIRST_PARTY.washWithinSecs) return false
  const [small, large] =
    before.amountRaw < trade.amountRaw ? [before.amountRaw, trade.amountRaw] : [trade.amountRaw, before.amountRaw]
  return (large - small) * BPS <= large * BigInt(FIRST_PARTY.washToleranceBps)
}
