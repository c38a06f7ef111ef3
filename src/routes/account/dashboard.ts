import { PublicDashboard } from '../../contract/account.ts'
import { addressParam } from '../../contract/params.ts'
import { BAD_WALLET, publicDashboard } from '../../services/account/public-dashboard.ts'
import { defineRoute } from '../define-route.ts'

export const accountDashboard = defineRoute({
  method: 'GET',
  path: '/api/dashboard/{wallet}',
  auth: 'public',
  needs: [],
  cache: 'none',
  summary: "Public data of a wallet's key and its recoveries.",
  description: 'A wallet without a key is answered, too. Allowed domains and the key itself are never shown.',
  params: { wallet: addressParam(BAD_WALLET) },
  reply: PublicDashboard,
  failures: ['internal'],
  handle: async (ctx, { params: { wallet } }) => publicDashboard(ctx, wallet),
})
