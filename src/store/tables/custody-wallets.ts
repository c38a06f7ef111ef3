import { decodeDurable, encodeDurable } from '../codec.ts'
import type { CustodyTable, CustodyWalletRecord } from '../custody-rows.ts'
import type { Environment, Table } from '../environment.ts'
import type { Integrity } from '../integrity.ts'
import { WALLETS_TABLE } from '../seal-rows.ts'
import { SEED_KEY, SEED_TABLE } from '../seal-store.ts'
import type { OpenAudit } from './audit.ts'

const LAST_TEXT = '\uffff'

export function openCustodyWallets(
  env: Environment,
  integrity: Integrity,
  audit: Pick<OpenAudit, 'write'>,
): CustodyTable {
  const records: Table<string> = env.table(WALLETS_TABLE)
  const ofUser: Table<[number, string]> = env.table('walletsOfUser.v1')
  const ofKey: Table<[number, string]> = env.table('walletsOfKey.v1')
  const seeds: Table<string> = env.table(SEED_TABLE)

  const find = (id: string): CustodyWalletRecord | undefined => {
    const row = records.get(id)
    return row === undefined ? undefined : integrity.open<CustodyWalletRecord>({ table: WALLETS_TABLE, key: id }, row)
  }
  const findOf = (keyId: number, userRef: string): CustodyWalletRecord | undefined => {
    const id = ofUser.get([keyId, userRef])
    const record = id === undefined ? undefined : find(decodeDurable<string>(id))
    // What leads to a row has no code of its own: the row says whose it is.
    return record?.keyId === keyId && record.userRef === userRef ? record : undefined
  }

  /** A row that is not authentic makes room for the one that an operator puts in its place. */
  function forgetRejected(keyId: number, userRef: string): void {
    const id = decodeDurable<string>(ofUser.get([keyId, userRef])!)
    // Another user's good row is led to by an index that was forged.
    if (find(id) !== undefined) return
    records.remove(id)
    ofKey.remove([keyId, id])
  }

  return {
    create: (record, maxOfKey, { replaces = false, entry } = {}) =>
      env.write(() => {
        const { id, keyId, userRef } = record
        const known = findOf(keyId, userRef)
        if (known !== undefined && (!replaces || known.address === record.address))
          return { record: known, made: false }
        if (known === undefined && ofUser.doesExist([keyId, userRef])) {
          if (!replaces) return 'rejected'
          forgetRejected(keyId, userRef)
        }
        if (ofKey.getKeysCount({ start: [keyId, ''], end: [keyId, LAST_TEXT] }) >= maxOfKey) return null
        records.put(id, integrity.seal({ table: WALLETS_TABLE, key: id }, record))
        ofUser.put([keyId, userRef], encodeDurable(id))
        ofKey.put([keyId, id], Buffer.alloc(1))
        if (entry !== undefined) audit.write(entry)
        return { record, made: true }
      }),
    find,
    findOf,
    listOf: (keyId, page) => listOf(ofKey, find, keyId, page),
    sealedSeed: () => copyOf(seeds.get(SEED_KEY)),
    seedOwner: integrity.seedOwner,
  }
}

/** A page of a key's wallets by id. */
function listOf(
  ofKey: Table<[number, string]>,
  find: CustodyTable['find'],
  keyId: number,
  { afterId, limit }: Parameters<CustodyTable['listOf']>[1],
): readonly CustodyWalletRecord[] {
  const found: CustodyWalletRecord[] = []
  for (const [, id] of ofKey.getKeys({ start: [keyId, afterId], end: [keyId, LAST_TEXT] })) {
    if (found.length >= limit) break
    const record = id === afterId ? undefined : find(id)
    if (record?.keyId === keyId) found.push(record)
  }
  return found
}

/** What LMDB lends is valid until the next read only. */
function copyOf(row: Buffer | undefined): Buffer | undefined {
  return row === undefined ? undefined : Buffer.from(row)
}
