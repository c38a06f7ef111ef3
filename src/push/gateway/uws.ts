import { GATEWAY } from '../../config/gateway.ts'
import type { ApiKeyRecord } from '../../contract/api-key.ts'
import { statusOf } from '../../contract/failures.ts'
import { type Failure, fail } from '../../contract/outcome.ts'
import { declaresBody } from '../../runtime/declares-body.ts'
import { createRequestIds } from '../../runtime/request-id.ts'
import type {
  HttpRequest,
  HttpResponse,
  TemplatedApp,
  us_socket_context_t,
  WebSocket,
} from '../../runtime/uws-library.ts'
import type { Connection } from './connection.ts'
import type { Gateway } from './gateway.ts'

export const GATEWAY_PATH = '/api/v2/stream'

/** What a socket carries: its key until it is open, then its connection. */
type Carried = { key: ApiKeyRecord | null; connection: Connection | null; readonly peer: string }
type Socket = WebSocket<Carried>

const STATUS_LINES: Readonly<Record<number, string>> = {
  401: '401 Unauthorized',
  403: '403 Forbidden',
  429: '429 Too Many Requests',
  503: '503 Service Unavailable',
}

/** Counts an unknown credential on the address that presents it; the failure when those are too many. */
export type LimitFailedAuth = (response: HttpResponse, request: HttpRequest) => Failure | null

export type GatewayFront = {
  readonly limitFailedAuth: LimitFailedAuth
  /** A WebSocket of this peer has ended. */
  ended(peer: string): void
}

/** Serves the gateway on an app that is about to listen. Requests for its path without an upgrade go on to the other
 *  handlers.
 *
 *  `maxBackpressure: 0`: nothing is dropped here. With a limit, the first dropped message of a turn is reported and
 *  later ones are dropped silently, while `publish` reports success (seen in the source of December 2024); the gateway
 *  keeps its own limit. Idle connections are its business too. */
export function mountGateway(app: TemplatedApp, gateway: Gateway, { limitFailedAuth, ended }: GatewayFront): void {
  gateway.publishWith((name, frame) => void app.publish(name, frame))
  const requestId = createRequestIds()
  app.ws<Carried>(GATEWAY_PATH, {
    maxPayloadLength: GATEWAY.cutMessageBytes,
    maxBackpressure: 0,
    closeOnBackpressureLimit: false,
    idleTimeout: 0,
    sendPingsAutomatically: false,
    upgrade: (response, request, context) =>
      upgrade({ gateway, requestId, limitFailedAuth }, response, request, context),
    open(socket: Socket) {
      const carried = socket.getUserData()
      carried.connection = gateway.opened(socket, carried.key!)
      carried.key = null
    },
    message(socket: Socket, message, isBinary) {
      const text = isBinary ? null : Buffer.from(message).toString('utf8')
      gateway.message(connectionOf(socket), text, message.byteLength)
    },
    ping: (socket: Socket) => gateway.pinged(connectionOf(socket)),
    pong: (socket: Socket) => gateway.ponged(connectionOf(socket)),
    drain: (socket: Socket) => gateway.drained(connectionOf(socket)),
    close(socket: Socket) {
      ended(socket.getUserData().peer)
      gateway.closed(connectionOf(socket))
    },
  })
}

function connectionOf(socket: Socket): Connection {
  return socket.getUserData().connection!
}

function upgrade(
  {
    gateway,
    requestId,
    limitFailedAuth,
  }: {
    readonly gateway: Gateway
    readonly requestId: (presented: string) => string
    readonly limitFailedAuth: LimitFailedAuth
  },
  response: HttpResponse,
  request: HttpRequest,
  context: us_socket_context_t,
): undefined {
  const facts = {
    apiKey: request.getHeader('x-api-key'),
    authorization: request.getHeader('authorization'),
    ticket: request.getQuery('ticket') ?? '',
    protocols: request.getHeader('sec-websocket-protocol'),
    origin: request.getHeader('origin'),
    referer: request.getHeader('referer'),
  }
  const admitted = declaresBody(request)
    ? BODY_ON_UPGRADE
    : hasEmptyCredential(request, facts)
      ? EMPTY_CREDENTIAL
      : gateway.admit(facts, () => limitFailedAuth(response, request))
  if (!admitted.ok) return refuse(response, admitted, requestId(request.getHeader('x-request-id')))
  const { key, protocol } = admitted.value
  const peer = Buffer.from(response.getRemoteAddressAsText()).toString('latin1')
  const carried: Carried = { key, connection: null, peer }
  const secret = request.getHeader('sec-websocket-key')
  response.upgrade<Carried>(carried, secret, protocol, request.getHeader('sec-websocket-extensions'), context)
}

/** It would be read as frames. */
const BODY_ON_UPGRADE = fail('invalid_request', 'no body expected with an upgrade')
const EMPTY_CREDENTIAL = fail('unauthorized', 'missing API key')

/** What comes first decides, even when it says nothing. */
function hasEmptyCredential(
  request: HttpRequest,
  { apiKey, authorization }: { readonly apiKey: string; readonly authorization: string },
): boolean {
  if (apiKey !== '') return false
  let isEmpty = false
  request.forEach((name) => {
    isEmpty ||= name === 'x-api-key' || (name === 'authorization' && authorization === '')
  })
  return isEmpty
}

/** The envelope of every failed answer; the connection ends with it. In the next turn, so that the parser drops what
 *  was pipelined after it instead of having thousands refused in this one. */
function refuse(response: HttpResponse, failure: Failure, requestId: string): undefined {
  let isGone = false
  response.onAborted(() => {
    isGone = true
  })
  setImmediate(() => {
    if (!isGone) response.cork(() => writeRefusal(response, failure, requestId))
  })
}

function writeRefusal(response: HttpResponse, failure: Failure, requestId: string): undefined {
  response.writeStatus(STATUS_LINES[statusOf(failure.code)] ?? '400 Bad Request')
  response.writeHeader('Content-Type', 'application/json; charset=utf-8')
  response.writeHeader('X-Content-Type-Options', 'nosniff')
  response.writeHeader('Cache-Control', 'no-store')
  response.writeHeader('X-Request-Id', requestId)
  if (failure.retryAfterSec !== undefined) response.writeHeader('Retry-After', String(failure.retryAfterSec))
  const { message: error, code } = failure
  response.end(JSON.stringify({ success: false, error, code, requestId }), true)
}
