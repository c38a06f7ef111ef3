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
import { useEffect, useRef } from 'preact/hooks'
import { useQuery } from '../api/query.ts'
import type { Candle, StreamedTrade } from '../api/types.ts'
import { price } from '../format.ts'
import { Empty, Failed, Loading, Panel } from '../ui/basics.tsx'

const INTERVALS = [
  ['1m', 60],
  ['5m', 300],
  ['1h', 3_600],
  ['1d', 86_400],
] as const
type Interval = (typeof INTERVALS)[number][0]

/** Candles of a pool with a bar that forms as trades arrive. `onTrade` hands over a listener of the page's trades. */
export function ChartPanel({
  pool,
  listen,
}: {
  pool: string | null
  listen: (take: (trade: StreamedTrade, atMs: number) => void) => () => void
}) {
  const interval = useSignal<Interval>('5m')
  const path = pool === null ? null : `/api/v2/market/pool-ohlcv?pool=${pool}&period=${interval.value}&amount=300`
  const { data, error, isLoading, again } = useQuery<{ candles: readonly Candle[] }>(path, { everyMs: 60_000 })
  const seconds = INTERVALS.find(([name]) => name === interval.value)![1]
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
      ) : data.candles.length === 0 && !isLoading ? (
        <Empty>No trades of this pool are known yet.</Empty>
      ) : (
        <Candles key={path} candles={data.candles} seconds={seconds} pool={pool} listen={listen} />
      )}
    </Panel>
  )
}

type Bar = CandlestickData<UTCTimestamp>

function Candles({
  candles,
  seconds,
  pool,
  listen,
}: {
  candles: readonly Candle[]
  seconds: number
  pool: string
  listen: (take: (trade: StreamedTrade, atMs: number) => void) => () => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<{ api: IChartApi; bars: ISeriesApi<'Candlestick'>; volumes: ISeriesApi<'Histogram'> } | null>(
    null,
  )
  const live = useRef<{ bar: Bar; volume: number } | null>(null)
  const last = useSignal<number | null>(null)
  useEffect(() => {
    const api = createChart(box.current!, { autoSize: true, ...colours() })
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
    chart.current = { api, bars, volumes }
    const repaint = (): void => {
      api.applyOptions(colours())
      bars.applyOptions(barColours())
    }
    addEventListener('themechange', repaint)
    return () => {
      removeEventListener('themechange', repaint)
      api.remove()
      chart.current = null
    }
  }, [])
  useEffect(() => {
    const { bars, volumes, api } = chart.current!
    const rows = candles.map(toBar)
    bars.setData(rows)
    volumes.setData(
      candles.map((candle) => ({
        time: seconded(candle.t),
        value: candle.v ?? 0,
        color: volumeColour(candle.c >= candle.o),
      })),
    )
    const newest = rows.at(-1)
    live.current = newest === undefined ? null : { bar: newest, volume: candles.at(-1)!.v ?? 0 }
    last.value = newest?.close ?? null
    if (rows.length < 60) api.timeScale().fitContent()
  }, [candles])
  useEffect(
    () =>
      listen((trade, atMs) => {
        if (trade.pool !== pool || trade.priceUSD === null || chart.current === null) return
        const start = (Math.floor(atMs / 1_000 / seconds) * seconds) as UTCTimestamp
        const current = live.current
        if (current !== null && start < current.bar.time) return
        const isNew = current === null || start > current.bar.time
        const open = isNew ? (current?.bar.close ?? trade.priceUSD) : current.bar.open
        const bar: Bar = {
          time: start,
          open,
          high: Math.max(isNew ? open : current.bar.high, trade.priceUSD),
          low: Math.min(isNew ? open : current.bar.low, trade.priceUSD),
          close: trade.priceUSD,
        }
        const volume = (isNew ? 0 : current.volume) + (trade.amountUSD ?? 0)
        live.current = { bar, volume }
        last.value = bar.close
        chart.current.bars.update(bar)
        chart.current.volumes.update({ time: start, value: volume, color: volumeColour(bar.close >= bar.open) })
      }),
    [listen, pool, seconds],
  )
  return (
    <>
      <div
        ref={box}
        class="chart"
        role="img"
        aria-label={`Candles of ${candles.length} intervals, last price ${price(last.value)}`}
      />
      <p class="hidden" aria-live="off">
        Last price {price(last.value)}
      </p>
    </>
  )
}

function seconded(ms: number): UTCTimestamp {
  return Math.floor(ms / 1_000) as UTCTimestamp
}

function toBar({ t, o, h, l, c }: Candle): Bar {
  return { time: seconded(t), open: o, high: h, low: l, close: c }
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
