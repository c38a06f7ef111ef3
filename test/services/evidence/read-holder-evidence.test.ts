import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { foldHolderRows } from '../../../src/chain/solana/holder-table.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { hashHolders } from '../../../src/services/evidence/read-holder-evidence.ts'

const rows = Array.from({ length: 3_000 }, (_, i) => {
  const bytes = createHash('sha256').update(`owner ${i}`).digest()
  return { bytes, owner: encodeBase58(bytes), amountRaw: BigInt(i + 1) * 10n ** 12n }
})

/** The definition, all at once. */
function expected(list: readonly (typeof rows)[number][]): string {
  const hash = createHash('sha256')
  for (const { bytes, amountRaw } of [...list].sort((a, b) => Buffer.compare(a.bytes, b.bytes))) {
    const amount = Buffer.alloc(8)
    amount.writeBigUInt64LE(amountRaw)
    hash.update(bytes).update(amount)
  }
  return hash.digest('hex')
}

test('holders hash alike in whatever order they were read, from none to thousands', async () => {
  for (const count of [0, 1, 2, 127, 128, 129, 3_000]) {
    const list = rows.slice(0, count)
    const [there, back] = [await foldHolderRows(list), await foldHolderRows([...list].reverse())]
    assert.equal(await hashHolders(there), expected(list), `${count} holders`)
    assert.equal(await hashHolders(back), expected(list), `${count} holders, reversed`)
  }
})

test('one base unit changes the hash', async () => {
  const changed = rows.map((row, i) => (i === 1_500 ? { ...row, amountRaw: row.amountRaw + 1n } : row))
  assert.notEqual(await hashHolders(await foldHolderRows(changed)), await hashHolders(await foldHolderRows(rows)))
})
