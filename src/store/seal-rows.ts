import type { KeyObject } from 'node:crypto'
import { encodeBase58 } from '../hot-paths/base58.ts'
import { ed25519PublicKey, importEd25519Seed } from '../runtime/ed25519-key.ts'
import { withSecret } from '../runtime/secret-bytes.ts'
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
  SUBJECTS_TABLE,
  splitChained,
} from './audit-chain.ts'
import type { AuditEntry, AuditRow } from './audit-rows.ts'
import { decodeDurable, encodeDurable } from './codec.ts'
import type { CustodyWalletRecord } from './custody-rows.ts'
import { deriveSeed } from './derive-seed.ts'
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
  readonly subjects: Table<[string, number]>
}

export function openRowsToSeal(env: Environment): RowsToSeal {
  return {
    keys: env.table(KEYS_TABLE),
    wallets: env.table(WALLETS_TABLE),
    audit: env.table(AUDIT_TABLE),
    head: env.table(HEAD_TABLE),
    subjects: env.table(SUBJECTS_TABLE),
  }
}

type NamespaceOf = (keyId: number) => string

/** How many rows got codes, and wallets that did not. */
export type SealedRows = { readonly keys: number; readonly wallets: number; readonly refused: readonly string[] }

/** Gives the rows of a store of schema 1 their codes, and those of the log their links. Wallets keep what they were
 *  derived from; one whose address does not follow from `seed` gets no code, so that it signs nothing. */
export function sealOldRows(
  rows: RowsToSeal,
  key: KeyObject,
  { namespaceOf, seed }: { readonly namespaceOf: NamespaceOf; readonly seed: Uint8Array | null },
): SealedRows {
  const refused: string[] = []
  const [keyIds, walletIds] = [Array.from(rows.keys.getKeys()), Array.from(rows.wallets.getKeys())]
  for (const id of keyIds) {
    const record = decodeDurable<object>(rows.keys.get(id)!)
    const place = { table: KEYS_TABLE, key: id }
    rows.keys.put(id, sealRow(key, place, { ...record, walletNamespace: namespaceOf(id) }))
  }
  for (const id of walletIds) {
    const record = oldWalletOf(rows, id)
    const place = { table: WALLETS_TABLE, key: id }
    if (isDerivedFrom(seed, record)) rows.wallets.put(id, sealRow(key, place, record))
    else refused.push(id)
  }
  chain(rows, key, (bytes) => bytes)
  return { keys: keyIds.length, wallets: walletIds.length - refused.length, refused }
}

/** Whether a store of schema 1 has wallets that it signs for. */
export function hasDerivedWallets(rows: RowsToSeal): boolean {
  return Array.from(rows.wallets.getKeys()).some((id) => oldWalletOf(rows, id).kind !== 'watch')
}

function oldWalletOf({ wallets }: RowsToSeal, id: string): CustodyWalletRecord {
  return { ...decodeDurable<CustodyWalletRecord>(wallets.get(id)!), derivation: 1, namespace: '' }
}

function isDerivedFrom(seed: Uint8Array | null, record: CustodyWalletRecord): boolean {
  if (record.kind === 'watch') return true
  if (seed === null) return false
  const address = withSecret(deriveSeed(seed, record), (own) => encodeBase58(ed25519PublicKey(importEd25519Seed(own))))
  return address === record.address
}

/** A row at the end of the log, within the transaction that it is about. */
export function addAuditRow(rows: RowsToSeal, key: KeyObject, entry: AuditEntry): void {
  const head = decodeHead(key, copyOf(rows.head.get(HEAD_PLACE.key)))!
  const id = head.id + 1
  const row = encodeDurable({ ...entry, id } satisfies AuditRow)
  const link = linkOf(key, head.link, id, row)
  rows.audit.put(id, encodeChained(row, link))
  rows.subjects.put([entry.subject, id], Buffer.alloc(1))
  rows.head.put(HEAD_PLACE.key, encodeHead(key, { ...head, id, link }))
}

/** Codes under another key for the rows whose codes are good; the others stay as they are, and are found so. */
export function resealRows(
  rows: RowsToSeal,
  { from, to, namespaceOf }: { readonly from: KeyObject; readonly to: KeyObject; readonly namespaceOf: NamespaceOf },
): SealedRows {
  const refused: string[] = []
  const [keyIds, walletIds] = [Array.from(rows.keys.getKeys()), Array.from(rows.wallets.getKeys())]
  let keys = 0
  for (const id of keyIds) {
    const place = { table: KEYS_TABLE, key: id }
    const split = splitRow(rows.keys.get(id)!)
    if (split === undefined || !isGenuine(from, place, split)) continue
    const record = { ...decodeDurable<object>(split.row), walletNamespace: namespaceOf(id) }
    keys++
    rows.keys.put(id, sealRow(to, place, record))
  }
  for (const id of walletIds) {
    const place = { table: WALLETS_TABLE, key: id }
    const split = splitRow(rows.wallets.get(id)!)
    if (split === undefined || !isGenuine(from, place, split)) refused.push(id)
    else rows.wallets.put(id, sealRow(to, place, decodeDurable<object>(split.row)))
  }
  rechain(rows, from, to)
  return { keys, wallets: walletIds.length - refused.length, refused }
}

/** Links every row again; what a row holds is the caller's to say. */
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
