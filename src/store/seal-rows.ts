import type { KeyObject } from 'node:crypto'
import {
  AUDIT_TABLE,
  decodeHead,
  EMPTY_HEAD,
  encodeChained,
  encodeHead,
  HEAD_PLACE,
  HEAD_TABLE,
  linkOf,
  restartedHead,
  splitChained,
} from './audit-chain.ts'
import { decodeDurable } from './codec.ts'
import type { Environment, Table } from './environment.ts'
import { isGenuine, sealRow, splitRow } from './sealed-row.ts'

export const KEYS_TABLE = 'apiKeys.v1'
export const WALLETS_TABLE = 'wallets.v1'

/** The tables whose rows have codes. */
export type RowsToSeal = {
  readonly keys: Table<number>
  readonly wallets: Table<string>
  readonly audit: Table<number>
  readonly head: Table<string>
}

export function openRowsToSeal(env: Environment): RowsToSeal {
  return {
    keys: env.table(KEYS_TABLE),
    wallets: env.table(WALLETS_TABLE),
    audit: env.table(AUDIT_TABLE),
    head: env.table(HEAD_TABLE),
  }
}

type NamespaceOf = (keyId: number) => string

/** Gives the rows of a store of schema 1 their codes, and those of the log their links. Wallets keep what they were
 *  derived from. */
export function sealOldRows(rows: RowsToSeal, key: KeyObject, namespaceOf: NamespaceOf): void {
  for (const id of Array.from(rows.keys.getKeys())) {
    const record = decodeDurable<object>(rows.keys.get(id)!)
    const place = { table: KEYS_TABLE, key: id }
    rows.keys.put(id, sealRow(key, place, { ...record, walletNamespace: namespaceOf(id) }))
  }
  for (const id of Array.from(rows.wallets.getKeys())) {
    const record = decodeDurable<object>(rows.wallets.get(id)!)
    const place = { table: WALLETS_TABLE, key: id }
    rows.wallets.put(id, sealRow(key, place, { ...record, derivation: 1, namespace: '' }))
  }
  chain(rows, key, (bytes) => bytes)
}

/** Codes under another key for the rows whose codes are good; the others stay as they are, and are found so. */
export function resealRows(
  rows: RowsToSeal,
  { from, to, namespaceOf }: { readonly from: KeyObject; readonly to: KeyObject; readonly namespaceOf: NamespaceOf },
): void {
  for (const id of Array.from(rows.keys.getKeys())) {
    const place = { table: KEYS_TABLE, key: id }
    const split = splitRow(rows.keys.get(id)!)
    if (split === undefined || !isGenuine(from, place, split)) continue
    const record = { ...decodeDurable<object>(split.row), walletNamespace: namespaceOf(id) }
    rows.keys.put(id, sealRow(to, place, record))
  }
  for (const id of Array.from(rows.wallets.getKeys())) {
    const place = { table: WALLETS_TABLE, key: id }
    const split = splitRow(rows.wallets.get(id)!)
    if (split === undefined || !isGenuine(from, place, split)) continue
    rows.wallets.put(id, sealRow(to, place, decodeDurable<object>(split.row)))
  }
  rechain(rows, from, to)
}

/** Links every row anew; what a row holds is the caller's to say. */
function chain(rows: RowsToSeal, key: KeyObject, entryOf: (bytes: Buffer) => Buffer): void {
  let head = EMPTY_HEAD
  for (const id of Array.from(rows.audit.getKeys())) {
    const row = entryOf(Buffer.from(rows.audit.get(id)!))
    const first = head.id === 0 ? { firstId: id } : {}
    head = { ...head, ...first, id, link: linkOf(key, head.link, id, row) }
    rows.audit.put(id, encodeChained(row, head.link))
  }
  rows.head.put(HEAD_PLACE.key, encodeHead(key, head))
}

/** A broken chain is not mended by a new key: what was found wrong is found wrong afterwards. */
function rechain(rows: RowsToSeal, from: KeyObject, to: KeyObject): void {
  const before = decodeHead(from, copyOf(rows.head.get(HEAD_PLACE.key)))
  const ids = Array.from(rows.audit.getKeys())
  if (before === null) {
    rows.head.put(HEAD_PLACE.key, encodeHead(to, restartedHead(ids.at(-1) ?? 0)))
    return
  }
  let [was, now] = [before.firstPrevious, before.firstPrevious]
  for (let id = before.firstId; id <= before.id; id++) {
    const chained = splitChained(copyOf(rows.audit.get(id)) ?? Buffer.alloc(0))
    const isGood = chained !== undefined && linkOf(from, was, id, chained.row).equals(chained.link)
    if (!isGood) {
      rows.head.put(HEAD_PLACE.key, encodeHead(to, restartedHead(ids.at(-1) ?? 0, before.restarts)))
      return
    }
    was = chained.link
    now = linkOf(to, now, id, chained.row)
    rows.audit.put(id, encodeChained(chained.row, now))
  }
  rows.head.put(HEAD_PLACE.key, encodeHead(to, { ...before, link: now }))
}

function copyOf(bytes: Buffer | undefined): Buffer | undefined {
  return bytes === undefined ? undefined : Buffer.from(bytes)
}
