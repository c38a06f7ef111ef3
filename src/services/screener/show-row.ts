import { HOUR_MS } from '../../config/durations.ts'
import type { ScreenerRow } from '../../contract/screener.ts'
import {
  CODE_NAMES,
  FLAG_NAMES,
  type FlagName,
  SCREENER_WINDOWS,
  type ScreenerWindow,
  type SingleName,
  singleColumn,
  type WindowedName,
  windowColumn,
} from './fields.ts'
import type { PairStore } from './pair-store.ts'

/** The wire row of a pair, as it is now. */
export function showRow(
  store: PairStore,
  row: number,
  { rank, nowMs }: { readonly rank: number | null; readonly nowMs: number },
): ScreenerRow {
  const { columns } = store
  const { pool, mint, quoteMint, dex } = store.ref(row)
  const words = store.words(row)
  const single = (name: SingleName): number | null => columns.number(singleColumn(name), row)
  const windowed = (name: WindowedName) => byWindow((window) => columns.number(windowColumn(name, window), row))
  const flag = (name: FlagName): boolean | null => columns.flag(FLAG_NAMES.indexOf(name), row)
  const createdAt = single('createdAt')
  const score = single('safetyScore')
  const platform = store.wordOf('platform', columns.code(CODE_NAMES.indexOf('platform'), row))
  return {
    chain: 'solana',
    dex,
    pair: pool,
    base: { address: mint, symbol: words.baseSymbol, name: words.baseName },
    quote: { address: quoteMint, symbol: words.quoteSymbol, name: words.quoteName },
    priceUSD: single('priceUSD'),
    priceChange: windowed('priceChange'),
    volume: windowed('volume'),
    txns: byWindow((window) => {
      const buys = columns.number(windowColumn('buys', window), row)
      const sells = columns.number(windowColumn('sells', window), row)
      return buys === null || sells === null ? null : { buys, sells }
    }),
    makers24h: single('makers24h'),
    liquidityUSD: single('liquidityUSD'),
    marketCap: single('marketCap'),
    fdv: single('fdv'),
    createdAt,
    ageHours: createdAt === null ? null : Math.round((Math.max(0, nowMs - createdAt) / HOUR_MS) * 100) / 100,
    lastTradeAt: single('lastTradeAt'),
    boosts: single('boosts'),
    holders: single('holders'),
    labels: [...words.labels],
    hasSocials: flag('hasSocials'),
    verified: flag('verified'),
    curve: platform === null ? null : { platform, pct: single('curvePct'), graduated: flag('graduated') === true },
    safety: score === null || words.safetyGrade === null ? null : { score, grade: words.safetyGrade },
    rank,
  }
}

function byWindow<T>(value: (window: ScreenerWindow) => T): Readonly<Record<ScreenerWindow, T>> {
  return Object.fromEntries(SCREENER_WINDOWS.map((window) => [window, value(window)])) as Record<ScreenerWindow, T>
}
