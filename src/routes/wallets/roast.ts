import { ok } from '../../contract/outcome.ts'
import { WalletRoast } from '../../contract/wallet-roast.ts'
import { getProfile } from '../../services/wallet-profile/gather-profile.ts'
import { roastOf } from '../../services/wallet-profile/roast.ts'
import { defineRoute } from '../define-route.ts'
import { EXPLAIN, PROFILE_QUERY, PROFILE_ROUTE, profileRequest } from './profile-request.ts'

export const walletRoast = defineRoute({
  ...PROFILE_ROUTE,
  path: '/api/v2/wallets/{wallet}/roast',
  summary: 'Dry remarks on a wallet’s habits, each from a figure of its profile.',
  query: { ...PROFILE_QUERY, explain: EXPLAIN },
  reply: WalletRoast,
  async handle(ctx, { params: { wallet }, query, request }) {
    const profile = await getProfile(ctx, wallet, profileRequest(query), request.signal)
    return profile.ok ? ok(roastOf(profile.value, query.explain), profile.cache) : profile
  },
})
