import { ok } from '../../contract/outcome.ts'
import { WalletProfileReply } from '../../contract/wallet-profile.ts'
import { getProfile } from '../../services/wallet-profile/gather-profile.ts'
import { defineRoute } from '../define-route.ts'
import { EXPLAIN, PROFILE_QUERY, PROFILE_ROUTE, profileRequest } from './profile-request.ts'

export const walletProfile = defineRoute({
  ...PROFILE_ROUTE,
  path: '/api/v2/wallets/{wallet}/profile',
  summary: 'What a wallet does, how, and what came of it.',
  description:
    'Over its newest transactions, from the node alone. `pnl` is of swaps against SOL: an exchange of two tokens realises nothing here, and the route `pnl` values it. Sums are exact over what was scanned (`coverage` says what is missing); the keys in `estimates` are judgements by fixed rules.',
  query: { ...PROFILE_QUERY, explain: EXPLAIN },
  reply: WalletProfileReply,
  async handle(ctx, { params: { wallet }, query, request }) {
    const profile = await getProfile(ctx, wallet, profileRequest(query), request.signal)
    if (!profile.ok || query.explain) return profile
    const { explain: _, ...shown } = profile.value
    return ok(shown, profile.cache)
  },
})
