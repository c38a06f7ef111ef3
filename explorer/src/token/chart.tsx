import { useSignal } from '@preact/signals'
import {
  type CandlestickData,
  CandlestickSeries,
  ColorType,
  createChart,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  type UTCTimestamp,
} from 'lightweight-charts'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { useQuery } from '../api/query.ts'
import type { Candle, PoolCandles } from '../api/types.ts'
import { counted, price, shorten } from '../format.ts'
import { Empty, Failed, Loading, Missing, Panel, Stale } from '../ui/basics.tsx'
import { firstDifference, withLiveBars } from './live-bars.ts'
import type { Streamed } from './use-trades.ts'

const INTERVALS = [
  ['1m', 60],
  ['5m', 300],
  ['1h', 3_600],
  ['1d', 86_400],
] as const
type Interval = (typeof INTERVALS)[number][0]
/** So many candles or fewer fill the width. */
const FITS = 60

/** Candles of a pool; the newest ones form as trades arrive. `venue` is the DEX of the pool, where it is known. */
export function ChartPanel({
  pool,
  venue,
  streamed,
}: {
  pool: string | null
  venue: string | null
  streamed: Streamed
}) {
  const interval = useSignal<Interval>('5m')
  const path =
    pool === null
      ? null
      : `/api/v2/market/pool-ohlcv?pool=${encodeURIComponent(pool)}&period=${interval.value}&amount=300`
  const { data, error, at, isLoading, again } = useQuery<PoolCandles>(path, { everyMs: 30_000 })
  const periodMs = INTERVALS.find(([name]) => name === interval.value)![1] * 1_000
  const bars = useMemo(() => (data === null ? [] : formed(data, pool, streamed, periodMs)), [data, streamed, periodMs])
  return (
    <Panel
      title="Price, UTC"
      call={path === null ? undefined : { path }}
      class="chart-panel"
      aside={
        <div class="choices" role="group" aria-label="Length of a candle">
          {INTERVALS.map(([name]) => (
            <button
              key={name}
              type="button"
              class="quiet"
              aria-pressed={name === interval.value}
              onClick={() => {
                interval.value = name
              }}
            >
              {name}
            </button>
          ))}
        </div>
      }
    >
      {pool === null ? (
        <Empty>No pool is known for this token, so there is no price to draw.</Empty>
      ) : data === null && error !== null ? (
        <Failed error={error} again={again} />
      ) : data === null ? (
        <Loading lines={7} />
      ) : bars.length === 0 && !isLoading ? (
        <Empty>No trades of this pool are known yet.</Empty>
      ) : (
        <>
          <Candles key={path} candles={bars} />
          <Stale of={{ data, error, at }} />
          <Missing sentences={data.missing} />
          <p class="panel-note muted small">
            Pool <span class="mono">{shorten(pool)}</span>
            {venue !== null && <> on {venue}</>}. The newest candle forms from trades, at the prices paid.
          </p>
        </>
      )}
    </Panel>
  )
}

function formed(answer: PoolCandles, pool: string | null, streamed: Streamed, periodMs: number): readonly Candle[] {
  const { rows, wholeSinceMs } = streamed
  const trades = rows.filter((row) => row.pool === pool && row.isRetracted !== true).toReversed()
  return withLiveBars(answer, trades, { periodMs, wholeSinceMs })
}

type Series = { api: IChartApi; bars: ISeriesApi<'Candlestick'>; volumes: ISeriesApi<'Histogram'> }

function Candles({ candles }: { candles: readonly Candle[] }) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<Series | null>(null)
  const drawn = useRef<readonly Candle[]>([])
  useEffect(() => {
    const series = createSeries(box.current!)
    chart.current = series
    const repaint = (): void => {
      series.api.applyOptions(colours())
      series.bars.applyOptions(barColours())
      series.volumes.setData(drawn.current.map(toVolume))
    }
    addEventListener('themechange', repaint)
    return () => {
      removeEventListener('themechange', repaint)
      series.api.remove()
      chart.current = null
    }
  }, [])
  useEffect(() => {
    const { bars, volumes, api } = chart.current!
    const before = drawn.current
    drawn.current = candles
    const from = firstDifference(before, candles)
    if (before.length > 0 && before.length <= candles.length && from >= before.length - 1) {
      for (const candle of candles.slice(from)) {
        bars.update(toBar(candle))
        volumes.update(toVolume(candle))
      }
      return
    }
    bars.setData(candles.map(toBar))
    volumes.setData(candles.map(toVolume))
    if (before.length === 0 && candles.length < FITS) api.timeScale().fitContent()
  }, [candles])
  const last = price(candles.at(-1)?.c)
  return (
    <>
      <div
        ref={box}
        class="chart"
        role="img"
        aria-label={`Candles of ${counted(candles.length, 'interval')}, last price ${last}`}
      />
      <p class="hidden" aria-live="off">
        Last price {last}
      </p>
    </>
  )
}

function createSeries(box: HTMLElement): Series {
  const api = createChart(box, { autoSize: true, ...colours() })
  const bars = api.addSeries(CandlestickSeries, {
    priceFormat: { type: 'custom', formatter: (value: number) => price(value), minMove: 1e-12 },
    ...barColours(),
  })
  const volumes = api.addSeries(HistogramSeries, {
    priceScaleId: 'volume',
    priceFormat: { type: 'volume' },
    lastValueVisible: false,
    priceLineVisible: false,
  })
  api.priceScale('volume').applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } })
  return { api, bars, volumes }
}

function seconded(ms: number): UTCTimestamp {
  return Math.floor(ms / 1_000) as UTCTimestamp
}

function toBar({ t, o, h, l, c }: Candle): CandlestickData<UTCTimestamp> {
  return { time: seconded(t), open: o, high: h, low: l, close: c }
}

function toVolume({ t, o, c, v }: Candle) {
  return { time: seconded(t), value: v ?? 0, color: volumeColour(c >= o) }
}

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}

function colours() {
  return {
    layout: {
      background: { type: ColorType.Solid, color: token('--surface') },
      textColor: token('--muted'),
      attributionLogo: false,
      fontFamily: 'system-ui, sans-serif',
    },
    grid: { vertLines: { color: token('--line') }, horzLines: { color: token('--line') } },
    timeScale: { timeVisible: true, borderColor: token('--line') },
    rightPriceScale: { borderColor: token('--line') },
  }
}

function barColours() {
  const up = token('--up')
  const down = token('--down')
  return {
    upColor: up,
    downColor: down,
    borderUpColor: up,
    borderDownColor: down,
    wickUpColor: up,
    wickDownColor: down,
  }
}

function volumeColour(isUp: boolean): string {
  return `${token(isUp ? '--up' : '--down')}55`
}
