/** What can be asked of any chain, in words that routes, services and sources of data share. */

/** Longer text is no address on any chain of the catalog. */
export const MAX_CHAIN_ADDRESS_CHARS = 200

/** Windows of a ranking of pools. */
export const TREND_WINDOWS = ['5m', '1h', '6h', '24h'] as const
export type TrendWindow = (typeof TREND_WINDOWS)[number]

/** Periods of candles. */
export const SURFACE_PERIODS = ['1m', '5m', '15m', '1h', '4h', '1d'] as const
export type SurfacePeriod = (typeof SURFACE_PERIODS)[number]
