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
      "The owner's session. Not needed, unless the operator asks for it; with it the limits of strangers do not apply.",
  },
  summary: "Changes where a key's fees go.",
  description:
    "No signature is verified: the owner's dashboard shows each change for 24 hours, with the old value and the way back. 404 in the same words for an unknown key and for one of another wallet. 20 tries in ten minutes for an address, 10 in an hour for a key.",
  body: feeWalletBody,
  reply: FeeWalletReply,
  failures: ['unauthorized', 'not_found', 'internal'],
  handle: (ctx, { body, request: { clientIp, headers } }) =>
    updateFeeWallet(ctx, body, { clientIp, sessionToken: headers[SESSION_HEADER] ?? '' }),
})
