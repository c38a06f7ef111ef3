import { WALLET_BOOKS as B } from '../../config/wallet-books.ts'
import type { Context } from '../../context.ts'
import type { ChartPeriod } from '../../contract/chart.ts'
import { counted, oneOrMany } from '../../contract/counted.ts'
import { DOLLAR_MINTS, WSOL_MINT } from '../../contract/mints.ts'
import { rawToNumber, SOL_DECIMALS } from '../../contract/units.ts'
import { inParallel } from '../../runtime/in-parallel.ts'
import type { PricePoint } from '../../upstreams/market-capabilities.ts'
import { isThin } from '../pricing/is-thin.ts'
import { getPrices } from '../pricing/prices.ts'
import { loadPriceSeries } from '../tokens/charts/load-series.ts'
import { loadMetadata } from '../tokens/metadata.ts'
import type { Window } from './history-window.ts'
import { rankForPrices } from './rank-for-prices.ts'
import type { Balances, WalletRow } from './wallet-row.ts'

/** Pools that are read for prices at once. */
const SERIES_AT_ONCE = 2

/** Tokens that a history values. */
export type Wanted = {
  readonly mints: readonly string[]
  /** Those of them whose price history is read. */
  readonly traced: ReadonlySet<string>
  /** USD, of the others. */
  readonly presentUsd: ReadonlyMap<string, number>
  /** What is not valued, one sentence each. */
  readonly left: readonly string[]
  readonly decimals: ReadonlyMap<string, number>
}

/** SOL, dollars, and of the others those worth most now, then those that it no longer has. Those worth more than there
 *  is in their pool no one could be paid for, and they are left out, as in portfolios. */
export async function wantedMints(
  ctx: Context,
  {
    wallet,
    now,
    rows,
    asset,
  }: {
    readonly wallet: string
    readonly now: Balances
    readonly rows: readonly WalletRow[]
    readonly asset: string
  },
): Promise<Wanted> {
  const seen = new Set(now.keys())
  for (const { changes } of rows) for (const { mint } of changes) seen.add(mint)
  const all = asset === '' ? [...seen] : [...seen].filter((mint) => mint === asset)
  const free = all.filter((mint) => mint === WSOL_MINT || DOLLAR_MINTS.has(mint))
  const rest = all.filter((mint) => !free.includes(mint))
  const held = new Map(rest.map((mint) => [mint, now.get(mint) ?? 0n]))
  const others = (await rankForPrices(ctx, { wallet, balances: held })).slice(0, B.pricedTokens)
  const [names, prices] = await Promise.all([loadMetadata(ctx, [...free, ...others]), getPrices(ctx, others)])
  const decimals = new Map<string, number>([[WSOL_MINT, SOL_DECIMALS]])
  if (names.ok) for (const [mint, entry] of names.value) if (entry?.decimals != null) decimals.set(mint, entry.decimals)
  const priceOf = (mint: string) => (prices.ok ? prices.value[mint] : undefined)
  const worth = (mint: string): number =>
    rawToNumber(now.get(mint) ?? 0n, decimals.get(mint) ?? 0) * (priceOf(mint)?.priceUsd ?? 0)
  const readable = others.filter((mint) => decimals.has(mint))
  const ranked = readable
    .filter((mint) => !isThin(mint, worth(mint), priceOf(mint)?.liquidityUsd ?? null))
    .sort((a, b) => worth(b) - worth(a) || (a < b ? -1 : 1))
  const unread = all.length - free.length - readable.length
  const thin = readable.length - ranked.length
  return {
    mints: [...free, ...ranked],
    traced: new Set([...free, ...ranked.slice(0, B.historyTokens)]),
    presentUsd: new Map(ranked.flatMap((mint) => [[mint, priceOf(mint)?.priceUsd ?? null] as const]).filter(hasPrice)),
    decimals,
    left: [
      ...(unread > 0 ? [counted(unread, 'more token')] : []),
      ...(thin > 0
        ? [`${counted(thin, 'token')} worth more than there is in ${oneOrMany(thin, 'its', 'their')} pools`]
        : []),
    ],
  }
}

function hasPrice(entry: readonly [string, number | null]): entry is readonly [string, number] {
  return entry[1] !== null
}

/** Prices over the range, ascending; of tokens that are not traced, and of those without a past, the present one. */
export async function readPrices(
  ctx: Context,
  { mints, traced, presentUsd }: Wanted,
  { period, window }: { readonly period: ChartPeriod; readonly window: Window },
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly PricePoint[]>> {
  const present = (mint: string): readonly PricePoint[] => {
    const priceUsd = presentUsd.get(mint)
    return priceUsd === undefined ? [] : [{ tMs: window.toMs, priceUsd }]
  }
  const asked = { period, from: window.fromMs, to: window.toMs }
  const found = await inParallel(mints, SERIES_AT_ONCE, async (mint): Promise<readonly PricePoint[]> => {
    if (DOLLAR_MINTS.has(mint)) return [{ tMs: 0, priceUsd: 1 }]
    if (signal.aborted || !traced.has(mint)) return present(mint)
    const series = await loadPriceSeries(ctx, mint, asked)
    if (!series.ok) return present(mint)
    const { candles, points } = series.value
    if (candles.length === 0 && points.length === 0) return present(mint)
    // A candle's close is the price at its end; single trades say more.
    return points.length > candles.length
      ? points
      : candles.map(({ close }, at) => ({
          tMs: Math.min((candles[at + 1]?.tMs ?? window.toMs + 1) - 1, window.toMs),
          priceUsd: close,
        }))
  })
  return new Map(mints.map((mint, at) => [mint, found[at]!]))
}
