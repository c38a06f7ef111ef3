import { type Failure, fail, type Outcome, ok } from '../contract/outcome.ts'
import { startDeadline } from '../runtime/deadline.ts'
import type { Front } from './front.ts'
import type { Exchange, SocketRequest } from './uws.ts'

/** Bytes of bodies being read, all requests together. */
export type BodyBudget = { bytes: number }

/** How the request frames its body. Two lengths, two encodings or an encoding other than `chunked` are read differently
 *  by different programs, which is what request smuggling lives from: refused, and the connection ended. */
export function checkFraming(request: SocketRequest): Failure | null {
  if (request.getHeader('content-length') === '' && request.getHeader('transfer-encoding') === '') return null
  let lengths = 0
  let encodings = 0
  let isOddEncoding = false
  request.forEach((name, value) => {
    if (name === 'content-length') lengths++
    else if (name === 'transfer-encoding') {
      encodings++
      isOddEncoding ||= value.trim().toLowerCase() !== 'chunked'
    }
  })
  if (lengths + encodings <= 1 && !isOddEncoding) return null
  return fail('invalid_request', 'ambiguous body length')
}

/** Reads a body of at most `bodyBytes`, by its declared length and by counting. Fails `payload_too_large`,
 *  `body_timeout`, or `too_busy` when all bodies being read together would pass their bound. Call it inside the request
 *  callback. Never settles when the client leaves; the exchange tells that. */
export function readBody(front: Front, exchange: Exchange, declaredBytes: number): Promise<Outcome<Buffer>> {
  const { bodyBytes, bodyBytesInFlight, bodyDeadlineMs } = front.tuning
  if (declaredBytes > bodyBytes) return Promise.resolve(fail('payload_too_large', 'payload too large'))
  const pieces: Buffer[] = []
  let bytes = 0
  const deadline = startDeadline(front.ctx.clock, bodyDeadlineMs)
  return new Promise((resolve) => {
    let isSettled = false
    const settle = (outcome: Outcome<Buffer>): false => {
      if (isSettled) return false
      isSettled = true
      front.bodies.bytes -= bytes
      deadline.clear()
      pieces.length = 0
      resolve(outcome)
      return false
    }
    exchange.onGone(() => settle(fail('cancelled', 'client closed the connection')))
    void deadline.expired.then(() => settle(fail('body_timeout', 'request body timeout')))
    exchange.onBody((piece, isLast) => {
      if (isSettled) return false
      bytes += piece.byteLength
      front.bodies.bytes += piece.byteLength
      if (bytes > bodyBytes) return settle(fail('payload_too_large', 'payload too large'))
      if (front.bodies.bytes > bodyBytesInFlight) return settle(fail('too_busy', 'too busy', 1))
      pieces.push(piece)
      if (!isLast) return true
      return settle(ok(pieces.length === 1 ? piece : Buffer.concat(pieces, bytes)))
    })
  })
}
