import assert from 'node:assert/strict'
import { BODY_LIMITS } from '../config/body-limits.ts'
import type { StreamSink } from '../contract/streamed.ts'
import {
  type HttpRequest,
  type HttpResponse,
  type TemplatedApp,
  type us_listen_socket,
  type us_socket,
  uws,
} from '../runtime/uws-library.ts'

/** Valid only inside the callback that hands it over. */
export type SocketRequest = HttpRequest
export type SocketResponse = HttpResponse

export type ConnectionCounter = {
  /** A connection from this peer is there; false closes it, and it was none. */
  opened(peer: string): boolean
  /** One that was let in has ended, unless it had become a WebSocket: whose it was, uWebSockets.js does not say. */
  ended(): void
}
export type SocketHandlers = {
  readonly connections?: ConnectionCounter
  /** GET, the hot way. */
  get(response: SocketResponse, request: SocketRequest): void
  /** Every other method. */
  other(response: SocketResponse, request: SocketRequest): void
  /** Adds what answers before these two: WebSockets. */
  extend?(app: TemplatedApp): void
}
export type ListenOptions = {
  readonly host: string
  readonly port: number
  /** Lets sibling processes listen on the same port; otherwise the port is taken exclusively. */
  readonly shared: boolean
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null
}
export type SocketServer = {
  readonly port: number
  stopAccepting(): void
  /** Cuts every connection; abort handlers run. */
  closeAll(): void
}

/** Missing from the package's types: without it two servers started by accident answer alternately on one port. */
const { LIBUS_LISTEN_EXCLUSIVE_PORT } = uws as unknown as { LIBUS_LISTEN_EXCLUSIVE_PORT: number }
const LISTEN_SHARED = 0

type ListenWithHostAndOptions = (host: string, port: number, options: number, done: (token: unknown) => void) => void

/** Starts listening; throws when the address is taken or the certificate cannot be read. */
export function listen(options: ListenOptions, handlers: SocketHandlers): Promise<SocketServer> {
  const app = options.tls === null ? uws.App() : openTls(options.tls)
  if (handlers.connections !== undefined) app.filter(countWith(handlers.connections))
  handlers.extend?.(app)
  app.get('/*', handlers.get)
  app.any('/*', handlers.other)
  return new Promise((resolve, reject) => {
    const listenWith = app.listen.bind(app) as unknown as ListenWithHostAndOptions
    listenWith(options.host, options.port, options.shared ? LISTEN_SHARED : LIBUS_LISTEN_EXCLUSIVE_PORT, (token) => {
      if (!token)
        return reject(new Error(`cannot listen on ${options.host}:${options.port}: address in use or refused`))
      let listening: unknown = token
      resolve({
        port: uws.us_socket_local_port(token as us_socket),
        stopAccepting() {
          if (listening !== null) uws.us_listen_socket_close(listening as us_listen_socket)
          listening = null
        },
        closeAll() {
          listening = null
          app.close()
        },
      })
    })
  })
}

/** Runs at each accept and each end, before a byte is read and before TLS begins. */
function countWith({ opened, ended }: ConnectionCounter): (response: SocketResponse, change: number) => void {
  let isRefusing = false
  return (response, change) => {
    if (change > 0) {
      if (opened(peerAddress(response))) return
      // Its end comes within.
      isRefusing = true
      response.close()
      isRefusing = false
    } else if (!isRefusing) ended()
  }
}

/** The package only says that it could not be done. */
function openTls({ certFile, keyFile }: NonNullable<ListenOptions['tls']>): TemplatedApp {
  try {
    return uws.SSLApp({ cert_file_name: certFile, key_file_name: keyFile })
  } catch (cause) {
    throw new Error(`TLS: ${certFile} and ${keyFile} cannot be read or do not belong together`, { cause })
  }
}

/** Text of the peer's address; only inside the request callback. */
export function peerAddress(response: SocketResponse): string {
  return Buffer.from(response.getRemoteAddressAsText()).toString('latin1')
}

const FIRST_HEADER = Buffer.from('X-Request-Id')

/** Bodies above this are handed over piece by piece, as the reader takes them, so that a slow one holds no second copy
 *  (what `end` cannot send at once, uWebSockets.js copies into a buffer without bound). */
const STREAM_BYTES = 16 * 1024

export type SlowReader = {
  /** A reader that has not taken the body by then is cut off. */
  readonly deadlineMs: number
  /** Runs once, when the last byte was handed to the system or the reader is gone. */
  readonly onClosed: () => void
  /** Registers a continuing answer with the callback that stops it. */
  readonly onStream?: (sink: StreamSink, stop: () => void) => void
}

/** Answers 200 within the request callback, which uWebSockets.js has corked: one write, and no abort handler unless the
 *  reader is slow. `head` is the value of `X-Request-Id` followed by further header lines, each after CRLF: one call
 *  into native code instead of one per header. All of it was made or checked by us, so it holds no line break of a
 *  caller. Returns whether the answer has left; otherwise `slow.onClosed` reports it, and a borrowed body was
 *  copied. */
export function writeWarm(
  response: SocketResponse,
  head: string,
  body: Uint8Array,
  isBorrowed: boolean,
  slow: SlowReader,
): boolean {
  response.writeHeader(FIRST_HEADER, head)
  if (body.byteLength <= STREAM_BYTES) {
    response.end(body)
    return true
  }
  if (response.tryEnd(body, body.byteLength)[1]) return true
  const closed = { done: false }
  const timer = setTimeout(() => response.close(), slow.deadlineMs)
  const onClosed = (): void => {
    if (closed.done) return
    closed.done = true
    clearTimeout(timer)
    slow.onClosed()
  }
  response.onAborted(onClosed)
  continueWhenWritable(response, isBorrowed ? Buffer.from(body) : body, onClosed)
  return false
}

export function writeWarmEmpty(response: SocketResponse, status: string, head: string): void {
  response.writeStatus(status).writeHeader(FIRST_HEADER, head).endWithoutBody()
}

function continueWhenWritable(response: SocketResponse, body: Uint8Array, onDone: () => void): void {
  response.onWritable((offset) => {
    const [taken, done] = response.tryEnd(body.subarray(offset), body.byteLength)
    if (done) onDone()
    return taken
  })
}

export type Answer = {
  /** `200 OK` */
  readonly status: string
  /** As for `writeWarm`. */
  readonly head: string
  /** Null sends none: 204, 304. */
  readonly body: Uint8Array | null
  readonly ending: Ending
}

/** What becomes of the connection after an answer. `close` ends it. `linger` asks the client to end it and reads on for
 *  at most ten seconds: a client that is cut off while it sends gets a reset instead of the answer. */
export type Ending = 'keep' | 'linger' | 'close'

/** A sink that can also break off, without the end that marks an answer as complete. */
export type CutSink = StreamSink & { cut(): void }

/** One request that is not answered on the spot. Knows whether the client is still there; after the answer or the abort
 *  nothing touches the socket any more (uWebSockets.js would end the process). */
export class Exchange {
  readonly isHead: boolean
  readonly #slow: SlowReader
  #response: SocketResponse | null
  #onGone: (() => void) | null = null
  #isAnswered = false
  #isClosed = false
  #writeTimer: NodeJS.Timeout | undefined

  constructor(response: SocketResponse, options: { isHead: boolean; slow: SlowReader }) {
    this.#response = response
    this.isHead = options.isHead
    this.#slow = options.slow
    response.onAborted(() => {
      const onGone = this.#onGone
      this.#onGone = null
      this.#close()
      onGone?.()
    })
  }

  /** False once answered or abandoned. */
  get isOpen(): boolean {
    return this.#response !== null && !this.#isAnswered
  }

  /** Runs when the client leaves before the answer. */
  onGone(listener: () => void): void {
    this.#onGone = listener
  }

  /** Pieces of the body, copied; `onPiece` returning false stops the reading. Call it inside the request callback. Each
   *  chunk of a chunked body is a piece, and the parser hands over megabytes of them in one turn of the loop, also
   *  after the reading has stopped: who sends more small ones than `BODY_LIMITS` allows in a turn is cut off within
   *  it. */
  onBody(onPiece: (piece: Buffer, isLast: boolean) => boolean): void {
    assert(this.#response !== null, 'the body is read before the answer')
    let isReading = true
    let [pieces, bytes] = [0, 0]
    this.#response.onData((piece, isLast) => {
      if (pieces++ === 0) {
        setImmediate(() => {
          pieces = 0
          bytes = 0
        })
      }
      bytes += piece.byteLength
      // An answer that was sent meanwhile has ended the response, and nothing may touch it: `#response` is null then.
      if (pieces > BODY_LIMITS.piecesInTurn + bytes / BODY_LIMITS.bytesOfPiece) return void this.#response?.close()
      if (isReading) isReading = onPiece(Buffer.from(new Uint8Array(piece)), isLast)
    })
  }

  /** Sends the answer once; false when the client has gone or was answered. */
  send(answer: Answer): boolean {
    const response = this.#response
    if (response === null || this.#isAnswered) return false
    this.#isAnswered = true
    this.#onGone = null
    const { body, ending } = answer
    const isRefusal = answer.status.startsWith('4')
    // Where uWebSockets.js cannot end the connection, the client is asked to; idle ones are ended after 10 s anyway.
    const closeLine = ending === 'keep' ? '' : '\r\nConnection: close'
    response.cork(() => {
      response.writeStatus(answer.status)
      if (this.isHead && ending === 'close' && isRefusal) {
        // endWithoutBody cannot end the connection.
        response.writeHeader(FIRST_HEADER, answer.head).end('', true)
        this.#close()
      } else if (body === null || this.isHead) {
        // No argument for endWithoutBody, not even undefined: a length would leave the answer open until that many
        // bytes were written (seen November 2026).
        const lengthLine = body === null ? '' : `\r\nContent-Length: ${body.byteLength}`
        response.writeHeader(FIRST_HEADER, answer.head + lengthLine + closeLine).endWithoutBody()
        this.#close()
      } else if (body.byteLength <= STREAM_BYTES) {
        // uWebSockets.js says itself that it ends the connection.
        const ends = ending === 'close'
        response.writeHeader(FIRST_HEADER, ends ? answer.head : answer.head + closeLine).end(body, ends)
        this.#close()
      } else {
        response.writeHeader(FIRST_HEADER, answer.head + closeLine)
        if (response.tryEnd(body, body.byteLength)[1]) return this.#close()
        this.#writeTimer = setTimeout(() => this.#response?.close(), this.#slow.deadlineMs)
        continueWhenWritable(response, body, () => this.#close())
      }
    })
    return true
  }

  /** Begins an answer that goes on; null when the client has gone or was answered. A HEAD request gets the head
   *  alone. */
  stream(head: Pick<Answer, 'status' | 'head'>): CutSink | null {
    const response = this.#response
    if (response === null || this.#isAnswered) return null
    this.#isAnswered = true
    this.#onGone = null
    const closed: (() => void)[] = []
    let onDrain = (): void => {}
    let onStopping = (): void => {}
    this.#onGone = () => {
      for (const listener of closed) listener()
    }
    response.cork(() => {
      response.writeStatus(head.status).writeHeader(FIRST_HEADER, head.head)
      if (this.isHead) response.endWithoutBody()
    })
    if (this.isHead) {
      this.#close()
      return null
    }
    response.onWritable(() => {
      onDrain()
      return true
    })
    const sink: CutSink = {
      write: (chunk) => {
        if (this.#response === null) return false
        let isTaken = false
        response.cork(() => {
          isTaken = response.write(chunk)
        })
        return isTaken
      },
      onDrain: (listener) => {
        onDrain = listener
      },
      onClosed: (listener) => void closed.push(listener),
      onStopping: (listener) => {
        onStopping = listener
      },
      end: () => {
        if (this.#response === null) return
        // Not with the connection: uWebSockets.js would write its `Connection: close` into the body (seen November
        // 2026).
        response.cork(() => void response.end())
        this.#onGone = null
        this.#close()
        for (const listener of closed) listener()
      },
      // The abort handler runs within it.
      cut: () => void this.#response?.close(),
      get isOpen() {
        return isOpen()
      },
    }
    const isOpen = (): boolean => this.#response !== null
    this.#slow.onStream?.(sink, () => onStopping())
    return sink
  }

  #close(): void {
    this.#response = null
    if (this.#isClosed) return
    this.#isClosed = true
    clearTimeout(this.#writeTimer)
    this.#slow.onClosed()
  }
}
