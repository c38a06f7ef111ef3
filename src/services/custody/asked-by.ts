import type { Context } from '../../context.ts'
import { addressBucket } from '../../runtime/client-address.ts'
import { currentScope } from '../../runtime/request-scope.ts'
import { type AuditEntry, withoutKey } from '../../store/audit-rows.ts'

/** What audit rows say about the request that the current work belongs to; the server itself where there is none. */
export function askedBy({ clock }: Pick<Context, 'clock'>): Pick<AuditEntry, 'actor' | 'addressBucket' | 'atMs'> & {
  readonly requestId: string | null
} {
  const scope = currentScope()
  return {
    actor: scope === undefined ? 'server' : 'key',
    addressBucket: scope?.clientIp === undefined ? null : addressBucket(scope.clientIp),
    atMs: clock.nowMs(),
    requestId: scope === undefined ? null : withoutKey(scope.requestId),
  }
}
