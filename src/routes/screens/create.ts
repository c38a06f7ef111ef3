import Type from 'typebox'
import { SCREENS } from '../../config/screens.ts'
import { jsonBody } from '../../contract/json-body.ts'
import { optional } from '../../contract/member.ts'
import { integer, oneOf } from '../../contract/members.ts'
import { objectOf } from '../../contract/object-member.ts'
import { Screen } from '../../contract/screens.ts'
import { text } from '../../contract/text-members.ts'
import { SCREENER_WINDOWS } from '../../services/screener/fields.ts'
import { createScreen } from '../../services/screens/create-screen.ts'
import { defineRoute } from '../define-route.ts'
import { filterTree } from '../screener/filter-tree.ts'

const CHAIN_CHARS = 64

const body = jsonBody(
  objectOf(
    {
      name: optional(text({ maxChars: SCREENS.nameChars }), ''),
      chain: optional(
        text({ minChars: 1, maxChars: CHAIN_CHARS, description: 'Any spelling of a followed chain.' }),
        'solana',
      ),
      filter: filterTree,
      window: optional(oneOf(SCREENER_WINDOWS), 'h24'),
      holdSecs: optional(
        integer({
          min: 0,
          max: SCREENS.holdSecs.max,
          description:
            'Seconds for which a row must match without a break before it enters, and no longer match before it leaves: a row at the edge of the filter makes no flood of events.',
        }),
        SCREENS.holdSecs.default,
      ),
    },
    { isClosed: true },
  ),
)

export const screenCreate = defineRoute({
  method: 'POST',
  path: '/api/v2/screens',
  auth: 'apiKey',
  needs: [],
  cache: 'none',
  readsCaller: true,
  status: 201,
  summary: 'Saves a screen: rows that enter and leave it become events.',
  description: `The filter is that of \`POST /api/v2/screener/pairs\`. The pairs that match now are its first rows, without events (\`GET /api/v2/screens/{id}/rows\`); from then on each row that enters or leaves is an event \`screen\` of the tape, on WebSocket (\`{"op":"subscribe","channel":"screen","screen":"<id>"}\`), as server-sent event and in replay (\`screens:solana:<id>\`), and by webhook (event \`screen\`, \`filter.screens\`). What is unknown of a pair neither lets it enter nor leave; after ten minutes it leaves with the reason \`unknown\`. A screen holds at most ${SCREENS.members} rows: a broader filter is 400. 409 names an identical screen. A paid plan or a data grant is needed (403).`,
  body,
  reply: Type.Object({ screen: Screen }, { additionalProperties: false }),
  failures: ['conflict', 'unsupported_on_chain'],
  handle: (ctx, { caller, body: given }) => createScreen(ctx, caller, given),
})
