import type { Route } from '../define-route.ts'
import { accountBrandingLicense } from './branding-license.ts'
import { accountChallenge } from './challenge.ts'
import { accountDashboard } from './dashboard.ts'
import { accountDashboardSession } from './dashboard-session.ts'
import { accountLockFeeWallet } from './lock-fee-wallet.ts'
import { accountLogin } from './login.ts'
import { accountRegenerateKey } from './regenerate-key.ts'
import { accountRegisterKey } from './register-key.ts'
import { accountUndoFeeWallet } from './undo-fee-wallet.ts'
import { accountUpdateDomains } from './update-domains.ts'
import { accountUpdateFeeWallet } from './update-fee-wallet.ts'
import { accountVerifyBrandingPayment } from './verify-branding-payment.ts'

/** Account and keys (spec 4.7), the four routes that the specification leaves open, the way back of the fee wallet and
 *  its lock. */
export const accountRoutes: readonly Route[] = [
  accountDashboard,
  accountDashboardSession,
  accountUpdateDomains,
  accountUpdateFeeWallet,
  accountBrandingLicense,
  accountVerifyBrandingPayment,
  accountChallenge,
  accountLogin,
  accountRegisterKey,
  accountRegenerateKey,
  accountUndoFeeWallet,
  accountLockFeeWallet,
]
