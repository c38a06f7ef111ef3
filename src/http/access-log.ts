import type { Logger } from '../runtime/log.ts'
import type { Visit } from './visit.ts'

const PATH_CHARS = 200

/** One line per answer: failures of ours at `error`, of providers at `warn`, everything else at `debug`. The query and
 *  the headers are never logged: keys travel in them. */
export function logAnswer(log: Logger, visit: Visit, status: number, durationMs: number): void {
  const line = {
    requestId: visit.id,
    method: visit.method,
    route: visit.mounted?.name ?? null,
    path: visit.path.slice(0, PATH_CHARS),
    status,
    keyId: visit.keyId,
    durationMs: Math.round(durationMs * 1_000) / 1_000,
    upstreamCalls: visit.scope?.upstreamCalls ?? 0,
  }
  if (status === 500) log.error(line, 'answered')
  else if (status > 500) log.warn(line, 'answered')
  else log.debug(line, 'answered')
}
