import { INFORMED } from '../../config/informed.ts'
import { clampedInt } from '../../contract/params.ts'
import { InformedReply } from '../../contract/wallet-informed.ts'
import { getInformed } from '../../services/wallet-profile/get-informed.ts'
import { defineRoute } from '../define-route.ts'
import { WalletParams } from './wallet-params.ts'

export const walletInformed = defineRoute({
  method: 'GET',
  path: '/api/v2/wallets/{wallet}/informed',
  auth: 'apiKey',
  needs: ['rpc'],
  cache: 'walletInformed',
  summary: 'Whether a wallet buys before rises more often than chance explains.',
  description:
    'The first purchase, for SOL, of each of its newest tokens, against the trades of the pool that it was made in. `luckProbability` is exact for buyers of the same tokens at moments drawn from their trades.',
  params: WalletParams,
  query: {
    windowSecs: clampedInt(INFORMED.windowSecs),
    pumpPct: clampedInt(INFORMED.pumpPct),
    minWins: clampedInt(INFORMED.minWins),
    minHitRatePct: clampedInt(INFORMED.minHitRatePct),
  },
  reply: InformedReply,
  failures: ['unconfigured', 'upstream_failed', 'upstream_timeout', 'cancelled'],
  deadlineMs: INFORMED.deadlineMs,
  handle: (ctx, { params: { wallet }, query, request }) => getInformed(ctx, wallet, query, request.signal),
})
