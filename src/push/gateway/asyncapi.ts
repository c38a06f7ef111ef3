import { CLOSE, GATEWAY } from '../../config/gateway.ts'
import {
  ErrorFrame,
  PingMessage,
  PongFrame,
  SnapshotFrame,
  STREAM_ERRORS,
  SubscribeMessage,
  UnsubscribedFrame,
  UnsubscribeMessage,
  UpdateFrame,
  WelcomeFrame,
} from '../../contract/stream-frames.ts'

const ERRORS = Object.entries(STREAM_ERRORS)
  .map(([code, meaning]) => `\`${code}\`: ${meaning}`)
  .join(' ')

/** What the gateway sends, by `type`. */
const SENT = {
  welcome: { summary: 'First: who the server took the client for, and its caps.', payload: WelcomeFrame },
  snapshot: {
    summary:
      'Answers each subscription: the newest events, or for who resumes where the missed ones begin. Comes again only when a slow reader fell out of what the tape keeps, with the numbers it skipped.',
    payload: SnapshotFrame,
  },
  update: { summary: 'One event of a topic, numbered without holes.', payload: UpdateFrame },
  pong: { summary: 'Answers a ping.', payload: PongFrame },
  unsubscribed: {
    summary: 'A topic ends, on request or because the connection is about to end.',
    payload: UnsubscribedFrame,
  },
  error: { summary: `A message was refused; the connection stays open. ${ERRORS}`, payload: ErrorFrame },
}

/** What a client may send, by `op`. */
const RECEIVED = {
  subscribe: {
    summary: 'Begins a topic, with a snapshot or after a cursor. Repeated on the same topic: restarts it.',
    payload: SubscribeMessage,
  },
  unsubscribe: { summary: 'Ends a topic.', payload: UnsubscribeMessage },
  ping: { summary: 'Asks for a pong.', payload: PingMessage },
}

const CLOSES = [
  `${CLOSE.goingAway} the server stops`,
  `${CLOSE.tooManyMessages} a flood of messages`,
  `${CLOSE.internal} an error of ours: resume with the cursor`,
  `${CLOSE.keyRevoked} the key was revoked`,
  `${CLOSE.noPong} the client sent nothing for a whole heartbeat`,
  `${CLOSE.doesNotRead} the client requests answers and does not read them`,
].join('; ')

const named = (messages: Readonly<Record<string, { summary: string; payload: object }>>) =>
  Object.fromEntries(
    Object.entries(messages).map(([name, message]) => [name, { name, contentType: 'application/json', ...message }]),
  )

/** AsyncAPI channel of `/api/v2/stream`. */
export const GATEWAY_CHANNELS = {
  gateway: {
    address: '/api/v2/stream',
    summary: 'Live launches, per-token trades and saved screens over a WebSocket.',
    description: `One JSON object a text message. The key goes into \`X-API-Key\`, \`Authorization: Bearer\`, a \`ticket\` of \`POST /api/v2/stream/ticket\` (one use, 60 s), or the subprotocol \`mg.key.<base64url of the key>\`; the first one present decides. A paid key or a data grant is needed: others get 401 before the upgrade, and 429 over the connections of the plan or of the server. Close codes: ${CLOSES}. Each event comes once and in order: \`seq\` counts the events of a topic, \`cursor\` is the place on the tape that every transport understands. Who reconnects, also to another process, subscribes with the cursor of the last frame. Messages longer than the limit are answered with an error up to ${GATEWAY.cutMessageBytes} bytes; beyond, the connection is cut.`,
    messages: named({ ...SENT, ...RECEIVED }),
    receives: Object.keys(RECEIVED),
    bindings: {
      ws: {
        method: 'GET',
        query: { type: 'object', properties: { ticket: { type: 'string', description: 'For browsers.' } } },
        headers: { type: 'object', properties: { 'X-API-Key': { type: 'string' }, Authorization: { type: 'string' } } },
      },
    },
  },
} as const
