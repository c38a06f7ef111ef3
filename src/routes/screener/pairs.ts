import { ScreenerPage } from '../../contract/screener.ts'
import { listPairs } from '../../services/screener/list-pairs.ts'
import { defineRoute } from '../define-route.ts'
import {
  COVERAGE_TEXT,
  chainList,
  cursorText,
  FILTER_QUERY,
  rowLimit,
  sortField,
  sortOrder,
  treeOfQuery,
  windowName,
} from './screener-params.ts'

export const screenerPairs = defineRoute({
  method: 'GET',
  path: '/api/v2/screener/pairs',
  auth: 'apiKey',
  needs: [],
  cache: 'screenerPairs',
  isClosedQuery: true,
  summary: 'Pairs that match filters, in any order, page by page.',
  description: `All filters must hold. A filter that there is not is 400 with its name. \`cursor\` continues where the answer before it ended: rows that moved meanwhile are neither repeated nor passed over for ten minutes and 20,000 rows; after that, or a restart, the next page goes on from the value of the last row, and rows of equal value may come again. ${COVERAGE_TEXT}`,
  query: {
    chain: chainList,
    ...FILTER_QUERY,
    window: windowName,
    sort: sortField,
    order: sortOrder,
    limit: rowLimit,
    cursor: cursorText,
  },
  reply: ScreenerPage,
  failures: ['unsupported_on_chain'],
  async handle(ctx, { query: { chain, window, sort, order, limit, cursor, ...filters } }) {
    return listPairs(ctx, { chains: chain, tree: treeOfQuery(filters), window, sort, order, limit, cursor })
  },
})
