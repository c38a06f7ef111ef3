import { fail, type Outcome, ok } from '../contract/outcome.ts'
import type { HttpServerState } from './server-state.ts'
import type { SocketRequest } from './uws.ts'

/** Headers that say whose money is moved, and whether it was moved already, with their names in body and query. */
const IDENTITY: Readonly<Record<string, { readonly shown: string; readonly elsewhere: string }>> = {
  'x-user-ref': { shown: 'X-User-Ref', elsewhere: 'user_ref' },
  'idempotency-key': { shown: 'Idempotency-Key', elsewhere: 'idempotency_key' },
}
const SESSION = 'x-session-token'

/** The headers that a route declares; empty text where the request has none. One that is there but says nothing, or
 *  twice something, is refused instead of being taken for none: without it the request means another wallet, or another
 *  payment. So are those that the parser cannot be trusted with. Fails `invalid_request`, `unauthorized` for an empty
 *  session. */
export function readDeclaredHeaders(
  { tuning }: Pick<HttpServerState, 'tuning'>,
  request: SocketRequest,
  names: readonly string[],
): Outcome<Readonly<Record<string, string>>> {
  if (names.length === 0) return ok({})
  const headers = Object.fromEntries(names.map((name) => [name, request.getHeader(name)]))
  for (const name of names) {
    const identity = IDENTITY[name]
    if (identity === undefined && name !== SESSION) continue
    const lines = countLines(request, name)
    if (lines === 0) continue
    const isEmpty = headers[name] === ''
    if (identity === undefined) {
      if (isEmpty) return fail('unauthorized', 'invalid session token')
      continue
    }
    const { shown, elsewhere } = identity
    if (tuning.headerBytes === 'trimmed')
      return fail(
        'invalid_request',
        `${shown}: the HTTP parser of this server loses bytes of headers; send ${elsewhere} in the body or query`,
      )
    if (isEmpty) return fail('invalid_request', `${shown}: empty; leave it out or give a value`)
    if (lines > 1) return fail('invalid_request', `${shown}: given ${lines} times`)
  }
  return ok(headers)
}

/** A header that is there, although nothing is left of it or nothing was in it. */
export function isHeaderThere(request: SocketRequest, name: string): boolean {
  return countLines(request, name) > 0
}

function countLines(request: SocketRequest, name: string): number {
  let lines = 0
  request.forEach((header) => {
    if (header === name) lines++
  })
  return lines
}
