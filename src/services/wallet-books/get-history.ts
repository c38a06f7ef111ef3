import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { WalletHistoryReply } from '../../contract/wallet-history.ts'
import { isBase58Of32 } from '../../hot-paths/base58.ts'
import type { HeldToken } from '../../upstreams/wallet-capabilities.ts'
import { degradedNow } from '../degraded-now.ts'
import { isThin } from '../pricing/is-thin.ts'
import { sayThin } from '../pricing/say-thin.ts'
import { envelope, type HistoryRequest, windowOf } from './history-window.ts'
import { rebuildHistory } from './rebuild-history.ts'
import { sourceOf } from './source-of.ts'

/** Spec 4.2 `history`: of the provider where one is configured, which knows wallets as a whole only; else, where it fails
 *  or knows nothing, and of one asset, from the node: the present balances, taken back transaction by transaction, at the
 *  prices of their time. Fails `unconfigured` without either, and as the last of them fails. */
export async function getHistory(
  ctx: Context,
  wallet: string,
  request: HistoryRequest,
  signal: AbortSignal,
): Promise<Outcome<WalletHistoryReply>> {
  if (!isBase58Of32(wallet)) return fail('invalid_request', 'invalid wallet')
  const { walletData } = ctx.upstreams
  const window = windowOf(ctx, request)
  const isAsked = walletData !== null && request.asset === ''
  const [said, held] = isAsked
    ? await Promise.all([walletData.balanceHistory(wallet, window), walletData.portfolio(wallet)])
    : [null, null]
  if (said?.ok && (said.value.length > 0 || ctx.chain.rpc === null)) {
    const series = said.value.map(({ tMs, valueUsd }) => ({ t: Math.trunc(tMs), v: valueUsd }))
    const estimates = held!.ok ? sayWhatIsThin(held!.value) : []
    return ok({ ...envelope(wallet, request, window), series, estimates, source: sourceOf(walletData!.provider) })
  }
  if (ctx.chain.rpc === null)
    return said?.ok === false
      ? said
      : fail('unconfigured', 'provider not configured: history of one asset needs a node (SOLANA_RPC_URL is not set)')
  const read = await rebuildHistory(ctx, wallet, { request, window }, signal)
  return read.ok && said?.ok === false ? ok(read.value, degradedNow(ctx)) : read
}

/** A provider's values count what no pool could pay for, and cannot be taken apart. */
function sayWhatIsThin(held: readonly HeldToken[]): string[] {
  const thin = held.filter(({ mint, valueUsd, liquidityUsd }) => isThin(mint, valueUsd, liquidityUsd))
  if (thin.length === 0) return []
  const sumUsd = thin.reduce((sum, { valueUsd }) => sum + (valueUsd ?? 0), 0)
  return [
    `every value counts ${sayThin(thin.length, 'token')}, which the portfolio leaves out: now ${Math.round(sumUsd)} USD in all`,
  ]
}
