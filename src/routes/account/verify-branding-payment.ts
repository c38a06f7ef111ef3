import { BrandingReply } from '../../contract/account.ts'
import { verifyBrandingPayment } from '../../services/account/verify-branding-payment.ts'
import { defineRoute } from '../define-route.ts'
import { brandingBody } from './account-body.ts'

const SESSION_HEADER = 'x-session-token'

export const accountVerifyBrandingPayment = defineRoute({
  method: 'POST',
  path: '/api/verify-branding-payment',
  auth: 'public',
  needs: [],
  cache: 'none',
  headers: {
    [SESSION_HEADER]:
      'A session of the wallet that paid; needed only when the payment names no key and that wallet does not own it.',
  },
  summary: 'Activates the branding license of a key for a payment that the chain shows.',
  description:
    'The transaction is confirmed, under an hour old, and the license wallet gained at least 0.99 times the price by it. A payment counts once, for one key: the one that it names (`GET /api/branding-license?apiKeyId=`), or one that the wallet that paid owns, or claims it for with its session. BRANDING_CLAIMS decides whether others may claim a payment that names no key; the wallet that paid can take it back within the hour. A key that has the license is answered `alreadyActive: true` without another look.',
  body: brandingBody,
  reply: BrandingReply,
  failures: ['not_found', 'internal', 'unconfigured'],
  handle: (ctx, { body, request: { clientIp, headers, signal } }) =>
    verifyBrandingPayment(ctx, body, { clientIp, signal, sessionToken: headers[SESSION_HEADER] ?? '' }),
})
