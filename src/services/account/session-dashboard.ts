import { ACCOUNTS } from '../../config/accounts.ts'
import type { Context } from '../../context.ts'
import type { SessionDashboard } from '../../contract/account.ts'
import type { Caller } from '../../contract/api-key.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { exactInteger } from '../../contract/trading.ts'
import { effectiveFeeWallet, shownPending } from './effective-fee-wallet.ts'
import { feeWalletChanges } from './fee-wallet-changes.ts'
import { shownDomains } from './normalise-domains.ts'
import { sessionKey } from './session-key.ts'
import { showRecent, showStats } from './show-recoveries.ts'

/** All that the owner sees of the key, with the balance of its fee wallet and the changes that can be undone. Fails
 *  `not_found` when the key is gone. */
export async function sessionDashboard(
  ctx: Context,
  caller: Caller,
  signal: AbortSignal,
): Promise<Outcome<SessionDashboard>> {
  const own = sessionKey(ctx, caller)
  if (!own.ok) return own
  const { key, wallet } = own.value
  const nowMs = ctx.clock.nowMs()
  const feeWallet = effectiveFeeWallet(key, nowMs) ?? wallet
  const { retiredKey } = key
  return ok({
    wallet,
    apiKeyId: key.id,
    keyPrefix: key.keyPrefix,
    label: key.label,
    tier: key.tier,
    scopes: [...key.scopes],
    limitPer10s: key.limitPer10s,
    createdAt: key.createdAtMs,
    oldKeyValidUntil: retiredKey !== null && nowMs < retiredKey.validUntilMs ? retiredKey.validUntilMs : null,
    hasBrandingLicense: key.hasBrandingLicense,
    brandingLicenseTx: key.brandingLicenseTx,
    feeWallet,
    pendingFeeWallet: shownPending(key, nowMs),
    feeWalletLocked: key.feeWalletLocked,
    feeWalletBalance: await readBalance(ctx, feeWallet, signal),
    feeWalletChanges: feeWalletChanges(ctx, key.id).slice(0, ACCOUNTS.shownChanges),
    allowedDomains: shownDomains(key.allowedDomains),
    stats: showStats(ctx, key.id),
    recentTransactions: showRecent(ctx, key.id, ACCOUNTS.recentTransactions),
  })
}

/** Lamports; null when no node answers in time. */
async function readBalance({ chain }: Context, wallet: string, signal: AbortSignal): Promise<number | null> {
  if (chain.rpc === null) return null
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(ACCOUNTS.feeWalletBalanceMs)])
  const read = await chain.rpc.accounts([wallet], { dataSlice: { offset: 0, length: 0 }, signal: inTime })
  return read.ok ? exactInteger(read.value.accounts[0]?.lamports ?? 0n) : null
}
