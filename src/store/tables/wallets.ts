import { decodeDurable, encodeDurable } from '../codec.ts'
import type { Environment, Table } from '../environment.ts'
import type { WalletRecord, WalletsTable } from '../wallet-rows.ts'

export const SEED_TABLE = 'walletSeed.v1'
export const SEED_KEY = 'sealed'
const LAST_TEXT = '\uffff'

export function openWallets(env: Environment): WalletsTable {
  const records: Table<string> = env.table('wallets.v1')
  const ofUser: Table<[number, string]> = env.table('walletsOfUser.v1')
  const ofKey: Table<[number, string]> = env.table('walletsOfKey.v1')
  const seeds: Table<string> = env.table(SEED_TABLE)

  const find = (id: string): WalletRecord | undefined => {
    const row = records.get(id)
    return row === undefined ? undefined : decodeDurable<WalletRecord>(row)
  }
  const findOf = (keyId: number, userRef: string): WalletRecord | undefined => {
    const id = ofUser.get([keyId, userRef])
    return id === undefined ? undefined : find(decodeDurable<string>(id))
  }

  return {
    create: (record, maxOfKey) =>
      env.write(() => {
        const { id, keyId, userRef } = record
        const known = findOf(keyId, userRef)
        if (known !== undefined) return { record: known, made: false }
        if (ofKey.getKeysCount({ start: [keyId, ''], end: [keyId, LAST_TEXT] }) >= maxOfKey) return null
        records.put(id, encodeDurable(record))
        ofUser.put([keyId, userRef], encodeDurable(id))
        ofKey.put([keyId, id], Buffer.alloc(1))
        return { record, made: true }
      }),
    find,
    findOf,
    listOf(keyId, { afterId, limit }) {
      const found: WalletRecord[] = []
      for (const [, id] of ofKey.getKeys({ start: [keyId, afterId], end: [keyId, LAST_TEXT] })) {
        if (found.length >= limit) break
        const record = id === afterId ? undefined : find(id)
        if (record !== undefined) found.push(record)
      }
      return found
    },
    sealedSeed() {
      const row = seeds.get(SEED_KEY)
      // A copy: what LMDB lends is valid until the next read only.
      return row === undefined ? undefined : Buffer.from(row)
    },
    keepSealedSeed: (sealed) =>
      env.writeNow(() => {
        const known = seeds.get(SEED_KEY)
        if (known !== undefined) return Buffer.from(known)
        seeds.put(SEED_KEY, sealed)
        return sealed
      }),
  }
}
