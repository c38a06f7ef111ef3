import type { Clock } from '../src/runtime/clock.ts'
import type { Logger } from '../src/runtime/log.ts'
import {
  type HttpResponse,
  type TemplatedApp,
  type HttpRequest as UwsRequest,
  type us_listen_socket,
  uws,
  type WebSocket,
} from '../src/runtime/uws-library.ts'
import { createAnswerer, type WireAnswer } from './answer-request.ts'
import type { ControlPort } from './control/control-port.ts'
import type { Faults } from './control/faults.ts'
import type { HttpHandler, HttpRequest } from './http-handler.ts'
import { SANDBOX_LIMITS } from './limits.ts'
import type { RpcEndpoint } from './rpc/endpoint.ts'
import type { PubSub, PubSubConnection } from './rpc/pubsub.ts'
import { statusLine } from './status-line.ts'

export type ServeOptions = {
  readonly host: string
  /** First of three neighbouring ports; 0 takes free ones. */
  readonly port: number
  readonly routes: readonly HttpHandler[]
  readonly rpc: RpcEndpoint
  readonly pubsub: PubSub
  readonly control: ControlPort
  readonly faults: Faults
  readonly clock: Clock
  readonly log: Logger
}
export type SandboxServer = {
  /** HTTP: JSON-RPC, DAS and providers, and PubSub too. */
  readonly port: number
  /** PubSub where web3.js looks for it: one above. */
  readonly pubsubPort: number
  readonly controlPort: number
  readonly rpcUrl: string
  readonly wsUrl: string
  readonly controlUrl: string
  /** Stops listening and closes every connection. */
  close(): void
}

type SocketData = { connection: PubSubConnection | null }
type Reading = { aborted: boolean; chunks: Buffer[]; bytes: number; timer: NodeJS.Timeout | null }
type Gauge = { bodyBytes: number; sockets: number }

/** LIBUS_LISTEN_EXCLUSIVE_PORT: without it two servers share a port and answer in turns. */
const EXCLUSIVE = 1
const PORT_ATTEMPTS = 100
const IDLE_SOCKET_SECS = 120
const GOING_AWAY = 1001

/** Starts the sandbox's three ports on one host. Rejects when they cannot be had. */
export async function serve(options: ServeOptions): Promise<SandboxServer> {
  const gauge: Gauge = { bodyBytes: 0, sockets: 0 }
  const answer = createAnswerer(options)
  const main = uws.App()
  const control = uws.App()
  mountPubSub(main, options.pubsub, gauge)
  main.any('/*', (res, req) =>
    readThenAnswer(res, req, { gauge, maxBytes: SANDBOX_LIMITS.bodyBytes, answer, log: options.log }),
  )
  control.any('/*', (res, req) =>
    readThenAnswer(res, req, {
      gauge,
      maxBytes: SANDBOX_LIMITS.controlBodyBytes,
      answer: (request) => options.control(request),
      log: options.log,
    }),
  )
  const listening = await listenOnThree([main, main, control], options.host, options.port)
  const [port, pubsubPort, controlPort] = [listening.port, listening.port + 1, listening.port + 2]
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  return {
    port,
    pubsubPort,
    controlPort,
    rpcUrl: `http://${host}:${port}`,
    wsUrl: `ws://${host}:${pubsubPort}`,
    controlUrl: `http://${host}:${controlPort}`,
    close() {
      main.close()
      control.close()
    },
  }
}

async function listenOnThree(
  apps: readonly [TemplatedApp, TemplatedApp, TemplatedApp],
  host: string,
  wanted: number,
): Promise<{ port: number }> {
  for (let attempt = 0; attempt < PORT_ATTEMPTS; attempt++) {
    const sockets: us_listen_socket[] = []
    const port = wanted === 0 ? await findFreePort(apps[0], host) : wanted
    for (const app of apps) {
      const socket = await listen(app, host, port + sockets.length)
      if (socket === null) break
      sockets.push(socket)
    }
    if (sockets.length === apps.length) return { port }
    for (const socket of sockets) uws.us_listen_socket_close(socket)
    if (wanted !== 0) break
  }
  throw new Error(
    wanted === 0
      ? `no three neighbouring free ports on ${host} after ${PORT_ATTEMPTS} attempts`
      : `ports ${wanted} to ${wanted + 2} on ${host} are not all free`,
  )
}

/** A port that is free now. A socket that was given port 0 itself would not do: uSockets sets SO_REUSEADDR only on
 *  ports that are named, and without it the connections a killed sandbox leaves behind keep its successor from the same
 *  port for a minute. */
async function findFreePort(app: TemplatedApp, host: string): Promise<number> {
  const socket = await listen(app, host, 0)
  if (socket === null) throw new Error(`no free port on ${host}`)
  const port = uws.us_socket_local_port(socket as never)
  uws.us_listen_socket_close(socket)
  return port
}

/** The typings leave out the form with host and options that the native side takes. */
function listen(app: TemplatedApp, host: string, port: number): Promise<us_listen_socket | null> {
  const listenWith = app.listen.bind(app) as unknown as (
    host: string,
    port: number,
    options: number,
    done: (socket: us_listen_socket | false) => void,
  ) => void
  return new Promise((resolve) =>
    listenWith(host, port, EXCLUSIVE, (socket) => resolve(socket === false ? null : socket)),
  )
}

type Exchange = {
  readonly gauge: Gauge
  readonly maxBytes: number
  readonly answer: (request: HttpRequest) => Promise<WireAnswer>
  readonly log: Logger
}

/** Reads the body within its bounds, asks for the answer and writes it. Everything of `req` is read before returning:
 *  it is gone afterwards. */
function readThenAnswer(res: HttpResponse, req: UwsRequest, { gauge, maxBytes, answer, log }: Exchange): void {
  const head = readHead(req)
  const reading: Reading = { aborted: false, chunks: [], bytes: 0, timer: null }
  const release = () => {
    if (reading.timer !== null) clearTimeout(reading.timer)
    reading.timer = null
    gauge.bodyBytes -= reading.bytes
    reading.bytes = 0
    reading.chunks = []
  }
  res.onAborted(() => {
    reading.aborted = true
    release()
  })
  const refuse = (status: number) => {
    reading.aborted = true
    release()
    res.cork(() => res.writeStatus(statusLine(status)).end('', true))
  }
  const finish = () => {
    const body = reading.chunks.length === 1 ? reading.chunks[0]! : Buffer.concat(reading.chunks)
    release()
    answer({ ...head, body }).then(
      (wire) => {
        if (!reading.aborted) writeAnswer(res, wire)
      },
      (error: unknown) => {
        log.error({ err: error, path: head.path }, 'request failed')
        if (!reading.aborted) refuse(500)
      },
    )
  }
  if (Number(head.headers['content-length'] ?? 0) > maxBytes) {
    refuse(413)
    return
  }
  reading.timer = setTimeout(() => {
    if (!reading.aborted) refuse(408)
  }, SANDBOX_LIMITS.bodyDeadlineMs)
  res.onData((chunk, isLast) => {
    if (reading.aborted) return
    reading.bytes += chunk.byteLength
    gauge.bodyBytes += chunk.byteLength
    if (reading.bytes > maxBytes) return refuse(413)
    if (gauge.bodyBytes > SANDBOX_LIMITS.bodyBytesInFlight) return refuse(503)
    // The chunk's memory is taken back when this returns.
    if (chunk.byteLength > 0) reading.chunks.push(Buffer.from(new Uint8Array(chunk)))
    if (isLast) finish()
  })
}

function readHead(req: UwsRequest): Omit<HttpRequest, 'body'> {
  const headers: Record<string, string> = Object.create(null)
  req.forEach((name, value) => {
    headers[name] = value
  })
  return {
    method: req.getCaseSensitiveMethod(),
    path: req.getUrl(),
    query: new URLSearchParams(req.getQuery()),
    headers,
  }
}

function writeAnswer(res: HttpResponse, answer: WireAnswer): void {
  if (answer.dropped) {
    res.close()
    return
  }
  const body = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body
  const first = answer.truncatedTo === null ? body : body.subarray(0, Math.min(answer.truncatedTo, body.length))
  let isDone = false
  res.cork(() => {
    res.writeStatus(statusLine(answer.status))
    for (const [name, value] of Object.entries(answer.headers)) res.writeHeader(name, value)
    if (answer.status === 204) {
      res.endWithoutBody()
      isDone = true
    } else {
      const [, hasFinished] = res.tryEnd(first, body.length)
      isDone = hasFinished
    }
  })
  if (answer.truncatedTo !== null && !isDone) {
    res.close()
    return
  }
  if (isDone) return
  // The reader is slower than we are: go on from where the socket stopped taking, without buffering the rest.
  res.onWritable((offset) => {
    const [taken] = res.tryEnd(body.subarray(offset), body.length)
    return taken
  })
}

function mountPubSub(app: TemplatedApp, pubsub: PubSub, gauge: Gauge): void {
  app.ws<SocketData>('/*', {
    maxPayloadLength: SANDBOX_LIMITS.socketMessageBytes,
    maxBackpressure: SANDBOX_LIMITS.socketBacklogBytes,
    closeOnBackpressureLimit: true,
    idleTimeout: IDLE_SOCKET_SECS,
    sendPingsAutomatically: true,
    upgrade(res, req, context) {
      if (gauge.sockets >= SANDBOX_LIMITS.sockets) {
        res.writeStatus(statusLine(503)).end()
        return
      }
      res.upgrade<SocketData>(
        { connection: null },
        req.getHeader('sec-websocket-key'),
        req.getHeader('sec-websocket-protocol'),
        req.getHeader('sec-websocket-extensions'),
        context,
      )
    },
    open(ws) {
      gauge.sockets++
      ws.getUserData().connection = openConnection(ws, pubsub)
    },
    message: (ws, message) => ws.getUserData().connection?.receive(new Uint8Array(message)),
    close(ws) {
      gauge.sockets--
      ws.getUserData().connection?.closed()
      ws.getUserData().connection = null
    },
  })
}

/** A socket must not be touched after it closed, which may happen while it is being written to. */
function openConnection(ws: WebSocket<SocketData>, pubsub: PubSub): PubSubConnection {
  let isOpen = true
  const connection = pubsub.open({
    send: (text) => {
      if (isOpen) ws.send(text)
    },
    close: () => {
      if (isOpen) ws.end(GOING_AWAY, 'closed by the sandbox')
    },
  })
  return {
    receive: (message) => connection.receive(message),
    closed() {
      isOpen = false
      connection.closed()
    },
  }
}
