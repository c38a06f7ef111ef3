import { rawToDecimalString } from '../../../src/contract/units.ts'
import type { TradeEvent } from '../../programs/jupiter/trigger-layout.ts'
import type { Market } from '../market.ts'
import type { ProviderReply } from '../provider-reply.ts'

/* What the rows of both lists have in common. */

const ROWS_PER_PAGE = 10

export type Fill = TradeEvent & { readonly signature: string; readonly timeSec: number }

/** Seconds, as the provider writes times. */
export function isoTime(sec: number): string {
  return new Date(sec * 1_000).toISOString().replace('.000Z', 'Z')
}

/** An amount in whole tokens under its name, and in base units under `raw` and its name. */
export function amountPair(market: Market, name: string, raw: bigint, mint: string): Record<string, string> {
  const rawName = `raw${name[0]!.toUpperCase()}${name.slice(1)}`
  return { [name]: rawToDecimalString(raw, market.decimals(mint)), [rawName]: String(raw) }
}

/** A fill as a row of `trades`. */
export function tradeRow(
  market: Market,
  { order, keeper, inputRaw, outputRaw, feeRaw, signature, timeSec }: Fill,
  { inputMint, outputMint }: { readonly inputMint: string; readonly outputMint: string },
): Record<string, unknown> {
  return {
    orderKey: order,
    keeper,
    inputMint,
    ...amountPair(market, 'inputAmount', inputRaw, inputMint),
    outputMint,
    ...amountPair(market, 'outputAmount', outputRaw, outputMint),
    feeMint: outputMint,
    ...amountPair(market, 'feeAmount', feeRaw, outputMint),
    txId: signature,
    confirmedAt: isoTime(timeSec),
    action: 'Fill',
    productMeta: null,
  }
}

/** One page of a list, newest first; pages count from 1. */
export function pageOf<T>(
  rows: readonly T[],
  page: number,
): { readonly rows: readonly T[]; readonly totalPages: number } {
  return {
    rows: rows.slice((page - 1) * ROWS_PER_PAGE, page * ROWS_PER_PAGE),
    totalPages: Math.max(1, Math.ceil(rows.length / ROWS_PER_PAGE)),
  }
}

export const METHOD_NOT_ALLOWED: ProviderReply = { status: 405, body: { error: 'Method Not Allowed' } }
export const PATH_NOT_FOUND: ProviderReply = { status: 404, body: { error: 'Route not found' } }
