import { jsonBody } from '../../contract/json-body.ts'
import { anyAddressBatch } from '../../contract/list-members.ts'
import { objectOf } from '../../contract/object-member.ts'
import { text } from '../../contract/params.ts'
import type { Route } from '../define-route.ts'
import {
  AddressParam,
  CANDLES_QUERY,
  cursor,
  NEW_QUERY,
  rows,
  TRADERS_SORT,
  TRENDING_QUERY,
  TraderLimit,
} from './surface-params.ts'
import { surfaceRoute } from './surface-route.ts'

const MOST_PRICES = 50
const MOST_TOKENS = 100

function addressesBody(max: number) {
  const required = `addresses[] required (max ${max} valid addresses)`
  return jsonBody(
    objectOf({ addresses: anyAddressBatch({ max, missing: required, wrong: required }) }, { noObject: required }),
  )
}
const ofAddress = { addressKind: 'address' } as const

/** Tokens of a chain. */
export const chainTokenRoutes: readonly Route[] = [
  surfaceRoute('trendingTokens', {
    summary: 'Tokens that trend on a chain.',
    description: 'On Solana the order is that of `/api/v2/tokens/trending`, which has one window.',
    query: TRENDING_QUERY,
    question: ({ query: { period, ...query } }) => ({ ...query, window: period }),
  }),
  surfaceRoute('newTokens', {
    summary: 'Tokens whose first pools are new.',
    query: NEW_QUERY,
    question: ({ query }) => query,
  }),
  surfaceRoute('searchTokens', {
    summary: 'Up to 20 tokens of a chain by name, symbol or address.',
    query: { q: text({ maxChars: 100, description: 'At least 2 characters; shorter texts have no results.' }) },
    question: ({ query }) => ({ text: query.q }),
  }),
  surfaceRoute('prices', {
    summary: 'USD prices of up to 50 tokens. Tokens without a price are absent.',
    body: addressesBody(MOST_PRICES),
    question: ({ body }) => ({ addresses: body.addresses }),
  }),
  surfaceRoute('metadata', {
    summary: 'Names, images and decimals of up to 100 tokens. Unknown ones are absent.',
    body: addressesBody(MOST_TOKENS),
    question: ({ body }) => ({ addresses: body.addresses }),
  }),
  surfaceRoute('token', {
    summary: 'One token: metadata, price and its eight most traded pools.',
    params: AddressParam,
    question: ({ params }) => ({ ...ofAddress, address: params.address }),
  }),
  surfaceRoute('tokenPools', {
    summary: 'Pools of a token, the most traded first.',
    params: AddressParam,
    query: { limit: rows(50, 20) },
    question: ({ params, query }) => ({ ...ofAddress, address: params.address, ...query }),
  }),
  surfaceRoute('tokenTrades', {
    summary: 'Newest trades of a token, newest first.',
    description: 'From a provider they are those of its most traded pool, of a day at most, and without a `cursor`.',
    params: AddressParam,
    query: { limit: rows(100, 20), cursor },
    question: ({ params, query }) => ({ ...ofAddress, address: params.address, ...query }),
  }),
  surfaceRoute('tokenOhlcv', {
    summary: 'Candles of a token in dollars, ascending.',
    description: 'On Solana over all its pools from the tape; elsewhere of its most traded pool.',
    params: AddressParam,
    query: CANDLES_QUERY,
    question: ({ params, query: { from, to, ...query } }) => ({
      ...ofAddress,
      address: params.address,
      ...query,
      fromMs: from,
      toMs: to,
    }),
  }),
  surfaceRoute('holders', {
    summary: 'Largest holders of a token.',
    params: AddressParam,
    query: { limit: rows(100, 20) },
    question: ({ params, query }) => ({ ...ofAddress, address: params.address, ...query }),
  }),
  surfaceRoute('security', {
    summary: 'What is known of a token’s safety.',
    description:
      'On Solana the Deep Scan, with sales that were executed. On Ethereum and Base trades that their nodes execute without sending them (`execution`), with the provider’s word beside them (`providerSays`, `disagreements`): execution proves itself and needs no level of the chain, the word does. Where nothing can be executed a provider’s word: `honeypot.method` is `provider`, `provider` names it, and what it does not say is null.',
    params: AddressParam,
    question: ({ params }) => ({ ...ofAddress, address: params.address }),
  }),
  surfaceRoute('bubblemap', {
    summary: 'Who holds a token, and which of its wallets act for one hand.',
    params: AddressParam,
    question: ({ params }) => ({ ...ofAddress, address: params.address }),
  }),
  surfaceRoute('traders', {
    summary: 'Who traded a token in the last 24 hours.',
    params: AddressParam,
    query: { sort: TRADERS_SORT, limit: TraderLimit },
    question: ({ params, query }) => ({ ...ofAddress, address: params.address, ...query }),
  }),
]
