import { CALIBRATION } from '../../config/calibration.ts'
import type { Context } from '../../context.ts'
import type { TradeEvent } from '../../contract/tape-event.ts'
import { rawToNumber } from '../../contract/units.ts'
import type { OutcomeFacts } from '../../store/score-rows.ts'
import { wholeStretch } from '../chains/tape-stretch.ts'
import { saysRealReserves } from '../pools/real-reserves.ts'

type Span = { readonly mint: string; readonly fromMs: number; readonly toMs: number }

const UNKNOWN: OutcomeFacts = { priceGone: null, liquidityGone: null, unsellable: null, creatorOut: null }

/** What the tape says of a token between its score and the horizon. Null while it does not hold the whole time yet;
 *  facts that it cannot know are null each. */
export function observeOutcome(ctx: Pick<Context, 'config' | 'store' | 'clock'>, span: Span): OutcomeFacts | null {
  const stretch = wholeStretch(ctx, [span.mint])
  if (stretch === null) return null
  const launch = ctx.store.tape.launchOf(span.mint)
  const isWholeLife = stretch.fromSlot <= 1 || (launch !== undefined && launch.slot >= stretch.fromSlot)
  const reachesBack = isWholeLife || (stretch.fromTimeSec !== null && stretch.fromTimeSec * 1_000 <= span.fromMs)
  const reachesEnd = stretch.toTimeSec !== null && stretch.toTimeSec * 1_000 >= span.toMs
  if (!reachesBack || !reachesEnd) return null
  const { tape } = ctx.store
  const toTimeSec = Math.floor(span.toMs / 1_000)
  const fromTimeSec = Math.floor(span.fromMs / 1_000)
  const scope = { by: 'mint', address: span.mint } as const
  const page = tape.trades(scope, { limit: CALIBRATION.trades, fromTimeSec: fromTimeSec + 1, toTimeSec })
  const before = tape.trades(scope, { limit: CALIBRATION.trades, toTimeSec: fromTimeSec }).trades
  return {
    priceGone: priceGone(before, page.trades),
    liquidityGone: liquidityGone(before, page.trades),
    unsellable: page.nextBeforeSeq === null ? unsellable(page.trades) : isSold(page.trades),
    creatorOut: creatorOut(ctx, span, launch?.creator ?? null),
  }
}

/** What is said of a score whose time the tape will never hold. */
export function unknownOutcome(): OutcomeFacts {
  return UNKNOWN
}

/** Null where none of the three is known. */
export function isBad({
  priceGone: price,
  liquidityGone: liquidity,
  unsellable: locked,
}: OutcomeFacts): boolean | null {
  const facts = [price, liquidity, locked]
  if (facts.includes(true)) return true
  return facts.every((fact) => fact === null) ? null : false
}

/** Newest first, both. A token that nobody traded meanwhile kept its price. */
function priceGone(before: readonly TradeEvent[], after: readonly TradeEvent[]): boolean | null {
  const then = before.find(({ priceUsd }) => priceUsd !== null)?.priceUsd ?? null
  if (then === null || then <= 0) return null
  const now = after.find(({ priceUsd }) => priceUsd !== null)?.priceUsd ?? then
  return now <= then * CALIBRATION.goneShare
}

/** Of the pool that was traded last before the score, what the quote side holds: the other side's worth falls with the
 *  price. */
function liquidityGone(before: readonly TradeEvent[], after: readonly TradeEvent[]): boolean | null {
  const then = before.find(({ dex, quoteReserveRaw }) => saysRealReserves(dex) && quoteReserveRaw !== null)
  if (then === undefined) return null
  const now = after.find(({ pool, quoteReserveRaw }) => pool === then.pool && quoteReserveRaw !== null) ?? then
  const worth = ({ quoteReserveRaw, quoteDecimals }: TradeEvent): number => rawToNumber(quoteReserveRaw!, quoteDecimals)
  return worth(then) <= 0 ? null : worth(now) <= worth(then) * CALIBRATION.goneShare
}

/** Many bought and nobody sold; null where too few tried. */
function unsellable(after: readonly TradeEvent[]): boolean | null {
  if (after.some(({ side }) => side === 'sell')) return false
  const buyers = new Set(after.map(({ maker }) => maker))
  const isTried = after.length >= CALIBRATION.unsellableBuys && buyers.size >= CALIBRATION.unsellableBuyers
  return isTried ? true : null
}

/** Of a part of the trades: a sale says that it can be sold, none says nothing. */
function isSold(after: readonly TradeEvent[]): false | null {
  return after.some(({ side }) => side === 'sell') ? false : null
}

/** Whether the creator, who still held some at the score, sold nearly all it had bought. */
function creatorOut(
  { store: { tape } }: Pick<Context, 'store'>,
  { mint, fromMs, toMs }: Span,
  creator: string | null,
): boolean | null {
  if (creator === null) return null
  const page = tape.trades(
    { by: 'wallet', address: creator },
    { limit: CALIBRATION.trades, toTimeSec: Math.floor(toMs / 1_000) },
  )
  if (page.nextBeforeSeq !== null) return null
  const own = page.trades.filter((trade) => trade.mint === mint)
  const bought = sumOf(own, 'buy')
  if (bought === 0n) return null
  const share = BigInt(CALIBRATION.creatorOutShare * 100)
  const isOut = (trades: readonly TradeEvent[]): boolean => sumOf(trades, 'sell') * 100n >= sumOf(trades, 'buy') * share
  const before = own.filter(({ blockTimeSec }) => (blockTimeSec ?? 0) * 1_000 <= fromMs)
  if (sumOf(before, 'buy') > 0n && isOut(before)) return null
  return isOut(own)
}

function sumOf(trades: readonly TradeEvent[], side: TradeEvent['side']): bigint {
  return trades.reduce((sum, trade) => (trade.side === side ? sum + trade.amountRaw : sum), 0n)
}
