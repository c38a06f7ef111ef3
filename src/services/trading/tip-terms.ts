import { KNOWN_ADDRESSES } from '../../chain/solana/known-addresses.ts'
import { TRADE_LIMITS } from '../../config/trade-limits.ts'
import type { Context } from '../../context.ts'
import type { TradeParams } from '../trade-plan/trade-params.ts'

const BPS = 10_000n

/** Where the block engine takes tips. */
const TIP_ACCOUNTS: readonly string[] = KNOWN_ADDRESSES.filter(
  ([kind, entity]) => kind === 'mev' && entity === 'Jito',
).map(([, , address]) => address)

/** How long the engine's own list is believed. */
const LISTED_FOR_MS = 10 * 60_000

/** What a transaction pays to have itself bundled; null for nothing. A custodial trade does so with `mev_protect`, in
 *  the amount of `tip_lamports`. A client-signed one does unless 0 was asked for: `mev_tip_lamports`, or `mev_tip_bps`
 *  of the lamports traded where that is more. */
export function tipLamportsOf(params: TradeParams, tradedLamports: bigint): bigint {
  if (!params.clientSigns) return params.mevProtect ? params.tipLamports : 0n
  const { mevTipLamports, mevTipBps } = params
  if (mevTipLamports === 0n) return 0n
  if (mevTipBps === null) return mevTipLamports ?? TRADE_LIMITS.mevTipLamports.default
  const share = (tradedLamports * BigInt(mevTipBps)) / BPS
  const least = mevTipLamports ?? 0n
  return share > least ? share : least
}

/** One of the engine's tip accounts, the known ones only, always the same for a wallet: they are written to by every
 *  bundle, and many wallets spread over all of them. */
export async function tipAccountFor(ctx: Context, wallet: string): Promise<string> {
  const accounts = await ctx.parts.tipAccounts.list()
  return accounts[wallet.charCodeAt(wallet.length - 1) % accounts.length]!
}

/** The engine's tip accounts; its list is fetched now and then. */
export type TipAccounts = { list(): Promise<readonly string[]> }

export function createTipAccounts(ctx: Pick<Context, 'clock' | 'upstreams'>): TipAccounts {
  let listed: { readonly accounts: readonly string[]; readonly atMs: number } | null = null
  return {
    async list() {
      const { bundles } = ctx.upstreams
      const nowMs = ctx.clock.monotonicMs()
      if (bundles === null || (listed !== null && nowMs - listed.atMs < LISTED_FOR_MS))
        return listed?.accounts ?? TIP_ACCOUNTS
      const answer = await bundles.tipAccounts()
      // An engine that does not answer now is asked again later; the accounts have been the same for years. Other
      // accounts that it names may belong to anyone, and a tip spends the wallet's money.
      const known = answer.ok ? answer.value.filter((one) => TIP_ACCOUNTS.includes(one)) : []
      listed = { accounts: known.length > 0 ? known : TIP_ACCOUNTS, atMs: nowMs }
      return listed.accounts
    },
  }
}
