import type { Clock } from '../runtime/clock.ts'
import type { Logger } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import type { AuditTable } from './audit-rows.ts'
import type { Integrity } from './integrity.ts'

/** Says of each row that is not authentic, once: in the log, in the operator's log and as a number to alarm on. */
export function reportRejected(parts: {
  readonly integrity: Integrity
  readonly audit: AuditTable
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics
}): void {
  const { integrity, audit, clock, log, metrics } = parts
  const rejected = metrics.gauge('mintglass_store_rejected_rows', 'Rows of keys and wallets whose code is wrong.', [])
  metrics.onCollect(() => rejected.set(integrity.rejected().length, {}))
  integrity.onRejected(({ table, key }) => {
    log.error({ table, key }, 'a row is not authentic and is refused: another program wrote it, see docs/integrity.md')
    const entry = {
      atMs: clock.nowMs(),
      actor: 'server',
      action: 'store.rejected',
      addressBucket: null,
      subject: 'store',
      before: null,
      after: { table, key },
    } as const
    // Later: what read the row may be within a transaction.
    setImmediate(() => {
      audit.append(entry).catch((error: unknown) => log.warn({ err: error }, 'the operator log has no row about it'))
    })
  })
}
