import { SCREENER } from '../../config/screener.ts'
import { lowerBoundNumber } from '../../contract/params.ts'
import { ScreenerList } from '../../contract/screener.ts'
import type { Tree } from '../../services/screener/conditions.ts'
import { listRanked } from '../../services/screener/list-ranked.ts'
import { defineRoute } from '../define-route.ts'
import { COVERAGE_TEXT, chainList, rowLimit, windowName } from './screener-params.ts'

const QUERY = {
  chain: chainList,
  window: windowName,
  minLiquidityUsd: lowerBoundNumber({
    min: 0,
    default: SCREENER.moversMinLiquidityUsd,
    description: 'Pairs with less, or of unknown liquidity, are left out; 0 asks for any.',
  }),
  minTxns: lowerBoundNumber({
    min: 0,
    default: SCREENER.moversMinTxns,
    description: 'Pairs with fewer trades in the window are left out; 0 asks for any.',
  }),
  limit: rowLimit,
}

function moversRoute(kind: 'gainers' | 'losers') {
  const isUp = kind === 'gainers'
  return defineRoute({
    method: 'GET',
    path: `/api/v2/screener/pairs/${kind}`,
    auth: 'apiKey',
    needs: [],
    cache: 'screenerPairs',
    isClosedQuery: true,
    summary: isUp ? 'Pairs whose price rose most.' : 'Pairs whose price fell most.',
    description: `Least liquidity and trades keep out pairs that one trade moved. ${COVERAGE_TEXT}`,
    query: QUERY,
    reply: ScreenerList,
    failures: ['unsupported_on_chain'],
    async handle(ctx, { query: { chain, window, minLiquidityUsd, minTxns, limit } }) {
      const items: Tree[] = [
        // A price that stands still neither rose nor fell.
        isUp
          ? { field: 'priceChange', min: Number.MIN_VALUE, max: null }
          : { field: 'priceChange', min: null, max: -Number.MIN_VALUE },
        ...(minLiquidityUsd > 0 ? [{ field: 'liquidityUSD', min: minLiquidityUsd, max: null }] : []),
        ...(minTxns > 0 ? [{ field: 'txns', min: minTxns, max: null }] : []),
      ]
      return listRanked(ctx, {
        chains: chain,
        window,
        limit,
        tree: { op: 'and', items },
        sort: 'priceChange',
        order: isUp ? 'desc' : 'asc',
        input: { chain: chain.length === 0 ? ['solana'] : [...chain], window, minLiquidityUsd, minTxns, limit },
      })
    },
  })
}

export const screenerGainers = moversRoute('gainers')
export const screenerLosers = moversRoute('losers')
