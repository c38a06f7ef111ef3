import {
  POOL_CANDLES,
  TOKEN_PERIODS,
  tickerOf,
  UDF_RESOLUTIONS,
  type UdfSymbol,
  type UdfSymbolInfo,
} from '../../contract/udf.ts'

export const EXCHANGE = 'Solana'

/** Resolutions that a symbol has. */
export function resolutionsOf({ kind }: Pick<UdfSymbol, 'kind'>): readonly string[] {
  const own = kind === 'pool' ? POOL_CANDLES : TOKEN_PERIODS
  return UDF_RESOLUTIONS.filter((one) => own[one] !== undefined)
}

/** Names are texts of strangers, for people to read; the ticker is what counts. */
export function describeSymbol(
  symbol: UdfSymbol,
  {
    name,
    description,
    priceUsd,
  }: { readonly name: string; readonly description: string; readonly priceUsd: number | null },
): UdfSymbolInfo {
  const resolutions = resolutionsOf(symbol)
  const weekly = resolutions.includes('1W')
  return {
    name,
    ticker: tickerOf(symbol),
    description,
    type: 'crypto',
    session: '24x7',
    timezone: 'Etc/UTC',
    exchange: EXCHANGE,
    listed_exchange: EXCHANGE,
    minmov: 1,
    pricescale: 10 ** digitsFor(priceUsd),
    has_intraday: true,
    has_daily: true,
    has_weekly_and_monthly: weekly,
    intraday_multipliers: resolutions.filter((one) => /^\d+$/.test(one)),
    weekly_multipliers: weekly ? ['1'] : [],
    monthly_multipliers: [],
    supported_resolutions: [...resolutions],
    volume_precision: 2,
    data_status: 'streaming',
    format: 'price',
    currency_code: 'USD',
    visible_plots_set: 'ohlcv',
  }
}

const FEWEST_DIGITS = 2
const MOST_DIGITS = 15
const UNKNOWN_PRICE_DIGITS = 8

/** Digits after the point that show six of the price. */
function digitsFor(priceUsd: number | null): number {
  if (priceUsd === null || !(priceUsd > 0)) return UNKNOWN_PRICE_DIGITS
  return Math.min(MOST_DIGITS, Math.max(FEWEST_DIGITS, 5 - Math.floor(Math.log10(priceUsd))))
}
