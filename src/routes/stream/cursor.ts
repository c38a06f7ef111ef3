import Type from 'typebox'
import { text } from '../../contract/params.ts'
import { closed, NullableText, Text } from '../../contract/shapes.ts'
import { getStreamCursor } from '../../services/stream/cursor.ts'
import { defineRoute } from '../define-route.ts'

export const streamCursor = defineRoute({
  method: 'GET',
  path: '/api/v2/stream/cursor',
  auth: 'apiKey',
  needs: [],
  cache: 'none',
  cacheControl: 'no-store',
  summary: 'The ends of the stored tape, and the cursor of a moment.',
  query: {
    chain: text({ maxChars: 64, description: 'Any spelling of a followed chain.', required: 'chain required' }),
    ts: text({ maxChars: 16, description: 'Epoch seconds of block time to find the cursor of.' }),
  },
  reply: closed({
    chain: Text,
    head: Type.String({ description: 'Cursor after the newest event.' }),
    tail: Type.String({ description: 'Cursor before the oldest kept event.' }),
    windowSecs: Type.Integer({ description: 'From the oldest kept event to the newest.' }),
    tsToCursor: Type.Unsafe<string | null>({
      ...NullableText,
      description: 'Reading from it gives the events from `ts` on; null without `ts`.',
    }),
  }),
  failures: ['unsupported_on_chain'],
  handle: (ctx, { query }) => getStreamCursor(ctx, query.chain, query.ts),
})
