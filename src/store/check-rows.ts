import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AUDIT_TABLE, HEAD_TABLE, SUBJECTS_TABLE } from './audit-chain.ts'
import { withReader } from './backup-environment.ts'
import { DATA_FILE } from './backup-manifest.ts'
import { KEYS_TABLE, WALLETS_TABLE } from './seal-rows.ts'
import { judgeMarker, MARKER_PLACE, markerOf } from './seal-store.ts'
import { isGenuine, type RowPlace, splitRow } from './sealed-row.ts'
import { readStoreKey, type StoreKeyConfig } from './store-key.ts'
import { verifyAudit } from './verify-audit.ts'

export type CheckedRows = {
  readonly rows: number
  /** Keys and wallets whose code is wrong. */
  readonly foreign: readonly RowPlace[]
  /** What is wrong with the operator's log. */
  readonly log: readonly string[]
}

/** Holds every row of keys and wallets and the operator's log of a durable environment against their codes, beside a
 *  server or without one; a text says why that cannot be done, null that there is no store. Changes nothing. Throws
 *  `StoreError` for a store that cannot be read. */
export async function checkRows(
  durable: string,
  mapBytes: number,
  config: StoreKeyConfig,
): Promise<CheckedRows | string | null> {
  if (!existsSync(join(durable, DATA_FILE))) return null
  const key = readStoreKey(config, { makes: false })
  return withReader(durable, mapBytes, async (root) => {
    const names = new Set(Array.from(root.getKeys(), String))
    const open = <K extends string | number | [string, number]>(name: string) =>
      root.openDB<Buffer, K>({ name, encoding: 'binary' })
    const bytes = names.has(MARKER_PLACE.table) ? open<string>(MARKER_PLACE.table).get(MARKER_PLACE.key) : undefined
    const marker = bytes === undefined ? undefined : Buffer.from(bytes)
    if (typeof key === 'string') return key
    const problem = judgeMarker(marker, key)
    if (problem !== null) return problem
    const rowsKey = key.rowsOf(markerOf(marker!)!.storeId)
    const foreign: RowPlace[] = []
    let rows = 0
    for (const table of [KEYS_TABLE, WALLETS_TABLE].filter((name) => names.has(name)))
      for (const { key: at, value } of open<string | number>(table).getRange()) {
        rows++
        const [place, split] = [{ table, key: at }, splitRow(value)]
        if (split === undefined || !isGenuine(rowsKey, place, split)) foreign.push(place)
      }
    const log = {
      rows: open<number>(AUDIT_TABLE),
      heads: open<string>(HEAD_TABLE),
      subjects: open<[string, number]>(SUBJECTS_TABLE),
    }
    const { findings } = verifyAudit({ ...log, key: rowsKey })
    return { rows, foreign, log: findings.map(({ row, what }) => (row === null ? what : `row ${row} ${what}`)) }
  })
}
