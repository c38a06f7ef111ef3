import type { Logger } from '../runtime/log.ts'
import type { RequestContext } from './request-context.ts'

const PATH_CHARS = 200

/** Tickets of chart data come in the path. */
const TICKET = /mgt_[\w-]+/g

/** One line per answer: failures of ours at `error`, of providers at `warn`, everything else at `debug`. The query and
 *  the headers are never logged: keys travel in them. */
export function logAnswer(log: Logger, context: RequestContext, status: number, durationMs: number): void {
  const line = {
    requestId: context.id,
    method: context.method,
    route: context.mounted?.name ?? null,
    path: context.path.slice(0, PATH_CHARS).replace(TICKET, 'mgt_...'),
    status,
    keyId: context.keyId,
    durationMs: Math.round(durationMs * 1_000) / 1_000,
    upstreamCalls: context.scope?.upstreamCalls ?? 0,
  }
  if (status === 500) log.error(line, 'answered')
  else if (status > 500) log.warn(line, 'answered')
  else log.debug(line, 'answered')
}
