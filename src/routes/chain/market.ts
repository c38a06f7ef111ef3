import { SWAP_LIMITS } from '../../config/swap-limits.ts'
import { jsonBody } from '../../contract/json-body.ts'
import { anyObject } from '../../contract/members.ts'
import { objectOf } from '../../contract/object-member.ts'
import { clampedInt, flag, text } from '../../contract/params.ts'
import { text as textMember } from '../../contract/text-members.ts'
import type { Route } from '../define-route.ts'
import { amountParam } from '../swap/quote-params.ts'
import { AddressParam, CANDLES_QUERY, cursor, NEW_QUERY, PoolParam, rows, TRENDING_QUERY } from './surface-params.ts'
import { surfaceRoute } from './surface-route.ts'

const ofPool = { addressKind: 'pool' } as const
const ofWallet = { addressKind: 'address' } as const
const token = (name: string) =>
  text({ maxChars: 200, description: 'Token on the chain.', required: `${name} required` })

/** The market of a chain, its pools, its wallets and swaps. */
export const chainMarketRoutes: readonly Route[] = [
  surfaceRoute('nativePrice', {
    summary: 'Price of a chain’s native currency in dollars.',
    question: () => ({}),
  }),
  surfaceRoute('dexes', { summary: 'DEXs of a chain.', question: () => ({}) }),
  surfaceRoute('fees', {
    summary: 'What transactions pay for priority now: the quartiles of the newest blocks.',
    question: () => ({}),
  }),
  surfaceRoute('trendingPools', {
    summary: 'Pools that trend on a chain.',
    query: TRENDING_QUERY,
    question: ({ query: { period, ...query } }) => ({ ...query, window: period }),
  }),
  surfaceRoute('newPools', { summary: 'Newest pools of a chain.', query: NEW_QUERY, question: ({ query }) => query }),
  surfaceRoute('pool', {
    summary: 'One pool.',
    params: PoolParam,
    question: ({ params }) => ({ ...ofPool, address: params.pool }),
  }),
  surfaceRoute('poolTrades', {
    summary: 'Newest trades of a pool, newest first; sides are those of its base.',
    params: PoolParam,
    query: { limit: rows(100, 20), cursor },
    question: ({ params, query }) => ({ ...ofPool, address: params.pool, ...query }),
  }),
  surfaceRoute('poolOhlcv', {
    summary: 'Candles of a pool’s base in dollars, ascending.',
    params: PoolParam,
    query: CANDLES_QUERY,
    question: ({ params, query: { from, to, ...query } }) => ({
      ...ofPool,
      address: params.pool,
      ...query,
      fromMs: from,
      toMs: to,
    }),
  }),
  surfaceRoute('portfolio', {
    summary: 'What a wallet holds and what it is worth.',
    params: AddressParam,
    query: { fresh: flag('`1` or `true`: passes by the 30 s cache.') },
    question: ({ params, query }) => ({ ...ofWallet, address: params.address, ...query }),
  }),
  surfaceRoute('activity', {
    summary: 'What a wallet did, newest first.',
    params: AddressParam,
    query: { limit: rows(200, 50) },
    question: ({ params, query }) => ({ ...ofWallet, address: params.address, ...query }),
  }),
  surfaceRoute('quote', {
    summary: 'A quote for an exact amount in.',
    query: {
      inputToken: token('inputToken'),
      outputToken: token('outputToken'),
      amount: amountParam,
      slippageBps: clampedInt({ ...SWAP_LIMITS.slippageBps, description: 'Hundredths of a percent.' }),
    },
    question: ({ query: { amount, ...query } }) => ({ swap: { ...query, amountRaw: amount } }),
  }),
  surfaceRoute('build', {
    summary: 'The transaction of a quote, unsigned.',
    body: jsonBody(
      objectOf({
        quote: anyObject({ missing: 'quote object required', wrong: 'quote object required' }),
        taker: textMember({ minChars: 1, maxChars: 200, missing: 'taker required', wrong: 'taker required' }),
      }),
    ),
    question: ({ body }) => ({ ...ofWallet, address: body.taker, taker: body.taker, quote: body.quote }),
  }),
]
