import { SECOND_MS } from '../../config/durations.ts'
import { WALLET_BOOKS as B } from '../../config/wallet-books.ts'
import type { Context } from '../../context.ts'
import { counted, oneOrMany } from '../../contract/counted.ts'
import { missingOf } from '../../contract/missing.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { WalletTradesReply } from '../../contract/wallet-trades.ts'
import { degradedNow } from '../degraded-now.ts'
import { quoteUsd } from '../market/past/quote-usd.ts'
import { scanRows } from './scan-rows.ts'
import { sourceOf } from './source-of.ts'
import { namesOf, type Trade, toTradeRow, tradesOf } from './to-trades.ts'

export type TradesRequest = {
  readonly limit: number
  /** Epoch milliseconds, both ends included; null for none. */
  readonly from: number | null
  readonly to: number | null
}

/** Spec 4.2 `trades`: of the provider where one is configured, else, and where it fails, the swaps in the wallet's own
 *  transactions. Fails `unconfigured` without either, and as the last of them fails. */
export async function listWalletTrades(
  ctx: Context,
  wallet: string,
  request: TradesRequest,
  signal: AbortSignal,
): Promise<Outcome<WalletTradesReply>> {
  const { walletData } = ctx.upstreams
  if (walletData === null) return readTrades(ctx, wallet, request, signal)
  const said = await walletData.tradesOf(wallet, { limit: request.limit, fromMs: request.from, toMs: request.to })
  if (said.ok) {
    const capped = said.value.length >= request.limit
    return ok({
      wallet,
      count: said.value.length,
      trades: [...said.value],
      capped,
      source: sourceOf(walletData.provider),
    })
  }
  if (ctx.chain.rpc === null) return said
  const read = await readTrades(ctx, wallet, request, signal)
  return read.ok ? ok(read.value, degradedNow(ctx)) : read
}

async function readTrades(
  ctx: Context,
  wallet: string,
  { limit, from, to }: TradesRequest,
  signal: AbortSignal,
): Promise<Outcome<WalletTradesReply>> {
  if (ctx.chain.rpc === null) return fail('unconfigured', 'no trades provider and no node configured')
  const found: Trade[] = []
  const isWithin = (timeSec: number | null): boolean =>
    timeSec === null || ((from === null || timeSec * SECOND_MS >= from) && (to === null || timeSec * SECOND_MS <= to))
  const scan = await scanRows(
    ctx,
    wallet,
    {
      scope: 'own',
      lookedAt: B.tradesLookedAt,
      wants: ({ blockTimeSec }) => isWithin(blockTimeSec),
      ...(from === null ? {} : { untilSec: Math.floor(from / SECOND_MS) }),
    },
    signal,
    (row) => {
      if (found.length >= limit) return false
      found.push(...tradesOf(row).filter(({ timeSec }) => isWithin(timeSec)))
      return true
    },
  )
  if (!scan.ok) return scan
  const shown = found.slice(0, limit)
  const [usdOf, names] = await Promise.all([
    quoteUsd(ctx),
    namesOf(
      ctx,
      shown.map(({ base }) => base.mint),
    ),
  ])
  const trades = shown.map((trade) => toTradeRow(trade, usdOf, names))
  const unpriced = trades.filter(({ amount_usd }) => amount_usd === null).length
  return ok({
    wallet,
    count: trades.length,
    trades,
    capped: scan.value.nextBefore !== null || found.length > limit,
    source: 'node',
    ...missingOf([
      ...scan.value.missing,
      unpriced > 0
        ? `dollars of ${counted(unpriced, 'trade')}: no one recorded the price of what ${oneOrMany(unpriced, 'it was', 'they were')} paid in`
        : null,
    ]),
  })
}
