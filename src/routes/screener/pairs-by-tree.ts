import { SCREENER } from '../../config/screener.ts'
import { jsonBody } from '../../contract/json-body.ts'
import { listOf } from '../../contract/list-members.ts'
import { optional } from '../../contract/member.ts'
import { integer, oneOf } from '../../contract/members.ts'
import { objectOf } from '../../contract/object-member.ts'
import { ScreenerPage } from '../../contract/screener.ts'
import { text } from '../../contract/text-members.ts'
import { readTree } from '../../services/screener/conditions.ts'
import { NUMBER_FIELDS, SCREENER_WINDOWS } from '../../services/screener/fields.ts'
import { listPairs } from '../../services/screener/list-pairs.ts'
import { defineRoute } from '../define-route.ts'
import { filterTree } from './filter-tree.ts'
import { COVERAGE_TEXT } from './screener-params.ts'

const CHAIN_CHARS = 64

const body = jsonBody(
  objectOf(
    {
      filter: filterTree,
      chain: optional(listOf(text({ minChars: 1, maxChars: CHAIN_CHARS }), { max: SCREENER.chains, of: 'chains' }), []),
      window: optional(oneOf(SCREENER_WINDOWS), 'h24'),
      sort: optional(oneOf(NUMBER_FIELDS, { description: 'Any numeric field.' }), 'volume'),
      order: optional(oneOf(['asc', 'desc']), 'desc'),
      limit: optional(integer({ min: 1, max: SCREENER.rows.max }), SCREENER.rows.default),
      cursor: optional(text({ maxChars: SCREENER.cursorChars, description: '`nextCursor` of an earlier answer.' }), ''),
    },
    { isClosed: true },
  ),
)

export const screenerPairsByTree = defineRoute({
  method: 'POST',
  path: '/api/v2/screener/pairs',
  auth: 'apiKey',
  needs: [],
  cache: 'none',
  summary: 'Pairs that match a tree of conditions.',
  description: `The rows of \`GET /api/v2/screener/pairs\`, by a tree of conditions. ${COVERAGE_TEXT}`,
  body,
  reply: ScreenerPage,
  failures: ['unsupported_on_chain'],
  async handle(ctx, { body: { filter, chain, ...rest } }) {
    const tree = readTree(filter)
    return tree.ok ? listPairs(ctx, { ...rest, chains: chain, tree: tree.value }) : tree
  },
})
