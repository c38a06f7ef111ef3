import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../config/durations.ts'
import type { Scale } from '../../hot-paths/screener/ranked-list.ts'

/** What can be asked of a pair: each field is a column of the index. */

export const SCREENER_WINDOWS = ['m5', 'h1', 'h6', 'h24'] as const
export type ScreenerWindow = (typeof SCREENER_WINDOWS)[number]
export const WINDOW_SECS: Readonly<Record<ScreenerWindow, number>> = {
  m5: 5 * MINUTE_SECS,
  h1: HOUR_SECS,
  h6: 6 * HOUR_SECS,
  h24: DAY_SECS,
}

/** Families with a column for each window. */
const WINDOWED = ['priceChange', 'volume', 'txns', 'buys', 'sells'] as const
export type WindowedName = (typeof WINDOWED)[number]

const SINGLE = [
  'priceUSD',
  'makers24h',
  'liquidityUSD',
  'marketCap',
  'fdv',
  'createdAt',
  'lastTradeAt',
  'boosts',
  'curvePct',
  'holders',
  'safetyScore',
] as const
export type SingleName = (typeof SINGLE)[number]

/** Names of the numeric columns in their order: `volume.h24` and the like, then single ones. */
export const NUMBER_NAMES: readonly string[] = [
  ...WINDOWED.flatMap((name) => SCREENER_WINDOWS.map((window) => `${name}.${window}`)),
  ...SINGLE,
]
const COLUMNS: ReadonlyMap<string, number> = new Map(NUMBER_NAMES.map((name, column) => [name, column]))

export function windowColumn(name: WindowedName, window: ScreenerWindow): number {
  return WINDOWED.indexOf(name) * SCREENER_WINDOWS.length + SCREENER_WINDOWS.indexOf(window)
}

export function singleColumn(name: SingleName): number {
  return WINDOWED.length * SCREENER_WINDOWS.length + SINGLE.indexOf(name)
}

export const CODE_NAMES = ['dex', 'platform', 'quote'] as const
export type CodeName = (typeof CODE_NAMES)[number]
export const FLAG_NAMES = ['hasSocials', 'verified', 'graduated', 'onCurve'] as const
export type FlagName = (typeof FLAG_NAMES)[number]

/** `ageHours` is no column: it grows while nothing happens. A condition on it is one on `createdAt`. */
export const AGE_FIELD = 'ageHours'

/** Numbers that can be filtered and sorted by. A windowed name without its window takes that of the request. */
export const NUMBER_FIELDS: readonly string[] = [...WINDOWED, ...NUMBER_NAMES, AGE_FIELD]

/** The column of a numeric field other than `ageHours`; null for what is none. */
export function columnOf(field: string, window: ScreenerWindow): number | null {
  const windowed = WINDOWED.find((name) => name === field)
  return windowed === undefined ? (COLUMNS.get(field) ?? null) : windowColumn(windowed, window)
}

const TIMES: ReadonlySet<number> = new Set([singleColumn('createdAt'), singleColumn('lastTradeAt')])

/** How the order of a column is kept: times by the minute, for half a year around the start of the process. */
export function scaleOf(column: number, startedAtMs: number): Scale {
  if (!TIMES.has(column)) return 'float'
  const width = MINUTE_SECS * 1_000
  return { origin: startedAtMs - 131_072 * width, width }
}
