import { FeaturedReply } from '../../contract/whales.ts'
import { getFeatured } from '../../services/whales/featured.ts'
import { defineRoute } from '../define-route.ts'
import { FEATURED_QUERY } from './featured-query.ts'

export const whalesFeatured = defineRoute({
  method: 'GET',
  path: '/api/v2/whales/featured',
  auth: 'apiKey',
  needs: [],
  cache: 'whaleFeatured',
  summary: 'Known wallets by what they are worth.',
  description:
    'Worth is what the wallet holds: SOL and tokens, by our prices, where those rest on at least 10,000 dollars of liquidity. A token worth more than there is in its pool counts nothing, as it is `thin` in `portfolio`, and `missing` says how many there are. A job values a few wallets at a time and keeps that for hours: `valuedAt` says when, null is not known yet. Stake, positions in protocols and accounts elsewhere of the same owner are not in it.',
  query: FEATURED_QUERY,
  reply: FeaturedReply,
  handle: (ctx, { query }) => getFeatured(ctx, query.category),
})
