import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import type { ApiError } from '../api/client.ts'
import { hasDataKey } from '../api/keys.ts'
import { useQuery } from '../api/query.ts'
import { follow, type StreamEvent } from '../api/stream.ts'
import type { StreamedTrade, TradeRow } from '../api/types.ts'
import type { LastTrade } from './figures.ts'
import type { ShownTrade } from './trades.tsx'

const KEPT = 200
/** Of the second in which the oldest kept trade happened, others may not be kept. */
const SECOND_MS = 1_000

/** Trades of the stream, newest first. Every trade since `wholeSinceMs` (epoch) is among them. */
export type Streamed = { readonly rows: readonly ShownTrade[]; readonly wholeSinceMs: number }

const NOTHING: Streamed = { rows: [], wholeSinceMs: Number.POSITIVE_INFINITY }

/** Trades of a token as they happen: those that the route lists, and in front of them those of the stream. */
export function useTrades(mint: string): {
  readonly path: string
  /** Null until an answer or an event is there. */
  readonly trades: readonly ShownTrade[] | null
  readonly missing: readonly string[] | undefined
  readonly error: ApiError | null
  readonly again: () => void
  readonly last: LastTrade | null
  readonly streamed: Streamed
} {
  const path = `/api/v2/tokens/${mint}/trades?limit=50`
  const { data, error, again } = useQuery<{ trades: readonly TradeRow[]; missing?: readonly string[] }>(
    hasDataKey.value ? path : null,
  )
  const streamed = useSignal<Streamed>(NOTHING)
  const last = useSignal<LastTrade | null>(null)
  const key = hasDataKey.value
  useEffect(() => {
    if (!key) return
    return follow(
      { channel: 'token', mint },
      {
        onEvents: (events, isFirst) => {
          const fresh = events.flatMap((event) => toRow(event, mint))
          const gone = new Set(events.flatMap((event) => retractedId(event)))
          const { rows, wholeSinceMs } = streamed.value
          const marked = rows.map((row) => (gone.has(row.id) ? { ...row, isRetracted: true } : row))
          const all = [...fresh.toReversed(), ...marked]
          const cutMs = (all[Math.min(all.length, KEPT) - 1]?.date ?? Date.now()) + SECOND_MS
          streamed.value = {
            rows: all.slice(0, KEPT),
            wholeSinceMs: isFirst ? cutMs : all.length > KEPT ? Math.max(cutMs, wholeSinceMs) : wholeSinceMs,
          }
          const priced = fresh.findLast(({ priceUSD }) => priceUSD > 0)
          if (priced !== undefined) last.value = { priceUsd: priced.priceUSD, atMs: priced.date }
        },
        onOtherTape: () => {
          streamed.value = NOTHING
          last.value = null
          void again()
        },
        onGap: () => {
          streamed.value = { ...streamed.value, wholeSinceMs: Date.now() }
        },
      },
    )
  }, [mint, key])
  const trades = useMemo(() => {
    const { rows } = streamed.value
    if (data === null && rows.length === 0) return null
    const known = new Set(rows.map(identity))
    const listed = (data?.trades ?? []).filter((row) => !known.has(identity(row)))
    return [...rows, ...listed.map((row, index) => ({ ...row, id: `${row.hash}${index}` }))].sort(
      (a, b) => b.date - a.date,
    )
  }, [data, streamed.value])
  return { path, trades, missing: data?.missing, error, again, last: last.value, streamed: streamed.value }
}

/** One transaction may hold several trades of a token. */
function identity({ hash, side, amount }: Pick<TradeRow, 'hash' | 'side' | 'amount'>): string {
  return `${hash} ${side} ${amount}`
}

function timeOf(event: StreamEvent): number {
  const { time } = event['block'] as { time: number | null }
  return time === null ? Date.now() : time * 1_000
}

function toRow(event: StreamEvent, mint: string): ShownTrade[] {
  if (event.type !== 'trade') return []
  const trade = event['trade'] as StreamedTrade
  if (trade.token !== mint) return []
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
      pool: trade.pool,
    },
  ]
}

function retractedId(event: StreamEvent): string[] {
  return event.type === 'retracted' ? [(event['retracts'] as { eventId: string }).eventId] : []
}
