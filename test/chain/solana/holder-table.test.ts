import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  balancesExcept,
  byAmountThenAddress,
  foldAccountSlices,
  foldHolderRows,
  heldBy,
  largestHolders,
} from '../../../src/chain/solana/holder-table.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'

const address = (n: number) => encodeBase58(Uint8Array.from({ length: 32 }, (_, i) => (i * 11 + n * 17 + n * i) % 256))

test('amounts that are equal as floats are still in the right order', async () => {
  const [low, high] = [address(1), address(2)]
  const table = await foldHolderRows([
    { owner: low, amountRaw: 9_007_199_254_740_992n },
    { owner: high, amountRaw: 9_007_199_254_740_993n },
  ])
  assert.equal(largestHolders(table, 1)[0]!.owner, high)
})
test('equal amounts go by address text, also where the list is cut', async () => {
  const owners = Array.from({ length: 30 }, (_, i) => address(i))
  const table = await foldHolderRows(owners.map((owner) => ({ owner, amountRaw: 7n })))
  assert.deepEqual(
    largestHolders(table, 10).map(({ owner }) => owner),
    [...owners].sort().slice(0, 10),
  )
})
test('the largest amount a token account can hold survives', async () => {
  const table = await foldHolderRows([{ owner: address(1), amountRaw: 2n ** 64n - 1n }])
  assert.equal(heldBy(table, address(1)), 2n ** 64n - 1n)
})
test('owners that are no addresses and slices that are too short are passed over', async () => {
  assert.equal((await foldHolderRows([{ owner: 'not an address', amountRaw: 1n }])).keys.length, 0)
  assert.equal((await foldAccountSlices([new Uint8Array(12)])).keys.length, 0)
})
test('excluded owners weigh nothing', async () => {
  const table = await foldHolderRows([
    { owner: address(1), amountRaw: 5n },
    { owner: address(2), amountRaw: 6n },
  ])
  assert.deepEqual([...balancesExcept(table, [address(2), address(9), 'nonsense'])], [5, 0])
})
test('no one holds a token without accounts', async () => {
  assert.deepEqual(largestHolders(await foldHolderRows([]), 5), [])
})
test('any set of accounts gives what adding up and sorting gives', async () => {
  const rows = fc.array(
    fc.record({ who: fc.integer({ min: 0, max: 12 }), amountRaw: fc.bigInt({ min: 0n, max: 50n }) }),
    {
      maxLength: 60,
    },
  )
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 15 }), async (list, count) => {
      const sums = new Map<string, { owner: string; amountRaw: bigint; accounts: number }>()
      for (const { who, amountRaw } of list) {
        const owner = address(who)
        const sum = sums.get(owner) ?? { owner, amountRaw: 0n, accounts: 0 }
        if (amountRaw > 0n) sums.set(owner, { owner, amountRaw: sum.amountRaw + amountRaw, accounts: sum.accounts + 1 })
      }
      const table = await foldHolderRows(list.map(({ who, amountRaw }) => ({ owner: address(who), amountRaw })))
      assert.deepEqual(largestHolders(table, count), [...sums.values()].sort(byAmountThenAddress).slice(0, count))
    }),
    { numRuns: 150, seed: 5 },
  )
})
