import type { HttpServerState } from './server-state.ts'
import type { SocketRequest } from './uws.ts'

/** All lines of `X-Forwarded-For` as one list: a proxy may add its own below one that the client sent, and the first
 *  alone would be the client's word. Empty where no proxy is trusted. */
export function forwardedForOf({ proxies }: Pick<HttpServerState, 'proxies'>, request: SocketRequest): string {
  if (proxies.ranges.length === 0 || request.getHeader('x-forwarded-for') === '') return ''
  const lines: string[] = []
  request.forEach((name, value) => {
    if (name === 'x-forwarded-for') lines.push(value)
  })
  return lines.join(',')
}
