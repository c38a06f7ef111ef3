import { SCREENS } from '../../config/screens.ts'
import { clampedInt, text } from '../../contract/params.ts'
import { ScreenRows } from '../../contract/screens.ts'
import { listScreenRows } from '../../services/screens/list-rows.ts'
import { defineRoute } from '../define-route.ts'
import { ScreenParams } from './screen-params.ts'

export const screenRows = defineRoute({
  method: 'GET',
  path: '/api/v2/screens/{id}/rows',
  auth: 'apiKey',
  needs: [],
  cache: 'none',
  readsCaller: true,
  isClosedQuery: true,
  summary: 'The rows that are in a saved screen, and the cursor from which its events continue them.',
  params: ScreenParams,
  query: {
    limit: clampedInt({ min: 1, ...SCREENS.rows, description: 'Rows.' }),
    cursor: text({ maxChars: 64, description: '`nextCursor` of the page before.' }),
  },
  reply: ScreenRows,
  failures: ['not_found'],
  handle: (ctx, { caller, params: { id }, query }) => listScreenRows(ctx, caller, { id, ...query }),
})
