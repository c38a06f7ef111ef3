import assert from 'node:assert/strict'
import { test } from 'node:test'
import { largestHolders } from '../../../src/chain/solana/holder-table.ts'
import { readHolders, sayUnfound } from '../../../src/chain/solana/holders.ts'
import { NATIVE_MINT, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import type { SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import { fail, ok } from '../../../src/contract/outcome.ts'
import { decodeBase58Fixed, encodeBase58 } from '../../../src/hot-paths/base58.ts'

const address = (n: number) => encodeBase58(Uint8Array.from({ length: 32 }, (_, i) => (i * 7 + n * 31 + 5) % 251))
const [MINT, OTHER_MINT, ALICE, BOB] = [address(0), address(9), address(1), address(2)]
const [A1, A2, B1, CLOSED, FOREIGN] = [address(101), address(102), address(103), address(104), address(105)]
const mint = { mint: MINT, tokenProgram: TOKEN_PROGRAM, supplyRaw: 100n } as const

function accountOf(owner: string, amountRaw: bigint, { of = MINT, program = TOKEN_PROGRAM as string } = {}) {
  const data = Buffer.alloc(72)
  data.set(decodeBase58Fixed(of, 32)!)
  data.set(decodeBase58Fixed(owner, 32)!, 32)
  data.writeBigUInt64LE(amountRaw, 64)
  return { address: '', lamports: 1n, owner: program, executable: false, data }
}
function mintOf(supplyRaw: bigint) {
  const data = Buffer.alloc(72)
  data.writeBigUInt64LE(supplyRaw, 36)
  return { address: MINT, lamports: 1n, owner: TOKEN_PROGRAM as string, executable: false, data }
}

/** A node that lists no holders and shows these accounts, one state a look. */
function node(...looks: Readonly<Record<string, ReturnType<typeof accountOf>>>[]) {
  let look = 0
  const refusal = { ...fail('upstream_refused', 'excluded'), rpcCode: -32010 }
  const asked: (readonly string[])[] = []
  const rpc = {
    programAccounts: async () => refusal,
    call: async () => fail('upstream_rate_limited', 'solanaRpc answered 429'),
    async accounts(addresses: readonly string[], { dataSlice }: { dataSlice: unknown }) {
      assert.deepEqual(dataSlice, { offset: 0, length: 72 })
      asked.push(addresses)
      const now = looks[Math.min(look++, looks.length - 1)]!
      return ok({ slot: 1, accounts: addresses.map((one) => now[one] ?? null) })
    },
  } as unknown as SolanaRpc
  const trail = async () => ok([A1, A2, B1, CLOSED, FOREIGN])
  return { read: () => readHolders({ rpc, pages: null, trail }, mint), rpc, asked }
}

test('the accounts that transactions name are all when together they hold the supply', async () => {
  const { read } = node({
    [MINT]: mintOf(100n),
    [A1]: accountOf(ALICE, 60n),
    [A2]: accountOf(ALICE, 10n),
    [B1]: accountOf(BOB, 30n),
    [FOREIGN]: accountOf(BOB, 7n, { of: OTHER_MINT }),
  })
  const holders = await read()
  assert(holders.ok)
  const { method, exact, capped, table, refusals } = holders.value
  assert.deepEqual([method, exact, capped], ['transactions', true, false])
  assert.deepEqual(largestHolders(table, 9), [
    { owner: ALICE, amountRaw: 70n, accounts: 2 },
    { owner: BOB, amountRaw: 30n, accounts: 1 },
  ])
  assert.deepEqual(
    refusals.map((refusal) => refusal.method),
    ['program-accounts', 'largest-accounts'],
  )
  assert.equal(sayUnfound(holders.value), null)
})

test('what the supply has and no found account holds is said, and nothing is called exact', async () => {
  const { read } = node({ [MINT]: mintOf(1_000n), [A1]: accountOf(ALICE, 600n), [B1]: accountOf(BOB, 277n) })
  const holders = await read()
  assert(holders.ok)
  const { exact, capped, missingShare } = holders.value
  assert.deepEqual([exact, capped, missingShare], [false, true, 0.123])
  assert.equal(
    sayUnfound(holders.value),
    "accounts that hold 12.3 % of the supply were not found among the token's transactions",
  )
})

test('a trade between two chunks of one look is looked at again', async () => {
  const { read, asked } = node(
    { [MINT]: mintOf(100n), [A1]: accountOf(ALICE, 60n), [B1]: accountOf(BOB, 30n) },
    { [MINT]: mintOf(100n), [A1]: accountOf(ALICE, 60n), [B1]: accountOf(BOB, 40n) },
  )
  const holders = await read()
  assert.equal(holders.ok && holders.value.exact, true)
  assert.equal(asked.length, 2)
})

test('accounts that hold more than the supply, of another program, or of a mint that is none say nothing', async () => {
  const more = await node({ [MINT]: mintOf(100n), [A1]: accountOf(ALICE, 101n) }).read()
  assert.equal(!more.ok && more.code, 'upstream_rate_limited')
  const none = await node({ [A1]: accountOf(ALICE, 100n) }).read()
  assert.equal(none.ok, false)
  const foreign = { [MINT]: mintOf(100n), [A1]: accountOf(ALICE, 100n, { program: TOKEN_2022_PROGRAM }) }
  const other = await node(foreign).read()
  assert.deepEqual(other.ok && [other.value.exact, other.value.table.keys.length], [false, 0])
  const { rpc } = node({ [NATIVE_MINT]: mintOf(0n) })
  const wrapped = await readHolders({ rpc, pages: null, trail: async () => ok([]) }, { ...mint, mint: NATIVE_MINT })
  assert.equal(wrapped.ok, false)
})
