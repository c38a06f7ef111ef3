import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { rawToNumber } from '../../contract/units.ts'
import { degradedNow } from '../degraded-now.ts'
import { pastBudget } from './past/past-budget.ts'
import { type PoolPast, readPoolPast } from './past/pool-past.ts'
import { fromTape, type PastTrade } from './past/price-past.ts'
import { readTapeTrades, type TapeTrades } from './past/tape-trades.ts'

/** One trade of a pool, priced in USD. */
export type PricedTrade = {
  readonly tMs: number
  readonly priceUsd: number
  readonly volumeUsd: number
  readonly side: 'buy' | 'sell'
}
export type PoolTrades = {
  readonly baseMint: string | null
  /** Ascending. */
  readonly trades: readonly PricedTrade[]
  /** Every trade since this time is among them; null where not even that of the newest is known. */
  readonly wholeSinceMs: number | null
  /** When the pool came to be; null where the node does not show it. */
  readonly createdAtMs: number | null
  /** All trades there ever were in it. */
  readonly isWhole: boolean
  /** And the token was launched in it. */
  readonly fromLaunch: boolean
  /** Trades that are left out because no one knows what they were worth. */
  readonly unpriced: number
  /** Some are valued at the present price of the quote, because no one recorded that of their time. */
  readonly hasPresentPrices: boolean
}

/** The trades of a pool (30 s): those on the tape, and before them those of its own transactions, of which at most
 *  `budget` are read (`pastBudget` without), so that a busy pool's reach back minutes only. SOL is converted at the price
 *  recorded at the time, else at the present one; a pool whose quote is neither SOL nor a dollar gives none. Fails as the
 *  node fails, unless the tape holds some. */
export function readPoolTrades(ctx: Context, pool: string, budget = pastBudget(ctx)): Promise<Outcome<PoolTrades>> {
  return ctx.store.memo<PoolTrades>('poolTrades', `${pool}\n${budget}`, () => readBoth(ctx, pool, budget))
}

/** What `readPoolTrades` read a moment ago. */
export function peekPoolTrades(ctx: Context, pool: string): PoolTrades | undefined {
  return ctx.store.peek<PoolTrades>('poolTrades', `${pool}\n${pastBudget(ctx)}`)
}

async function readBoth(ctx: Context, pool: string, budget: number): Promise<Outcome<PoolTrades>> {
  const held = readTapeTrades(ctx, pool)
  if (held?.isPageFull || held?.createdAtSec != null) return ok(join(held, null))
  if (ctx.chain.rpc === null) return held === null ? fail('unconfigured', 'no node configured') : ok(join(held, null))
  const past = await readPoolPast(ctx, pool, { budget, ...(held === null ? {} : { belowSlot: held.fromSlot }) })
  if (past.ok) return ok(join(held, past.value), past.value.isCut ? degradedNow(ctx) : undefined)
  return held === null || held.trades.length === 0 ? past : ok(join(held, null))
}

function join(held: TapeTrades | null, past: PoolPast | null): PoolTrades {
  const newestFirst = [...(held?.trades ?? []).map(fromTape), ...(past?.trades ?? [])]
  const priced = newestFirst.map(priceOfTrade)
  const wholeSinceSec =
    past === null ? (held?.wholeSinceSec ?? null) : (past.wholeSinceSec ?? held?.wholeSinceSec ?? null)
  const createdAtSec = past?.createdAtSec ?? held?.createdAtSec ?? null
  const isWhole = past === null ? held?.createdAtSec != null : past.isWhole
  return {
    baseMint: newestFirst[0]?.baseMint ?? null,
    trades: priced.filter((trade) => trade !== null).sort((a, b) => a.tMs - b.tMs),
    wholeSinceMs: wholeSinceSec === null ? null : wholeSinceSec * 1_000,
    createdAtMs: createdAtSec === null ? null : createdAtSec * 1_000,
    isWhole,
    fromLaunch: isWhole && (past === null ? held?.isLaunch === true : past.isLaunch),
    unpriced: newestFirst.filter(({ amountUsd }) => amountUsd === null).length,
    hasPresentPrices: past?.trades.some(({ isOfThen }) => !isOfThen) ?? false,
  }
}

/** From the reserves after the trade, where the program says them: what the next trade starts from. */
export function priceOfTrade(trade: PastTrade): PricedTrade | null {
  const { amountUsd, quoteAmountRaw, blockTimeSec } = trade
  if (amountUsd === null || blockTimeSec === null || quoteAmountRaw === 0n) return null
  const [baseRaw, quoteRaw] =
    trade.baseReserveRaw === null || trade.quoteReserveRaw === null || trade.baseReserveRaw === 0n
      ? [trade.baseAmountRaw, quoteAmountRaw]
      : [trade.baseReserveRaw, trade.quoteReserveRaw]
  if (baseRaw === 0n || quoteRaw === 0n) return null
  const quoteUsd = amountUsd / rawToNumber(quoteAmountRaw, trade.quoteDecimals)
  return {
    tMs: blockTimeSec * 1_000,
    priceUsd: (rawToNumber(quoteRaw, trade.quoteDecimals) / rawToNumber(baseRaw, trade.decimals)) * quoteUsd,
    volumeUsd: amountUsd,
    side: trade.side,
  }
}
