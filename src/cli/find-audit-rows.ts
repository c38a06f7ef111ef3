import type { AuditRow, AuditTable } from '../store/audit-rows.ts'

const ROWS_AT_ONCE = 1_000

export type WantedRows = {
  readonly limit: number
  readonly beforeId: number | undefined
  readonly key: number | undefined
  /** Address. */
  readonly wallet: string | undefined
  /** Its name, or how it begins, up to a dot. */
  readonly action: string | undefined
}

/** Newest first, by a look at every row: a million takes seconds. The index by subject has no codes, so that anyone
 *  who can write to the store could hide rows from a reader of the index. */
export function findRows(table: AuditTable, { limit, beforeId, key, wallet, action }: WantedRows): AuditRow[] {
  const isWanted = (row: AuditRow): boolean =>
    (key === undefined || isOfKey(row, key)) &&
    (wallet === undefined || row.subject === `wallet:${wallet}`) &&
    isOfKind(row, action)
  const found: AuditRow[] = []
  let before = beforeId
  for (;;) {
    const page = table.page({
      limit: ROWS_AT_ONCE,
      ...(before !== undefined && { beforeId: before }),
    })
    for (const row of page) {
      if (isWanted(row)) found.push(row)
      if (found.length >= limit) return found
    }
    if (page.length === 0) return found
    before = page.at(-1)!.id
  }
}

/** A key's own rows, and those of its wallets and fees, which name it. */
function isOfKey({ subject, after }: AuditRow, key: number): boolean {
  return subject === `key:${key}` || after?.['keyId'] === key
}

function isOfKind({ action }: AuditRow, wanted: string | undefined): boolean {
  return wanted === undefined || action === wanted || action.startsWith(`${wanted}.`) || action === `${wanted}-end`
}
