import { BRANDING } from '../../config/accounts.ts'
import type { Context } from '../../context.ts'
import type { BrandingInfo } from '../../contract/account.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'

export const NOT_SOLD = 'branding licenses are not configured'

/** Price, payee and what it unlocks. Fails `unconfigured` where the operator sells none. */
export function brandingInfo({ config }: Pick<Context, 'config'>): Outcome<BrandingInfo> {
  const { licenseWallet } = config.accounts
  if (licenseWallet === null) return fail('unconfigured', NOT_SOLD)
  return ok({ cost: BRANDING.costSol, paymentWallet: licenseWallet, features: [...BRANDING.features] })
}
