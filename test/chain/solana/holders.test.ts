import assert from 'node:assert/strict'
import { test } from 'node:test'
import { heldBy, largestHolders } from '../../../src/chain/solana/holder-table.ts'
import { type HolderPages, readHolders } from '../../../src/chain/solana/holders.ts'
import { NATIVE_MINT, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import type { AccountView, SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import { fail, ok } from '../../../src/contract/outcome.ts'
import { decodeBase58Fixed, encodeBase58 } from '../../../src/hot-paths/base58.ts'

const address = (n: number) => encodeBase58(Uint8Array.from({ length: 32 }, (_, i) => (i * 7 + n * 31 + 5) % 251))
const MINT = address(0)
const [ALICE, BOB, CAROL] = [address(1), address(2), address(3)]
type Row = { readonly account: string; readonly owner: string; readonly amountRaw: bigint }

function sliceOf({ account, owner, amountRaw }: Row): AccountView {
  const data = Buffer.alloc(40)
  data.set(decodeBase58Fixed(owner, 32)!)
  data.writeBigUInt64LE(amountRaw, 32)
  return { address: account, lamports: 1n, owner: TOKEN_PROGRAM, executable: false, data }
}

/** A node over a fixed set of accounts. `refuses` lists the methods it does not serve. */
function node(rows: readonly Row[], refuses: readonly string[] = []) {
  const scans: { program: string; filters: unknown; dataSlice: unknown }[] = []
  const refusal = { ...fail('upstream_refused', 'excluded from account secondary indexes'), rpcCode: -32010 }
  const rpc = {
    async programAccounts(
      program: string,
      { filters, dataSlice }: { filters: { dataSize?: number }[]; dataSlice: unknown },
    ) {
      scans.push({ program, filters, dataSlice })
      if (refuses.includes('getProgramAccounts')) return refusal
      // Of the two Token-2022 queries the one for accounts with extensions answers the odd rows here.
      const bare = filters.some((filter) => filter.dataSize === 165)
      if (program === TOKEN_PROGRAM) return ok(rows.map(sliceOf))
      return ok(rows.filter((_, i) => (i % 2 === 0) === bare).map(sliceOf))
    },
    async call(method: string) {
      if (refuses.includes(method)) return fail('upstream_failed', 'no')
      assert.equal(method, 'getTokenLargestAccounts')
      const largest = [...rows].sort((a, b) => Number(b.amountRaw - a.amountRaw)).slice(0, 20)
      return ok({ value: largest.map(({ account, amountRaw }) => ({ address: account, amount: String(amountRaw) })) })
    },
    async accounts(addresses: readonly string[], options: { dataSlice: unknown }) {
      assert.deepEqual(options.dataSlice, { offset: 32, length: 32 })
      const byAccount = new Map(rows.map((row) => [row.account, row]))
      return ok({
        slot: 9,
        accounts: addresses.map((one) => {
          const view = byAccount.get(one)
          return view === undefined ? null : { ...sliceOf(view), data: sliceOf(view).data.subarray(0, 32) }
        }),
      })
    },
  } as unknown as SolanaRpc
  return { rpc, scans }
}
const rowsOf = (...list: [owner: string, amountRaw: bigint][]): Row[] =>
  list.map(([owner, amountRaw], i) => ({ account: address(100 + i), owner, amountRaw }))
const spl = { mint: MINT, tokenProgram: TOKEN_PROGRAM, supplyRaw: 10n ** 12n } as const
const THREE = rowsOf([ALICE, 5n], [BOB, 9n], [ALICE, 6n], [CAROL, 0n])

async function read(...args: Parameters<typeof readHolders>) {
  const holders = await readHolders(...args)
  assert(holders.ok)
  return holders.value
}

test('every account is read, added up by owner, and empty ones are no holders', async () => {
  const { rpc, scans } = node(THREE)
  const holders = await read({ rpc, pages: null }, spl)
  assert.deepEqual(largestHolders(holders.table, 10), [
    { owner: ALICE, amountRaw: 11n, accounts: 2 },
    { owner: BOB, amountRaw: 9n, accounts: 1 },
  ])
  assert.equal(heldBy(holders.table, ALICE), 11n)
  assert.equal(heldBy(holders.table, CAROL), 0n)
  assert.deepEqual([holders.method, holders.exact, holders.capped], ['program-accounts', true, false])
  assert.deepEqual(scans, [
    {
      program: TOKEN_PROGRAM,
      filters: [{ dataSize: 165 }, { memcmp: { offset: 0, bytes: MINT } }],
      dataSlice: { offset: 32, length: 40 },
    },
  ])
})
test('Token-2022 accounts are asked for twice: with extensions by their type byte, and bare by size', async () => {
  const { rpc, scans } = node(THREE)
  const holders = await read(
    { rpc, pages: null },
    { mint: MINT, tokenProgram: TOKEN_2022_PROGRAM, supplyRaw: 10n ** 12n },
  )
  assert.equal(holders.table.keys.length, 2)
  const ofMint = { memcmp: { offset: 0, bytes: MINT } }
  assert.deepEqual(
    scans.map(({ filters }) => filters),
    [
      [ofMint, { memcmp: { offset: 165, bytes: '3' } }],
      [{ dataSize: 165 }, ofMint],
    ],
  )
})
test('a node that refuses is replaced by the pages of an index, which are as exact', async () => {
  const pages: HolderPages = async (_, maxAccounts) => {
    assert.equal(maxAccounts, 50_000)
    return ok({ rows: THREE.map((row) => ({ ...row, tokenAccount: row.account })), capped: false })
  }
  const holders = await read({ rpc: node(THREE, ['getProgramAccounts']).rpc, pages }, spl)
  assert.deepEqual([holders.method, holders.exact, holders.table.keys.length], ['asset-pages', true, 2])
  assert.deepEqual(holders.refusals, [
    { method: 'program-accounts', why: 'upstream_refused -32010: excluded from account secondary indexes' },
  ])
})
test('without an index the largest accounts are all there is, and more than 20 means capped', async () => {
  const many = rowsOf(...Array.from({ length: 25 }, (_, i): [string, bigint] => [address(200 + i), BigInt(1_000 + i)]))
  const holders = await read({ rpc: node(many, ['getProgramAccounts']).rpc, pages: null }, spl)
  assert.deepEqual([holders.method, holders.exact, holders.capped], ['largest-accounts', false, true])
  assert.equal(holders.table.keys.length, 20)
  assert.equal(largestHolders(holders.table, 1)[0]!.amountRaw, 1_024n)
})
test('fewer than 20 largest accounts are all accounts', async () => {
  const holders = await read({ rpc: node(THREE, ['getProgramAccounts']).rpc, pages: null }, spl)
  assert.deepEqual([holders.exact, holders.capped, holders.table.keys.length], [true, false, 2])
})
test('pages that were cut off are completed by the largest accounts, each account counted once', async () => {
  const many = rowsOf(...Array.from({ length: 25 }, (_, i): [string, bigint] => [address(200 + i), BigInt(1_000 + i)]))
  const pages: HolderPages = async () =>
    ok({ rows: many.slice(0, 8).map((row) => ({ ...row, tokenAccount: row.account })), capped: true })
  const holders = await read({ rpc: node(many, ['getProgramAccounts']).rpc, pages }, spl)
  assert.deepEqual([holders.method, holders.exact, holders.capped], ['asset-pages', false, true])
  assert.equal(holders.table.keys.length, 25)
  assert.equal(heldBy(holders.table, address(207)), 1_007n)
})
test('a node that serves nothing is a failure', async () => {
  const { rpc } = node(THREE, ['getProgramAccounts', 'getTokenLargestAccounts'])
  const holders = await readHolders({ rpc, pages: async () => fail('upstream_failed', 'down') }, spl)
  assert.equal(holders.ok, false)
})
test('a cancelled request tries no further way', async () => {
  const { rpc } = node(THREE, ['getProgramAccounts'])
  const holders = await readHolders({ rpc, pages: null }, spl, AbortSignal.abort())
  assert(!holders.ok)
  assert.equal(holders.code, 'cancelled')
})

test('holders who have more than there is are none, whatever lists them', async () => {
  const { rpc } = node(THREE)
  const pages: HolderPages = async () =>
    ok({
      rows: THREE.map(({ account, owner, amountRaw }) => ({ tokenAccount: account, owner, amountRaw })),
      capped: false,
    })
  assert.equal((await read({ rpc, pages }, { ...spl, supplyRaw: 20n })).method, 'program-accounts')
  const holders = await readHolders({ rpc, pages }, { ...spl, supplyRaw: 19n })
  assert.equal(holders.ok ? '' : holders.message, 'the holders that were listed have more than the supply')
  // Of wrapped SOL the mint counts nothing.
  assert((await readHolders({ rpc, pages }, { ...spl, mint: NATIVE_MINT, supplyRaw: 0n })).ok)
})
