import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { WalletHistoryReply } from '../../contract/wallet-history.ts'
import { isBase58Of32 } from '../../hot-paths/base58.ts'
import { degradedNow } from '../degraded-now.ts'
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
  const said = walletData === null || request.asset !== '' ? null : await walletData.balanceHistory(wallet, window)
  if (said?.ok && (said.value.length > 0 || ctx.chain.rpc === null)) {
    const series = said.value.map(({ tMs, valueUsd }) => ({ t: Math.trunc(tMs), v: valueUsd }))
    return ok({ ...envelope(wallet, request, window), series, estimates: [], source: sourceOf(walletData!.provider) })
  }
  if (ctx.chain.rpc === null)
    return said?.ok === false
      ? said
      : fail('unconfigured', 'provider not configured: history of one asset needs a node (SOLANA_RPC_URL is not set)')
  const read = await rebuildHistory(ctx, wallet, { request, window }, signal)
  return read.ok && said?.ok === false ? ok(read.value, degradedNow(ctx)) : read
}
