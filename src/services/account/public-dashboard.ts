import type { Context } from '../../context.ts'
import type { PublicDashboard } from '../../contract/account.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { effectiveFeeWallet, shownPending } from './effective-fee-wallet.ts'
import { isWallet } from './is-wallet.ts'
import { showStats } from './show-recoveries.ts'

export const BAD_WALLET = 'Invalid wallet address'

/** What anyone may know of a wallet's key: no domains, no label, nothing of the key itself. A wallet without a key is
 *  answered, too. Fails `invalid_request` for what is no public key. */
export function publicDashboard(ctx: Context, wallet: string): Outcome<PublicDashboard> {
  if (!isWallet(wallet)) return fail('invalid_request', BAD_WALLET)
  const nowMs = ctx.clock.nowMs()
  const key = ctx.store.apiKeys.findByOwner(wallet)
  return ok({
    wallet,
    hasKey: key !== undefined,
    apiKeyId: key?.id ?? null,
    tier: key?.tier ?? null,
    createdAt: key?.createdAtMs ?? null,
    feeWallet: key === undefined ? null : (effectiveFeeWallet(key, nowMs) ?? wallet),
    pendingFeeWallet: key === undefined ? null : shownPending(key, nowMs),
    hasBrandingLicense: key?.hasBrandingLicense ?? false,
    brandingLicenseTx: key?.brandingLicenseTx ?? null,
    stats: showStats(ctx, key?.id ?? null),
  })
}
