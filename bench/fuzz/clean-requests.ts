import type { Draw } from './draw.ts'
import { type FuzzCase, type RequestParts, requestBytes, type Target } from './http-case.ts'

/* Clean requests with an id, from which shapes on the wire are built. */

export type Shape = { readonly bytes: Buffer; readonly cuts?: FuzzCase['cuts']; readonly end?: FuzzCase['end'] }
/** Each call another X-Request-Id. */
export type Ids = () => string

export function keyed({ key }: Target, id: string): [string, string][] {
  return [
    ['X-API-Key', key],
    ['X-Request-Id', id],
  ]
}

export function priceParts(target: Target, id: string): RequestParts {
  const body = JSON.stringify({ mints: [target.mints[0]] })
  return { method: 'POST', target: '/api/v2/tokens/prices', headers: keyed(target, id), body }
}

export function postPrices(target: Target, id: string): Buffer {
  return requestBytes(priceParts(target, id))
}

export function getHealth(id: string, extra: readonly (readonly [string, string])[] = []): Buffer {
  return requestBytes({ method: 'GET', target: '/health', headers: [['X-Request-Id', id], ...extra] })
}

export function chunkedPost(target: Target, id: string, chunks: string): Buffer {
  const headers: [string, string][] = [...keyed(target, id), ['Transfer-Encoding', 'chunked']]
  const [path, method] = ['/api/v2/tokens/prices', 'POST']
  return Buffer.concat([requestBytes({ method, target: path, headers }), Buffer.from(chunks, 'latin1')])
}

/** What must never be answered, for it stands behind something that ends the connection. */
export function smuggled(): Buffer {
  return getHealth('smuggled')
}

export function cutAnywhere(draw: Draw, bytes: number): Pick<Shape, 'cuts'> {
  return { cuts: [{ at: 1 + draw.below(bytes), waitMs: draw.below(3) }] }
}
