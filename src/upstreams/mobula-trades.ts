import Type, { type Static } from 'typebox'
import { PROVIDERS } from '../config/providers.ts'
import { ok } from '../contract/outcome.ts'
import type { HttpClient } from '../runtime/http-client.ts'
import { compileReply } from '../runtime/reply-check.ts'
import { AmountText, isMarketTime, Maybe, PriceText, UnixMsOrIso, ValueText } from '../runtime/reply-ranges.ts'
import { readDecimal, readIsoMs } from './decimal-text.ts'
import type { ListedTrade, TokenTrades } from './market-capabilities.ts'
import { ListReply } from './mobula-replies.ts'
import { readRows } from './read-rows.ts'
import { AddressOrNull } from './solana-address.ts'

const MaybeText = Maybe(Type.String())
/** Of the provider's row, what we read. */
const Row = Type.Object({
  transactionHash: Type.String({ minLength: 1 }),
  type: Type.String(),
  date: Maybe(UnixMsOrIso),
  baseTokenAmount: Maybe(AmountText),
  baseTokenAmountUSD: Maybe(ValueText),
  baseTokenPriceUSD: Maybe(PriceText),
  transactionSenderAddress: Maybe(AddressOrNull),
  platform: Type.Optional(Type.Union([Type.Object({ name: MaybeText }), Type.Null()])),
})
const isRow = compileReply(Row).matches

/** Newest trades of a token over all its pools. Deposits and withdrawals of liquidity, which the provider lists among
 *  them, are left out, so there may be fewer than asked for. Source: the provider's published schemas. */
export function createMobulaTrades(http: HttpClient): TokenTrades {
  return {
    provider: http.provider,
    async newestTrades(mint, limit) {
      const reply = await http.getJson({
        path: '/2/token/trades',
        query: { address: mint, blockchain: 'solana', mode: 'asset', limit, sortOrder: 'desc' },
        timeoutMs: PROVIDERS.mobula.timeoutMs,
        schema: ListReply,
        whenMissing: { data: [] },
      })
      if (!reply.ok) return reply
      const rows = readRows(http.provider, reply.value.data, isRow, toTrade)
      if (!rows.ok) return rows
      const trades = rows.value.filter((trade) => trade !== null)
      return ok(trades.sort((a, b) => (b.tMs ?? 0) - (a.tMs ?? 0)).slice(0, limit))
    },
  }
}

function toTrade(row: Static<typeof Row>): ListedTrade | null {
  const side = row.type.toLowerCase()
  if (side !== 'buy' && side !== 'sell') return null
  return {
    signature: row.transactionHash,
    tMs: readTimeMs(row.date),
    side,
    amountUsd: readDecimal(row.baseTokenAmountUSD),
    priceUsd: readDecimal(row.baseTokenPriceUSD),
    amount: readDecimal(row.baseTokenAmount),
    sender: row.transactionSenderAddress || null,
    platform: row.platform?.name || null,
  }
}

/** Milliseconds in this version of the route, ISO text in the one before. */
function readTimeMs(date: string | number | null | undefined): number | null {
  const ms = readDecimal(date) ?? readIsoMs(date)
  return ms === null || !isMarketTime(ms / 1_000) ? null : Math.trunc(ms)
}
