import { FeeWalletReply } from '../../contract/account.ts'
import { updateFeeWallet } from '../../services/account/update-fee-wallet.ts'
import { defineRoute } from '../define-route.ts'
import { feeWalletBody } from './account-body.ts'

const SESSION_HEADER = 'x-session-token'

export const accountUpdateFeeWallet = defineRoute({
  method: 'POST',
  path: '/api/dashboard/update-fee-wallet',
  auth: 'public',
  needs: [],
  cache: 'none',
  headers: {
    [SESSION_HEADER]:
      "The owner's session. Not needed, unless the operator or the owner asks for it; with it the change counts at once and the limits of strangers do not apply.",
  },
  summary: "Changes where a key's fees go.",
  description:
    "No signature is verified. Without the owner's session the change counts from `effectiveAt` on (FEE_WALLET_DELAY_SECS); the owner's dashboard shows each change for 24 hours, with the old value and the way back, and the owner can lock the fee wallet (401 then). 404 in the same words for an unknown key and for one of another wallet. 20 tries in ten minutes for an address, 10 in an hour for a key.",
  body: feeWalletBody,
  reply: FeeWalletReply,
  failures: ['unauthorized', 'not_found', 'internal'],
  handle: (ctx, { body, request: { clientIp, headers } }) =>
    updateFeeWallet(ctx, body, { clientIp, sessionToken: headers[SESSION_HEADER] ?? '' }),
})
