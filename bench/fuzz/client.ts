import { connect, type Socket } from 'node:net'
import type { FuzzCase } from './http-case.ts'
import { judge, type Verdict } from './http-judge.ts'
import { bytesNeeded, faultOf, isNative, type Reply, readReply } from './http-replies.ts'

/** The server's promise for what is no whole request, and what a busy machine may add. */
const CLOSE_WITHIN_MS = 15_000
const SLACK_MS = 1_500
/** Longer than any route's deadline. */
const ANSWER_WITHIN_MS = 40_000
/** A shape that is not over by then waits beside the others instead of in their way. */
const PATIENCE_MS = 150

export type CaseResult = {
  readonly family: string
  /** What the judge says of the first message. */
  readonly shape: string
  /** Statuses of the answers of the front; the parser's own refusals carry a `p`. */
  readonly statuses: readonly string[]
  readonly faults: readonly string[]
  /** From the last byte sent to the end of the connection, for what the server had to end. */
  readonly closedAfterMs: number | null
}

type Heard = { readonly bytes: Buffer; readonly isClosed: boolean }

/** A connection that is kept for ordinary requests, opened again when the server ends it. */
export class KeptConnection {
  readonly #port: number
  #socket: Socket | null = null

  constructor(port: number) {
    this.#port = port
  }

  /** Sends one request that the judge calls one, and judges the answer. */
  async run(fuzzCase: FuzzCase, verdict: Verdict): Promise<CaseResult> {
    let heard = await this.#exchange(fuzzCase.bytes, verdict)
    // A kept connection may be ended while it idles: asked again, once, on a new one.
    if (heard.bytes.length === 0 && heard.isClosed) heard = await this.#exchange(fuzzCase.bytes, verdict)
    const result = examine(fuzzCase, [verdict], heard.bytes, heard.isClosed ? 0 : null)
    const isOver = heard.isClosed || result.faults.length > 0 || verdict.closes || saysClose(heard.bytes)
    if (isOver) this.close()
    return result
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = null
  }

  async #exchange(bytes: Buffer, verdict: Verdict): Promise<Heard> {
    if (this.#socket === null || this.#socket.destroyed || this.#socket.readableEnded)
      this.#socket = await open(this.#port)
    const socket = this.#socket
    return listen(
      socket,
      (heard) => readReply(heard, 0, verdict.method === 'HEAD') !== null,
      ANSWER_WITHIN_MS,
      () => {
        socket.write(bytes)
      },
    )
  }
}

/** Runs a case on a connection of its own. `onWaiting` is called when the rest is waiting for the server. */
export async function runAlone(port: number, fuzzCase: FuzzCase, onWaiting: () => void): Promise<CaseResult> {
  const verdicts = judge(
    fuzzCase.bytes,
    fuzzCase.cuts?.map(({ at }) => at),
  )
  const socket = await open(port)
  let sentAtMs = performance.now()
  const isOver = (heard: Buffer): boolean => {
    const last = verdicts.at(-1)
    if (last === undefined || last.mustClose || last.closes) return false
    return readAll(heard, verdicts).replies.length >= verdicts.length
  }
  const timer = setTimeout(onWaiting, PATIENCE_MS)
  const sending = new AbortController()
  const heard = await listen(socket, isOver, ANSWER_WITHIN_MS, () => {
    void write(socket, fuzzCase, sending.signal).then(() => {
      sentAtMs = performance.now()
    })
  })
  sending.abort()
  clearTimeout(timer)
  socket.destroy()
  const closedAfterMs = heard.isClosed ? Math.max(0, performance.now() - sentAtMs) : null
  return examine(fuzzCase, verdicts, heard.bytes, closedAfterMs)
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    socket.setNoDelay(true)
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject)
      // A reset is the server's way to close, too.
      socket.on('error', () => {})
      resolve(socket)
    })
  })
}

/** What arrives until `isOver`, the end of the connection, or the time is up. Large replies arrive in many pieces,
 *  which are put together when the last of them can be there. */
function listen(
  socket: Socket,
  isOver: (heard: Buffer) => boolean,
  withinMs: number,
  start: () => void,
): Promise<Heard> {
  return new Promise((resolve) => {
    let pieces: Buffer[] = []
    let bytes = 0
    let needed = 1
    const whole = (): Buffer => {
      if (pieces.length !== 1) pieces = [Buffer.concat(pieces)]
      return pieces[0]!
    }
    const settle = (isClosed: boolean): void => {
      clearTimeout(timer)
      socket.off('data', onData)
      socket.off('end', onEnd)
      socket.off('close', onEnd)
      resolve({ bytes: whole(), isClosed })
    }
    const onEnd = () => settle(true)
    const onData = (piece: Buffer): void => {
      pieces.push(piece)
      bytes += piece.length
      if (bytes < needed) return
      const heard = whole()
      if (isOver(heard)) settle(false)
      else needed = bytesNeeded(heard)
    }
    const timer = setTimeout(() => settle(false), withinMs)
    socket.on('data', onData)
    socket.on('end', onEnd)
    socket.on('close', onEnd)
    start()
  })
}

async function write(socket: Socket, { bytes, cuts = [], end }: FuzzCase, signal: AbortSignal): Promise<void> {
  let from = 0
  for (const { at, waitMs } of cuts) {
    if (at <= from || at >= bytes.length) continue
    socket.write(bytes.subarray(from, at))
    from = at
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    if (signal.aborted || socket.destroyed) return
  }
  if (from < bytes.length) socket.write(bytes.subarray(from))
  if (end === 'half-close') socket.end()
  else if (end === 'reset') socket.resetAndDestroy()
  else if (end === 'leave') socket.destroy()
}

/** The replies to these messages, and what cannot be read as one. */
function readAll(
  heard: Buffer,
  verdicts: readonly Verdict[],
): { replies: Reply[]; fault: string | null; isCut: boolean } {
  const replies: Reply[] = []
  let at = 0
  while (at < heard.length) {
    const reply = readReply(heard, at, verdicts[replies.length]?.method === 'HEAD')
    if (reply === null) return { replies, fault: null, isCut: true }
    if (typeof reply === 'string') return { replies, fault: reply, isCut: false }
    replies.push(reply)
    at = reply.end
  }
  return { replies, fault: null, isCut: false }
}

function saysClose(heard: Buffer): boolean {
  return /\r\nconnection: close\r\n/i.test(heard.toString('latin1', 0, 2_000))
}

/** Holds what came back against what was sent. */
function examine(
  fuzzCase: FuzzCase,
  verdicts: readonly Verdict[],
  heard: Buffer,
  closedAfterMs: number | null,
): CaseResult {
  const faults: string[] = []
  const { replies, fault, isCut } = readAll(heard, verdicts)
  const last = verdicts.at(-1)
  const mustClose = last === undefined || last.mustClose
  const asked = verdicts.filter(({ kind }) => kind === 'request' || kind === 'tolerated').length
  if (fault !== null) faults.push(fault)
  replies.forEach((reply, i) => {
    faults.push(...faultsOfReply(fuzzCase, verdicts, reply, i, i === replies.length - 1))
  })
  const weLeft = fuzzCase.end !== undefined
  // Whether anything was answered before we left is chance.
  if (!weLeft) {
    // uWebSockets.js ends a connection that pipelines behind a request whose answer is due or under way.
    const mayEnd = verdicts.length > 1 || last?.kind !== 'request' || last.isFollowed || fuzzCase.isSlow === true
    if (isCut && !(mayEnd && closedAfterMs !== null)) faults.push('reply cut short')
    if (mustClose && closedAfterMs === null) faults.push('not closed')
    else if (mustClose && closedAfterMs! > CLOSE_WITHIN_MS + SLACK_MS) faults.push('closed too late')
    else if (replies.length < asked && closedAfterMs === null) faults.push('no answer')
    else if (replies.length < asked && !isCut && !mayEnd) faults.push('closed without an answer')
  }
  return {
    family: fuzzCase.family,
    shape: last === undefined ? 'silence' : last.why === '' ? last.kind : `${last.kind}: ${last.why}`,
    statuses: [
      ...replies.map((reply) => (isNative(reply) ? `${reply.status}p` : String(reply.status))),
      ...(isCut ? ['cut'] : []),
    ],
    faults,
    closedAfterMs: mustClose && !weLeft ? closedAfterMs : null,
  }
}

function faultsOfReply(
  fuzzCase: FuzzCase,
  verdicts: readonly Verdict[],
  reply: Reply,
  i: number,
  isLast: boolean,
): string[] {
  const verdict = verdicts[i]
  const id = reply.headers.get('x-request-id')?.[0]
  if (verdict === undefined)
    return [`answer ${i + 1} of ${verdicts.length}${id === 'smuggled' ? ', a smuggled one' : ''}`]
  if (isNative(reply)) {
    if (verdict.kind === 'request') {
      // The refusal of a later message of the same bytes takes the place of an answer that is still due.
      const behind = verdict.isFollowed || verdicts.slice(i + 1).some(({ kind }) => kind !== 'request')
      return behind && isLast ? [] : [`refused by the parser with ${reply.status}`]
    }
    return isLast ? [] : ['served after a refusal']
  }
  if (verdict.kind === 'broken' && reply.status < 400) return [`served: ${verdict.why}`]
  const fault = faultOf(reply, verdict.method, verdict.path, verdict.accept)
  if (fault !== null) return [fault]
  if (/^f\w+-\d+$/.test(verdict.id) && id !== verdict.id) return ['answer out of order']
  const { statuses } = fuzzCase
  if (statuses !== undefined && !statuses.includes(reply.status))
    return [`status ${reply.status} where ${statuses.join(', ')} fits`]
  return []
}
