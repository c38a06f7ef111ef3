import { BODY_LIMITS } from '../config/body-limits.ts'
import { fail, type Outcome, ok } from '../contract/outcome.ts'
import { inBackground } from '../runtime/background.ts'
import { startDeadline } from '../runtime/deadline.ts'
import { declaresBody } from '../runtime/declares-body.ts'
import { type BodyBudget, giveBytes, takeBytes } from './body-budget.ts'
import type { HttpServerState } from './server-state.ts'
import type { Exchange, SocketRequest } from './uws.ts'

/** How a request says where its body ends. `chunked`: in a way that uWebSockets.js reads loosely (it takes other bytes
 *  for the line ends, and letters that are no digits; seen November 2026), so that where such a body ends is not
 *  certain. `unclear`: two lengths, two encodings, an empty one, a length that is no number, or an encoding other than
 *  `chunked`, which different programs read differently. Request smuggling lives from both: the connection ends with
 *  the answer. */
export type Framing = 'plain' | 'chunked' | 'unclear'

export function framingOf(request: SocketRequest, method: string): Framing {
  if (method === 'GET' && !declaresBody(request)) return 'plain'
  let lengths = 0
  let encodings = 0
  let isOdd = false
  request.forEach((name, value) => {
    if (name === 'content-length') {
      lengths++
      isOdd ||= !/^[0-9]+$/.test(value)
    } else if (name === 'transfer-encoding') {
      encodings++
      // Neither trimmed nor lower-cased by Unicode, which knows more white space (U+00A0) and another k (U+212A).
      isOdd ||= !/^chunked$/i.test(value)
    }
  })
  if (isOdd || lengths + encodings > 1) return 'unclear'
  return encodings === 1 ? 'chunked' : 'plain'
}

export const PAYLOAD_TOO_LARGE = fail('payload_too_large', 'payload too large')

/** How one body is read: how long it may be, how long it says it is (0: it does not), whose bytes count where. */
export type BodyReading = {
  readonly maxBytes: number
  readonly declaredBytes: number
  readonly budget: BodyBudget
  readonly holder: string
}

/** Milliseconds that a body has to arrive: one that trickles must not hold room that others need. */
function bodyDeadlineMs({ maxBytes, declaredBytes }: BodyReading): number {
  const bytes = declaredBytes > 0 ? declaredBytes : maxBytes
  return BODY_LIMITS.graceMs + (bytes / BODY_LIMITS.slowestBytesPerSec) * 1_000
}

/** Reads a body, counting. Fails `payload_too_large`, `body_timeout`, or `too_busy` when the bytes under way of all
 *  callers, or of this one, would pass their bound. Call it inside the request callback. Never settles when the client
 *  leaves; the exchange reports that. */
export function readBody(http: HttpServerState, exchange: Exchange, reading: BodyReading): Promise<Outcome<Buffer>> {
  const { budget, holder, maxBytes } = reading
  let body: Buffer = EMPTY
  let bytes = 0
  const deadlineMs = Math.min(http.tuning.bodyDeadlineMs, bodyDeadlineMs(reading))
  const deadline = startDeadline(http.ctx.clock, deadlineMs)
  return new Promise((resolve) => {
    let isSettled = false
    const settle = (outcome: Outcome<Buffer>): false => {
      if (isSettled) return false
      isSettled = true
      giveBytes(budget, holder, bytes)
      deadline.clear()
      body = EMPTY
      resolve(outcome)
      return false
    }
    exchange.onGone(() => settle(fail('cancelled', 'client closed the connection')))
    inBackground(
      'body deadline',
      deadline.expired.then(() => settle(fail('body_timeout', 'request body timeout'))),
    )
    exchange.onBody((piece, isLast) => {
      if (isSettled) return false
      if (bytes + piece.byteLength > maxBytes) return settle(PAYLOAD_TOO_LARGE)
      if (!takeBytes(budget, holder, piece.byteLength)) return settle(fail('too_busy', 'too busy', 1))
      body = appended(body, bytes, piece)
      bytes += piece.byteLength
      return isLast ? settle(ok(body.subarray(0, bytes))) : true
    })
  })
}

const EMPTY = Buffer.alloc(0)

/** A buffer that begins with the first `bytes` of `body` and goes on with `piece`. Pieces are not kept: one of a single
 *  byte holds a hundred. */
function appended(body: Buffer, bytes: number, piece: Buffer): Buffer {
  if (bytes === 0) return piece
  const needed = bytes + piece.byteLength
  const room = body.byteLength >= needed ? body : Buffer.allocUnsafeSlow(2 * needed)
  if (room !== body) body.copy(room, 0, 0, bytes)
  piece.copy(room, bytes)
  return room
}
