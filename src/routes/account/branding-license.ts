import Type from 'typebox'
import { BrandingInfo } from '../../contract/account.ts'
import { fail, ok } from '../../contract/outcome.ts'
import type { Rule } from '../../contract/params.ts'
import { brandingInfo } from '../../services/account/branding-info.ts'
import { defineRoute } from '../define-route.ts'

const KEY_ID = /^-?\d{1,16}$/

const optionalKeyId: Rule<number | null> = {
  schema: Type.Integer({ description: 'Id of a key: the answer shows how a payment names it.' }),
  required: false,
  aliases: [],
  parse(raw) {
    if (raw === undefined || raw.trim() === '') return ok(null)
    const id = KEY_ID.test(raw.trim()) ? Number(raw) : Number.NaN
    return Number.isSafeInteger(id) ? ok(id) : fail('invalid_request', 'apiKeyId: expected a number')
  },
  canonical: (id) => (id === null ? '' : String(id)),
}

export const accountBrandingLicense = defineRoute({
  method: 'GET',
  path: '/api/branding-license',
  auth: 'public',
  needs: [],
  cache: 'none',
  summary: 'Price of the branding license, where to pay it, and what it unlocks.',
  description:
    'With `apiKeyId` also how to pay for that key, so that no one else can use the payment. 404 for no such key.',
  query: { apiKeyId: optionalKeyId },
  reply: BrandingInfo,
  failures: ['unconfigured', 'not_found', 'internal'],
  handle: (ctx, { query: { apiKeyId }, request: { clientIp } }) => brandingInfo(ctx, apiKeyId, clientIp),
})
