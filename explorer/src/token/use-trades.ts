import { useSignal } from '@preact/signals'
import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks'
import type { ApiError } from '../api/client.ts'
import { hasDataKey } from '../api/keys.ts'
import { useQuery } from '../api/query.ts'
import { follow, type StreamEvent } from '../api/stream.ts'
import type { StreamedTrade, TradeRow } from '../api/types.ts'
import type { ShownTrade } from './trades.tsx'

type Listener = (trade: StreamedTrade, atMs: number) => void
const KEPT = 200

/** Trades of a token as they happen: those that the route lists, and in front of them those of the stream. */
export function useTrades(mint: string): {
  readonly path: string
  /** Null until an answer or an event is there. */
  readonly trades: readonly ShownTrade[] | null
  readonly error: ApiError | null
  readonly again: () => void
  readonly lastPriceUsd: number | null
  readonly listen: (take: Listener) => () => void
} {
  const path = `/api/v2/tokens/${mint}/trades?limit=50`
  const { data, error, again } = useQuery<{ trades: readonly TradeRow[] }>(hasDataKey.value ? path : null)
  const streamed = useSignal<readonly ShownTrade[]>([])
  const lastPrice = useSignal<number | null>(null)
  const listeners = useRef(new Set<Listener>())
  const key = hasDataKey.value
  useEffect(() => {
    if (!key) return
    return follow(
      { channel: 'token', mint },
      {
        onEvents: (events, isFirst) => {
          const fresh = events.flatMap((event) => toRow(event))
          const gone = new Set(events.flatMap((event) => retractedId(event)))
          const marked = streamed.value.map((row) => (gone.has(row.id) ? { ...row, isRetracted: true } : row))
          streamed.value = [...fresh.toReversed(), ...marked].slice(0, KEPT)
          const priced = fresh.findLast(({ priceUSD }) => priceUSD > 0)
          if (priced !== undefined) lastPrice.value = priced.priceUSD
          if (!isFirst) for (const event of events) announce(event, listeners.current)
        },
      },
    )
  }, [mint, key])
  const trades = useMemo(() => {
    if (data === null && streamed.value.length === 0) return null
    const known = new Set(streamed.value.map(identity))
    const listed = (data?.trades ?? []).filter((row) => !known.has(identity(row)))
    return [...streamed.value, ...listed.map((row, index) => ({ ...row, id: `${row.hash}${index}` }))].sort(
      (a, b) => b.date - a.date,
    )
  }, [data, streamed.value])
  const listen = useCallback((take: Listener) => {
    listeners.current.add(take)
    return () => {
      listeners.current.delete(take)
    }
  }, [])
  return { path, trades, error, again, lastPriceUsd: lastPrice.value, listen }
}

/** One transaction may hold several trades of a token. */
function identity({ hash, side, amount }: Pick<TradeRow, 'hash' | 'side' | 'amount'>): string {
  return `${hash} ${side} ${amount}`
}

function timeOf(event: StreamEvent): number {
  const { time } = event['block'] as { time: number | null }
  return time === null ? Date.now() : time * 1_000
}

function toRow(event: StreamEvent): ShownTrade[] {
  if (event.type !== 'trade') return []
  const trade = event['trade'] as StreamedTrade
  return [
    {
      id: event.eventId ?? event.cursor,
      hash: String(event['txHash']),
      date: timeOf(event),
      amountUSD: trade.amountUSD ?? 0,
      priceUSD: trade.priceUSD ?? 0,
      amount: trade.amount,
      side: trade.side,
      sender: trade.maker,
      platform: trade.dex,
    },
  ]
}

function retractedId(event: StreamEvent): string[] {
  return event.type === 'retracted' ? [(event['retracts'] as { eventId: string }).eventId] : []
}

function announce(event: StreamEvent, listeners: ReadonlySet<Listener>): void {
  if (event.type !== 'trade') return
  for (const take of listeners) take(event['trade'] as StreamedTrade, timeOf(event))
}
