import { ok } from '../../contract/outcome.ts'
import { WalletWrapped } from '../../contract/wallet-roast.ts'
import { getProfile } from '../../services/wallet-profile/gather-profile.ts'
import { wrappedOf } from '../../services/wallet-profile/wrapped.ts'
import { defineRoute } from '../define-route.ts'
import { PROFILE_QUERY, PROFILE_ROUTE, profileRequest } from './profile-request.ts'

export const walletWrapped = defineRoute({
  ...PROFILE_ROUTE,
  path: '/api/v2/wallets/{wallet}/wrapped',
  summary: 'A wallet’s profile in a few figures, and what kind of wallet it is.',
  query: PROFILE_QUERY,
  reply: WalletWrapped,
  async handle(ctx, { params: { wallet }, query, request }) {
    const profile = await getProfile(ctx, wallet, profileRequest(query), request.signal)
    return profile.ok ? ok(wrappedOf(profile.value), profile.cache) : profile
  },
})
