import { SECOND_MS } from '../../config/durations.ts'
import { WALLET_BOOKS as B } from '../../config/wallet-books.ts'
import type { Context } from '../../context.ts'
import { missingOf } from '../../contract/missing.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { WalletHistoryReply } from '../../contract/wallet-history.ts'
import { readBalances } from './get-portfolio.ts'
import { readPrices, wantedMints } from './history-prices.ts'
import { envelope, type HistoryRequest, momentsOf, type Window } from './history-window.ts'
import { scanRows } from './scan-rows.ts'
import { balancesAt, valueAll } from './value-series.ts'
import type { WalletRow } from './wallet-row.ts'

type Asked = { readonly request: HistoryRequest; readonly window: Window }

/** From the node: a call for each transaction since the beginning of the range, and for each token what its price history
 *  costs. Fails as the node fails. */
export async function rebuildHistory(
  ctx: Context,
  wallet: string,
  { request, window }: Asked,
  signal: AbortSignal,
): Promise<Outcome<WalletHistoryReply>> {
  const now = await readBalances(ctx.chain.rpc!, wallet, signal)
  if (!now.ok) return now
  const rows: WalletRow[] = []
  const untilSec = Math.floor(window.fromMs / SECOND_MS)
  const wanted = { scope: 'all', lookedAt: B.historyLookedAt, untilSec, withFailed: true } as const
  const scan = await scanRows(ctx, wallet, wanted, signal, (row) => {
    rows.push(row)
    return true
  })
  if (!scan.ok) return scan
  // Of what is older than the last transaction that was looked at nothing is known.
  const oldestSec =
    scan.value.nextBefore === null ? null : (rows.findLast(({ timeSec }) => timeSec !== null)?.timeSec ?? null)
  const beginMs = Math.max(window.fromMs, oldestSec === null ? 0 : oldestSec * SECOND_MS)
  const valued = await wantedMints(ctx, { wallet, now: now.value, rows, asset: request.asset })
  const balances = { now: now.value, mints: valued.mints }
  const held = balancesAt(balances, rows, momentsOf({ ...window, fromMs: beginMs }))
  const priced = await readPrices(ctx, valued, { period: request.period, window }, signal)
  if (signal.aborted) return fail('cancelled', 'the request was cancelled')
  const { series, sentences } = valueAll(held, valued, priced)
  const capped =
    scan.value.nextBefore === null
      ? null
      : `values before ${new Date(beginMs).toISOString()}: more than ${B.historyLookedAt} transactions since then`
  const partial = rows.some(({ isPartial }) => isPartial)
    ? 'what moved in some transactions by a program alone, of which one end is not known'
    : null
  return ok({
    ...envelope(wallet, request, window),
    series,
    estimates: sentences.estimates,
    source: 'node',
    ...missingOf([...scan.value.missing, capped, partial, ...sentences.missing]),
  })
}
