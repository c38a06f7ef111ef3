import { fail, type Outcome, ok } from '../contract/outcome.ts'
import { startDeadline } from '../runtime/deadline.ts'
import type { Front } from './front.ts'
import type { Exchange, SocketRequest } from './uws.ts'

/** Bytes of bodies being read, all requests of a kind together, and how many there may be. */
export type BodyBudget = { bytes: number; readonly maxBytes: number }

/** How a request says where its body ends. `chunked`: in a way that uWebSockets.js reads loosely (it takes other bytes
 *  for the line ends, and letters that are no digits; seen November 2026), so that where such a body ends is not certain.
 *  `unclear`: two lengths, two encodings, an empty one, or an encoding other than `chunked`, which different programs
 *  read differently. Request smuggling lives from both: the connection ends with the answer. */
export type Framing = 'plain' | 'chunked' | 'unclear'

export function framingOf(request: SocketRequest, method: string): Framing {
  // The hot way is not made to walk its headers: on GET alone, an empty length passes for none.
  const hasNone = request.getHeader('content-length') === '' && request.getHeader('transfer-encoding') === ''
  if (hasNone && method === 'GET') return 'plain'
  let lengths = 0
  let encodings = 0
  let isOdd = false
  request.forEach((name, value) => {
    if (name === 'content-length') {
      lengths++
      isOdd ||= value.trim() === ''
    } else if (name === 'transfer-encoding') {
      encodings++
      isOdd ||= value.trim().toLowerCase() !== 'chunked'
    }
  })
  if (isOdd || lengths + encodings > 1) return 'unclear'
  return encodings === 1 ? 'chunked' : 'plain'
}

export const PAYLOAD_TOO_LARGE = fail('payload_too_large', 'payload too large')

/** Reads a body of at most `bodyBytes`, counting. Fails `payload_too_large`,
 *  `body_timeout`, or `too_busy` when all bodies being read together would pass their bound. Call it inside the request
 *  callback. Never settles when the client leaves; the exchange tells that. */
export function readBody(front: Front, exchange: Exchange, budget = front.bodies): Promise<Outcome<Buffer>> {
  const { bodyBytes, bodyDeadlineMs } = front.tuning
  const pieces: Buffer[] = []
  let bytes = 0
  const deadline = startDeadline(front.ctx.clock, bodyDeadlineMs)
  return new Promise((resolve) => {
    let isSettled = false
    const settle = (outcome: Outcome<Buffer>): false => {
      if (isSettled) return false
      isSettled = true
      budget.bytes -= bytes
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
      budget.bytes += piece.byteLength
      if (bytes > bodyBytes) return settle(PAYLOAD_TOO_LARGE)
      if (budget.bytes > budget.maxBytes) return settle(fail('too_busy', 'too busy', 1))
      pieces.push(piece)
      if (!isLast) return true
      return settle(ok(pieces.length === 1 ? piece : Buffer.concat(pieces, bytes)))
    })
  })
}
