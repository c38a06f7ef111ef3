import { BrandingReply } from '../../contract/account.ts'
import { verifyBrandingPayment } from '../../services/account/verify-branding-payment.ts'
import { defineRoute } from '../define-route.ts'
import { brandingBody } from './account-body.ts'

export const accountVerifyBrandingPayment = defineRoute({
  method: 'POST',
  path: '/api/verify-branding-payment',
  auth: 'public',
  needs: [],
  cache: 'none',
  summary: 'Activates the branding license of a key for a payment that the chain shows.',
  description:
    'The transaction is confirmed, under an hour old, and the license wallet gained at least 0.99 times the price by it. A payment counts once, for one key; one that the owner of another key signed counts for that key alone. A key that has the license is answered `alreadyActive: true` without another look.',
  body: brandingBody,
  reply: BrandingReply,
  failures: ['not_found', 'internal', 'unconfigured'],
  handle: (ctx, { body, request: { clientIp, signal } }) => verifyBrandingPayment(ctx, body, { clientIp, signal }),
})
