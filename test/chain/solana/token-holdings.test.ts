import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Entry, extendedAccountBytes } from '../../../sandbox/world/recovery/token-bytes.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import type { AccountView, SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import { decodeTokenHolding, readTokenHoldings } from '../../../src/chain/solana/token-holdings.ts'
import { fail, ok } from '../../../src/contract/outcome.ts'

const [OWNER, MINT, STRANGER] = ['owner', 'mint', 'stranger'].map((name) => keypairFromText(name).address) as [
  string,
  string,
  string,
]
function view(entries: readonly Entry[] | null, more: object = {}, lamports = 2_039_280n): AccountView {
  const face = { mint: MINT, owner: OWNER, amountRaw: 5n, closeAuthority: null, ...more }
  const data = extendedAccountBytes(face, entries)
  const owner = entries === null ? TOKEN_PROGRAM : TOKEN_2022_PROGRAM
  return { address: keypairFromText('account').address, lamports, owner, executable: false, data }
}
const u64 = (value: bigint) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}

test('a classic account is read with its own lamports, whatever the rent is now', () => {
  const holding = decodeTokenHolding(view(null, { closeAuthority: STRANGER, frozen: true }, 1_488_441n))
  assert.deepEqual(holding, {
    account: keypairFromText('account').address,
    mint: MINT,
    owner: OWNER,
    tokenProgram: TOKEN_PROGRAM,
    lamports: 1_488_441n,
    dataBytes: 165,
    amountRaw: 5n,
    decimals: null,
    isFrozen: true,
    isNative: false,
    rentReserveLamports: null,
    closeAuthority: STRANGER,
    delegate: null,
    withheldRaw: 0n,
    hasConfidential: false,
    extensions: [],
  })
})

test('entries of Token-2022 are read in their order', () => {
  const holding = decodeTokenHolding(
    view([
      [7, Buffer.alloc(0)],
      [2, u64(77n)],
      [11, Uint8Array.of(1)],
    ]),
  )
  assert.deepEqual(holding?.extensions, [7, 2, 11])
  assert.equal(holding?.withheldRaw, 77n)
  assert.equal(holding?.dataBytes, 166 + 4 + 12 + 5)
})

test('an encrypted balance that is not zero is seen, the key and the counters before and after it do not count', () => {
  const balances = (at: number | null) => {
    const bytes = new Uint8Array(295).fill(9, 0, 33).fill(9, 225)
    if (at !== null) bytes[at] = 1
    return decodeTokenHolding(view([[5, bytes]]))?.hasConfidential
  }
  assert.equal(balances(null), false)
  for (const at of [33, 97, 161, 224]) assert.equal(balances(at), true)
  assert.equal(decodeTokenHolding(view([[17, new Uint8Array(64)]]))?.hasConfidential, false)
  assert.equal(decodeTokenHolding(view([[17, new Uint8Array(64).fill(1)]]))?.hasConfidential, true)
})

test('wrapped SOL separates its deposit from its tokens', () => {
  const holding = decodeTokenHolding(view(null, { nativeReserveLamports: 1_488_440n }))
  assert.deepEqual([holding?.isNative, holding?.rentReserveLamports], [true, 1_488_440n])
})

test('what is no token account of either program is none, and cut entries are not read past the end', () => {
  assert.equal(decodeTokenHolding({ ...view(null), owner: STRANGER }), null)
  assert.equal(decodeTokenHolding({ ...view(null), data: new Uint8Array(165) }), null)
  const cut = view([[2, u64(77n)]])
  assert.deepEqual(decodeTokenHolding({ ...cut, data: cut.data.subarray(0, 172) })?.extensions, [])
})

test('both programs are asked, what belongs to someone else is left out, and a failure is one', async () => {
  const asked: string[] = []
  const rpc = {
    async tokenAccounts(_owner: string, program: string) {
      asked.push(program)
      return ok(program === TOKEN_PROGRAM ? [view(null), view(null, { owner: STRANGER })] : [view([])])
    },
  } as unknown as SolanaRpc
  const read = await readTokenHoldings(rpc, OWNER)
  assert(read.ok)
  assert.deepEqual(
    read.value.map(({ tokenProgram }) => tokenProgram),
    [TOKEN_PROGRAM, TOKEN_2022_PROGRAM],
  )
  assert.deepEqual(asked, [TOKEN_PROGRAM, TOKEN_2022_PROGRAM])
  const down = { tokenAccounts: async () => fail('upstream_failed', 'down') } as unknown as SolanaRpc
  assert.deepEqual(await readTokenHoldings(down, OWNER), fail('upstream_failed', 'down'))
})
