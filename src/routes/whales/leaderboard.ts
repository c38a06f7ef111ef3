import { LeaderboardReply } from '../../contract/whales.ts'
import { getLeaders } from '../../services/whales/featured.ts'
import { defineRoute } from '../define-route.ts'
import { FEATURED_QUERY } from './featured-query.ts'

export const leaderboardFeatured = defineRoute({
  method: 'GET',
  path: '/api/v2/leaderboard/featured',
  auth: 'apiKey',
  needs: [],
  cache: 'whaleFeatured',
  summary: 'The featured wallets as a leaderboard: those worth more than 10 dollars.',
  description: '`pnl30d` and `winRate` are always 0: the wallet routes compute them for a wallet.',
  query: FEATURED_QUERY,
  reply: LeaderboardReply,
  handle: (ctx, { query }) => getLeaders(ctx, query.category),
})
