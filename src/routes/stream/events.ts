import { lowerBoundNumber, text } from '../../contract/params.ts'
import { openEvents } from '../../push/sse/open-events.ts'
import { defineRoute } from '../define-route.ts'
import { CHANNELS_CHARS, CHANNELS_DESCRIPTION, snapshotFlag } from './channels-query.ts'

export const streamEvents = defineRoute({
  method: 'GET',
  path: '/api/v2/stream/events',
  auth: 'apiKeyOrTicket',
  needs: [],
  cache: 'none',
  readsCaller: true,
  cacheControl: 'no-store',
  summary: 'What happens on chain, as server-sent events: trades, candles, launches, in order, resumable.',
  description: `The key comes in its header or, from browsers, as a \`ticket\` of \`POST /api/v2/stream/ticket\`; never in the address. Events: \`hello\`, \`snapshot\`, \`trade\`, \`launch\`, \`retracted\`, \`candle\`, \`truncated\`, \`lag\`, \`bye\`; a comment on a quiet stream. Every event of the tape carries as \`id\` its cursor, which grows strictly; it is the cursor of all other transports too. A reconnect with \`Last-Event-ID\` (or \`cursor\`) resumes after it: nothing is lost and nothing sent twice, over restarts of the server too; heartbeats move the id past events of others. A cursor that is no longer kept gives \`truncated\` {from, to, lost} first and then goes on at the oldest event; slots of the chain that could not be read give \`truncated\` with \`type: lost\`. A \`candle\` is a state, not an event of the tape: it is sent at most four times a second, \`final: true\` when it closes, and again when a fork corrects it. It carries an id only where that moves the reader's position, never one of its own; a resumed stream sends the bars since its position again, as they are now. A slow reader is fed from the tape at its pace and delays no one else; one that takes nothing for ten seconds or more may be cut off, and resumes. Streams and topics count per key and server process against the WebSocket caps of its plan (launches are free); plans without connections, free and preview, get 429. Channels of chains that are not followed are named in \`hello.refused\`; when there is no other, the answer is 501 with the reason.`,
  query: {
    channels: text({ maxChars: CHANNELS_CHARS, description: CHANNELS_DESCRIPTION, required: 'channels required' }),
    cursor: text({ maxChars: 64, description: 'Begin after this cursor instead of at the newest event.' }),
    snapshot: snapshotFlag,
    minUsd: lowerBoundNumber({
      min: 0,
      default: 0,
      description: 'Leaves out trades of lower or unknown value; 0 sends all.',
    }),
  },
  headers: { 'last-event-id': 'Begin after this id; takes precedence over `cursor`.' },
  reply: 'stream',
  streams: ['text/event-stream'],
  failures: ['unsupported_on_chain', 'too_busy', 'conflict'],
  handle: (ctx, { query, caller, request }) =>
    openEvents(ctx, caller, { ...query, lastEventId: request.headers['last-event-id'] ?? '' }),
})
