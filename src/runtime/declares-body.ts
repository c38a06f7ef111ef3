import type { HttpRequest } from './uws-library.ts'

let hasFramingLine = false
const lookAtName = (name: string): void => {
  // Most names differ in length.
  const { length } = name
  if (length === 14 ? name === 'content-length' : length === 17 && name === 'transfer-encoding') hasFramingLine = true
  else if (length === 13) hasTag ||= name === 'if-none-match'
  else if (length === 12) hasId ||= name === 'x-request-id'
  else if (length === 15) hasCoding ||= name === 'accept-encoding'
}
let hasTag = false
let hasId = false
let hasCoding = false

/** Of the request that `declaresBody` walked last: whether these lines are worth a look-up, which costs more than
 *  this. */
export const lastWalk = {
  get hasTag() {
    return hasTag
  },
  get hasId() {
    return hasId
  },
  get hasCoding() {
    return hasCoding
  },
}

/** Whether a line says anything of a body, be it empty: `getHeader` gives the first line alone, so an empty one would
 *  hide those below it. One listener for all requests: this is the hot way, and the walk costs about what two look-ups
 *  do. */
export function declaresBody(request: HttpRequest): boolean {
  hasFramingLine = hasTag = hasId = hasCoding = false
  request.forEach(lookAtName)
  return hasFramingLine
}
