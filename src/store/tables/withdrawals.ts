import type { AuditEntry } from '../audit-rows.ts'
import { decodeDurable, encodeDurable } from '../codec.ts'
import type { Environment, Table } from '../environment.ts'
import type { OpenWithdrawal, WithdrawalEnd, WithdrawalsTable } from '../withdrawal-rows.ts'
import type { OpenAudit } from './audit.ts'

export function openWithdrawals(env: Environment, audit: Pick<OpenAudit, 'write'>): WithdrawalsTable {
  const rows: Table<number> = env.table('withdrawalsOpen.v1')

  const find = (auditId: number): OpenWithdrawal | undefined => {
    const bytes = rows.get(auditId)
    return bytes === undefined ? undefined : decodeDurable<OpenWithdrawal>(bytes)
  }

  /** Within a write transaction. */
  function close(auditId: number, end: WithdrawalEnd): boolean {
    const open = find(auditId)
    if (open === undefined) return false
    rows.remove(auditId)
    audit.write(entryOf(open, end))
    return true
  }

  return {
    begin: (entry, { keyId, walletId }) =>
      env.write(() => {
        const { id: auditId, atMs: startedAtMs, subject } = audit.write(entry)
        const open: OpenWithdrawal = { auditId, startedAtMs, keyId, walletId, subject, sent: null }
        rows.put(auditId, encodeDurable(open))
        return open
      }),
    signed: (open, sent) => env.put(rows, open.auditId, encodeDurable({ ...open, sent } satisfies OpenWithdrawal)),
    end: ({ auditId }, end) => env.write(() => close(auditId, end)),
    find,
    open: (limit) => Array.from(rows.getRange({ limit }), ({ value }) => decodeDurable<OpenWithdrawal>(value)),
    forgetWorld: (atMs) =>
      env.write(() => {
        const end = { outcome: 'unknown', atMs, slot: null, feeLamports: null, error: null } as const
        for (const auditId of Array.from(rows.getKeys()))
          close(auditId, { ...end, signature: find(auditId)?.sent?.signature ?? null })
      }),
  }
}

/** What the server found out on its own, whichever request or job saw it. */
function entryOf({ auditId, subject, keyId, walletId }: OpenWithdrawal, { atMs, ...end }: WithdrawalEnd): AuditEntry {
  return {
    atMs,
    actor: 'server',
    action: 'wallet.withdraw-end',
    addressBucket: null,
    subject,
    before: null,
    after: { id: walletId, keyId, ofRow: auditId, ...end },
  }
}
