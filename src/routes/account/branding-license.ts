import { BrandingInfo } from '../../contract/account.ts'
import { brandingInfo } from '../../services/account/branding-info.ts'
import { defineRoute } from '../define-route.ts'

export const accountBrandingLicense = defineRoute({
  method: 'GET',
  path: '/api/branding-license',
  auth: 'public',
  needs: [],
  cache: 'none',
  summary: 'Price of the branding license, where to pay it, and what it unlocks.',
  reply: BrandingInfo,
  failures: ['unconfigured'],
  handle: async (ctx) => brandingInfo(ctx),
})
