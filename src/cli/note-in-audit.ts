import type { Config } from '../config/env.ts'
import type { Clock } from '../runtime/clock.ts'
import type { AuditAction, AuditValues } from '../store/audit-rows.ts'
import { openKeyStore } from '../store/open.ts'

/** Writes a row about what the operator did to the whole store into that store's own log: durable before it resolves.
 *  Throws `StoreError`. */
export async function noteInAudit(
  parts: { readonly config: Config; readonly clock: Clock },
  action: Extract<AuditAction, `store.${string}`>,
  after: AuditValues,
): Promise<void> {
  const store = await openKeyStore(parts)
  try {
    const atMs = parts.clock.nowMs()
    await store.audit.append({
      atMs,
      actor: 'operator',
      action,
      addressBucket: null,
      subject: 'store',
      before: null,
      after,
    })
  } finally {
    await store.close()
  }
}
