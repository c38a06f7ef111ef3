import type { HttpRequest } from './uws-library.ts'

let hasFramingLine = false
const lookAtName = (name: string): void => {
  if (name === 'content-length' || name === 'transfer-encoding') hasFramingLine = true
}

/** Whether a line says anything of a body, be it empty: `getHeader` gives the first line alone, so an empty one would hide
 *  those below it. One listener for all requests: this is the hot way, and the walk costs about what two look-ups do. */
export function declaresBody(request: HttpRequest): boolean {
  hasFramingLine = false
  request.forEach(lookAtName)
  return hasFramingLine
}
