import Type from 'typebox'
import { EVENT_STREAM, REPLAY_PLANS } from '../../config/event-stream.ts'
import { successBody } from '../../contract/envelope.ts'
import { clampedInt, lowerBoundNumber, text } from '../../contract/params.ts'
import { NullableText, nullable, Text } from '../../contract/shapes.ts'
import { StreamEvent, Truncation } from '../../contract/stream.ts'
import { NDJSON_TYPE, openReplay } from '../../push/sse/replay.ts'
import { defineRoute } from '../define-route.ts'
import { CHANNELS_CHARS, CHANNELS_DESCRIPTION } from './channels-query.ts'

const ReplayReply = Type.Object(
  {
    events: Type.Array(StreamEvent),
    cursor: Type.Unsafe<string>({
      ...Text,
      description: 'Everything up to here was looked at: ask from here for what comes later.',
    }),
    nextCursor: Type.Unsafe<string | null>({
      ...NullableText,
      description: 'Where the next page begins; null at `to` or the newest event.',
    }),
    truncated: nullable(Truncation),
  },
  { additionalProperties: false },
)

const { free, builder, scale } = REPLAY_PLANS
const SCAN_TEXT = `${free.scanEvents} events with a free or preview key, ${builder.scanEvents} with another,`
const OPEN_TEXT = `per key and server process ${free.openAtOnce} may be open at a time with a free or preview key (with the latter per address), ${builder.openAtOnce} with the plan builder, ${scale.openAtOnce} with the others`

export const streamReplay = defineRoute({
  method: 'GET',
  path: '/api/v2/stream/replay',
  auth: 'apiKey',
  needs: [],
  cache: 'none',
  readsCaller: true,
  cacheControl: 'no-store',
  summary: 'Stored events again, in order, exactly as the event stream sends them.',
  description: `Ends at \`to\`, at the newest event, or after \`limit\` events; a page over a quiet stretch may hold fewer, or none, and still have a \`nextCursor\`: one call looks at ${SCAN_TEXT} and the next goes on there, so nothing is lost. With \`Accept: ${NDJSON_TYPE}\` one event a line, before them a line of type \`truncated\` when \`from\` is no longer kept, and last a line of type \`end\` with the cursors; an answer without it was cut off. Candle channels have no events of their own: 400. Every valid key may replay; ${OPEN_TEXT}. The next is 429 with \`Retry-After\`. Live streams come before replays, replays of paid keys before those of free ones, and keys take turns, however many replays each has open.`,
  query: {
    channels: text({ maxChars: CHANNELS_CHARS, description: CHANNELS_DESCRIPTION, required: 'channels required' }),
    from: text({
      maxChars: 64,
      description: 'Cursor to begin after, or epoch milliseconds; the oldest kept event when absent.',
    }),
    to: text({
      maxChars: 64,
      description: 'Cursor to end at, or epoch milliseconds (excluded); the newest event when absent.',
    }),
    limit: clampedInt({ min: 1, ...EVENT_STREAM.replayRows, description: 'Events.' }),
    minUsd: lowerBoundNumber({ min: 0, default: 0, description: 'As for the event stream.' }),
  },
  headers: { accept: NDJSON_TYPE },
  reply: 'stream',
  streams: ['application/json', NDJSON_TYPE],
  streamSchemas: { 'application/json': successBody(ReplayReply) },
  failures: ['unsupported_on_chain', 'too_busy'],
  handle: (ctx, { query, caller, request }) =>
    openReplay(ctx, caller, { ...query, accept: request.headers['accept'] ?? '' }),
})
