import { FIRST_PARTY_WINDOW_MS, type FirstPartyWindow } from '../../config/first-party.ts'
import type { Context } from '../../context.ts'
import type { TokenTapeStats } from '../../contract/first-party.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { TradeEvent } from '../../contract/tape-event.ts'
import { rawToNumber } from '../../contract/units.ts'
import type { TapeSubject } from './check-subject.ts'
import { createRoundTrips, WASH_RULE } from './round-trips.ts'
import { inTurns, readTrades, scanTrades } from './scan-trades.ts'
import { type AskedRange, headOf, rangeOf, secondsOf } from './tape-answer.ts'
import { microsToUsd, worthOf } from './trade-worth.ts'

/** Figures of a token's trades within a window. Fails `cancelled`. */
export async function getTokenStats(
  ctx: Context,
  subject: TapeSubject,
  window: FirstPartyWindow,
  signal?: AbortSignal,
): Promise<Outcome<TokenTapeStats>> {
  ctx.store.tape.refresh()
  const range = rangeOf(ctx, { fromMs: ctx.clock.nowMs() - FIRST_PARTY_WINDOW_MS[window], toMs: null })
  const read = await readTrades(ctx, subject, secondsOf(range), signal)
  if (!read.ok) return read
  const { trades, nextBeforeSeq } = read.value
  const sums = emptySums()
  const summed = await inTurns(ctx, trades, (trade) => addTo(sums, trade), signal ? { signal } : {})
  if (!summed.ok) return summed
  const makers = new Set([...sums.buyers, ...sums.sellers])
  const newMakers = nextBeforeSeq === null ? await countNew(ctx, subject, { range, makers }, signal) : ok(null)
  if (!newMakers.ok) return newMakers
  return ok({
    ...headOf(ctx, subject, range, nextBeforeSeq === null ? null : (trades[0] ?? null)),
    token: subject.address,
    count: trades.length,
    ...figuresOf(sums, makers.size),
    newMakers: newMakers.value,
    firstTs: trades[0]?.blockTimeSec ?? null,
    lastTs: trades.at(-1)?.blockTimeSec ?? null,
  })
}

type Sums = ReturnType<typeof emptySums>

function emptySums() {
  return {
    buys: 0,
    sells: 0,
    buyMicros: 0n,
    sellMicros: 0n,
    lamports: null as bigint | null,
    amountRaw: 0n,
    pricedRaw: 0n,
    decimals: 0,
    unpriced: 0,
    buyers: new Set<string>(),
    sellers: new Set<string>(),
    highUsd: null as number | null,
    lowUsd: null as number | null,
    lastPriceUsd: null as number | null,
    washMicros: 0n,
    washTrades: 0,
    roundTrips: createRoundTrips(),
  }
}

function addTo(sums: Sums, trade: TradeEvent): void {
  const { lamports, usdMicros } = worthOf(trade)
  const isBuy = trade.side === 'buy'
  if (isBuy) sums.buys++
  else sums.sells++
  ;(isBuy ? sums.buyers : sums.sellers).add(trade.maker)
  sums.amountRaw += trade.amountRaw
  sums.decimals = trade.decimals
  if (lamports !== null) sums.lamports = (sums.lamports ?? 0n) + lamports
  addRoundTrip(sums, trade, sums.roundTrips.add(trade))
  addPrice(sums, trade.priceUsd)
  if (usdMicros === null) {
    sums.unpriced++
    return
  }
  sums.pricedRaw += trade.amountRaw
  if (isBuy) sums.buyMicros += usdMicros
  else sums.sellMicros += usdMicros
}

function addRoundTrip(sums: Sums, trade: TradeEvent, before: TradeEvent | null): void {
  if (before === null) return
  sums.washTrades += 2
  sums.washMicros += (worthOf(before).usdMicros ?? 0n) + (worthOf(trade).usdMicros ?? 0n)
}

function addPrice(sums: Sums, priceUsd: number | null): void {
  if (priceUsd === null) return
  sums.highUsd = Math.max(sums.highUsd ?? priceUsd, priceUsd)
  sums.lowUsd = Math.min(sums.lowUsd ?? priceUsd, priceUsd)
  sums.lastPriceUsd = priceUsd
}

function figuresOf(sums: Sums, makers: number) {
  const volumeMicros = sums.buyMicros + sums.sellMicros
  const pricedWhole = rawToNumber(sums.pricedRaw, sums.decimals)
  return {
    buys: sums.buys,
    sells: sums.sells,
    volumeUSD: microsToUsd(volumeMicros),
    buyVolumeUSD: microsToUsd(sums.buyMicros),
    sellVolumeUSD: microsToUsd(sums.sellMicros),
    volumeLamports: sums.lamports === null ? null : sums.lamports.toString(),
    amountRaw: sums.amountRaw.toString(),
    unpriced: sums.unpriced,
    makers,
    buyers: sums.buyers.size,
    sellers: sums.sellers.size,
    vwapUSD: pricedWhole === 0 ? null : microsToUsd(volumeMicros) / pricedWhole,
    highUSD: sums.highUsd,
    lowUSD: sums.lowUsd,
    lastPriceUSD: sums.lastPriceUsd,
    wash: {
      shareEstimate: volumeMicros === 0n ? null : Number(sums.washMicros) / Number(volumeMicros),
      trades: sums.washTrades,
      rule: WASH_RULE,
    },
  }
}

/** Makers of the window who are in no trade of the token before it. Null where the tape holds nothing from before the
 *  window, unless the token was launched on it, and where it holds more than one request reads. */
async function countNew(
  ctx: Context,
  subject: TapeSubject,
  { range, makers }: { readonly range: AskedRange; readonly makers: ReadonlySet<string> },
  signal?: AbortSignal,
): Promise<Outcome<number | null>> {
  const { tape } = ctx.store
  const { fromTimeSec } = secondsOf(range)
  const oldestSec = tape.coverage(subject.chain)?.fromTimeSec ?? null
  const isOnTapeBefore = oldestSec !== null && oldestSec < fromTimeSec
  if (!isOnTapeBefore && tape.launchOf(subject.address, subject.chain)?.kind !== 'launch') return ok(null)
  const unseen = new Set(makers)
  const before = { fromTimeSec: 0, toTimeSec: fromTimeSec - 1 }
  const take = (trade: TradeEvent): boolean => {
    unseen.delete(trade.maker)
    return unseen.size > 0
  }
  const scan = unseen.size === 0 ? null : await scanTrades(ctx, subject, before, take, signal)
  if (scan === null) return ok(0)
  if (!scan.ok) return scan
  return ok(scan.value.nextBeforeSeq === null || unseen.size === 0 ? unseen.size : null)
}
