import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type CompiledMessage,
  compileLegacyMessage,
  compileV0Message,
  compileV1Message,
  joinWithoutSignatures,
} from '../../../src/chain/solana/compile-message.ts'
import { decodeTransaction } from '../../../src/chain/solana/decode-transaction.ts'
import {
  advanceNonce,
  createAccount,
  type Instruction,
  initializeTokenAccount,
  memo,
  setComputeUnitLimit,
  setComputeUnitPrice,
  transferLamports,
  transferTokens,
  transferTokensChecked,
} from '../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import {
  NATIVE_MINT,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../src/chain/solana/program-ids.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { parseWireTransaction } from '../../../src/hot-paths/wire-transaction.ts'
import { observeTransaction } from '../../../src/services/evidence/observe-transaction.ts'

const key = (name: string): string => keypairFromText(name).address
const [ALICE, BOB, CAROL, PAYER] = ['alice', 'bob', 'carol', 'payer'].map(key) as [string, string, string, string]
const MINT = key('mint')
const BLOCKHASH = key('blockhash')
const TIP = '96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5'
const SOL = 1_000_000_000n

type Balance = { readonly account: string; readonly mint: string; readonly owner: string; readonly amount: bigint }
type Extras = {
  readonly before?: readonly Balance[]
  readonly after?: readonly Balance[]
  readonly loaded?: readonly string[]
  /** Calls of the first instruction, as a node tells them. */
  readonly inner?: readonly Instruction[]
}

/** What a transaction shows after the way through a node's answer in base64. */
function observe(message: CompiledMessage, { before = [], after = [], loaded = [], inner = [] }: Extras = {}) {
  const wire = joinWithoutSignatures(message)
  const parsed = parseWireTransaction(wire)
  assert(parsed.ok)
  const keys = [...parsed.transaction.keys.map((one) => encodeBase58(one)), ...loaded]
  const at = (address: string): number => {
    const index = keys.indexOf(address)
    assert(index >= 0, `no key ${address}`)
    return index
  }
  const rows = (balances: readonly Balance[]) =>
    balances.map(({ account, mint, owner, amount }) => ({
      accountIndex: at(account),
      mint,
      owner,
      programId: TOKEN_PROGRAM,
      uiTokenAmount: { amount: amount.toString(), decimals: 6 },
    }))
  const decoded = decodeTransaction({
    slot: 42,
    blockTime: 1_795_000_000,
    version: message.version,
    transaction: [Buffer.from(wire).toString('base64'), 'base64'],
    meta: {
      err: null,
      fee: 5_000,
      preBalances: keys.map(() => 0),
      postBalances: keys.map(() => 0),
      preTokenBalances: rows(before),
      postTokenBalances: rows(after),
      innerInstructions: [
        {
          index: 0,
          instructions: inner.map(({ programId, accounts, data }) => ({
            programIdIndex: at(programId),
            accounts: accounts.map(({ address }) => at(address)),
            data: encodeBase58(data),
            stackHeight: 2,
          })),
        },
      ],
      loadedAddresses: { writable: [], readonly: loaded },
    },
  })
  assert(decoded.ok, decoded.ok ? '' : decoded.message)
  return observeTransaction(decoded.value, MINT)
}

const legacy = (instructions: readonly Instruction[], payer = ALICE) =>
  compileLegacyMessage({ payer, blockhash: BLOCKHASH, instructions })

test('a legacy transaction shows its payer, signers, programs in order and the budget its instructions ask for', () => {
  const seen = observe(
    legacy(
      [
        setComputeUnitLimit(300_000),
        setComputeUnitPrice(1_500_001n),
        transferLamports({ from: ALICE, to: BOB, lamports: SOL }),
        memo('hello', [ALICE]),
        transferLamports({ from: ALICE, to: CAROL, lamports: SOL }),
      ],
      PAYER,
    ),
  )
  assert.deepEqual([seen.version, seen.slot, seen.timeSec, seen.indexInBlock], ['legacy', 42, 1_795_000_000, null])
  assert.equal(seen.feePayer, PAYER)
  assert.deepEqual(seen.signers, [PAYER, ALICE])
  assert.equal(seen.programs.length, 3)
  assert.equal(seen.programs[1], SYSTEM_PROGRAM)
  assert.deepEqual([seen.computeUnitLimit, seen.computeUnitPrice], [300_000, '1500001'])
  // 300,000 x 1,500,001 micro-lamports are 450,000.3 lamports, of which the runtime takes the next whole one.
  assert.equal(seen.priorityFeeLamports, '450001')
  assert.deepEqual([seen.lookupTables, seen.nonce, seen.tips, seen.trades], [[], null, [], []])
})

test('a version 0 transaction shows the tables it loads from, whatever it loads', () => {
  const table = { address: key('table'), addresses: [BOB, CAROL] }
  const unused = { address: key('unused table'), addresses: [key('nobody')] }
  const message = compileV0Message({
    payer: ALICE,
    blockhash: BLOCKHASH,
    instructions: [transferLamports({ from: ALICE, to: BOB, lamports: SOL })],
    lookupTables: [table, unused],
  })
  const seen = observe(message, { loaded: [BOB] })
  assert.equal(seen.version, 0)
  assert.deepEqual(seen.lookupTables, [table.address])
  assert.deepEqual(seen.solMoves, [{ from: ALICE, to: BOB, lamports: SOL.toString() }])
  assert.deepEqual([seen.computeUnitLimit, seen.computeUnitPrice, seen.priorityFeeLamports], [null, null, null])
})

test('a version 1 transaction shows the budget of its message, not that of instructions it ignores', () => {
  const message = compileV1Message({
    payer: ALICE,
    blockhash: BLOCKHASH,
    instructions: [setComputeUnitPrice(9n), transferLamports({ from: ALICE, to: BOB, lamports: SOL })],
    config: { computeUnitLimit: 123_456, loadedAccountsDataSizeLimit: 65_536, priorityFeeLamports: 777n },
  })
  const seen = observe(message)
  assert.equal(seen.version, 1)
  assert.deepEqual([seen.computeUnitLimit, seen.computeUnitPrice, seen.priorityFeeLamports], [123_456, null, '777'])
  assert.deepEqual(seen.lookupTables, [])
})

test('a durable nonce is the first instruction or none', () => {
  const advance = advanceNonce({ nonce: key('nonce'), authority: CAROL })
  const pay = transferLamports({ from: ALICE, to: BOB, lamports: SOL })
  assert.deepEqual(observe(legacy([advance, pay])).nonce, { account: key('nonce'), authority: CAROL })
  assert.equal(observe(legacy([pay, advance])).nonce, null)
})

test('tips are distinguished from payments, and dust from what an account needs to exist', () => {
  const seen = observe(
    legacy([
      transferLamports({ from: ALICE, to: TIP, lamports: 1_000n }),
      transferLamports({ from: ALICE, to: BOB, lamports: 890_879n }),
      transferLamports({ from: ALICE, to: CAROL, lamports: 890_880n }),
    ]),
  )
  assert.deepEqual(seen.tips, [{ to: TIP, lamports: '1000' }])
  assert.deepEqual(seen.solMoves, [{ from: ALICE, to: CAROL, lamports: '890880' }])
})

test('rent for an account of a program is no payment, money for a new wallet is', () => {
  const rent = { payer: ALICE, lamports: SOL, dataBytes: 165 }
  const seen = observe(
    legacy([
      createAccount({ ...rent, account: key('vault'), owner: TOKEN_PROGRAM }),
      createAccount({ ...rent, account: BOB, owner: SYSTEM_PROGRAM, dataBytes: 0 }),
    ]),
  )
  assert.deepEqual(seen.solMoves, [{ from: ALICE, to: BOB, lamports: SOL.toString() }])
})

test('wrapping SOL for oneself is no payment, wrapping it for another pays the other', () => {
  const wrapped = (account: string, owner: string): Balance => ({ account, mint: NATIVE_MINT, owner, amount: SOL })
  const own = key('wrapped of alice')
  const others = key('wrapped of bob')
  const seen = observe(
    legacy([
      transferLamports({ from: ALICE, to: own, lamports: SOL }),
      transferLamports({ from: ALICE, to: others, lamports: 2n * SOL }),
    ]),
    { after: [wrapped(own, ALICE), wrapped(others, BOB)] },
  )
  assert.deepEqual(seen.solMoves, [{ from: ALICE, to: BOB, lamports: (2n * SOL).toString() }])
})

const held = (account: string, owner: string, amount: bigint, mint = MINT): Balance => ({
  account: key(account),
  mint,
  owner,
  amount,
})

test('tokens are followed from owner to owner, at any depth, one entry for each pair, other mints left out', () => {
  const checked = (from: string, to: string, amountRaw: bigint, mint = MINT) =>
    transferTokensChecked({ from: key(from), mint, to: key(to), authority: ALICE, amountRaw, decimals: 6 })
  const other = key('other mint')
  const seen = observe(
    legacy([
      memo('', [ALICE]),
      checked('a', 'b', 5n),
      checked('a2', 'b', 7n),
      checked('a', 'a2', 1n),
      checked('x', 'y', 9n, other),
      transferTokens({ from: key('b'), to: key('c'), authority: BOB, amountRaw: 2n }),
    ]),
    {
      before: [held('a', ALICE, 50n), held('a2', ALICE, 50n), held('x', ALICE, 9n, other)],
      after: [held('b', BOB, 10n), held('c', CAROL, 2n), held('y', BOB, 9n, other)],
      inner: [checked('a', 'c', 3n)],
    },
  )
  assert.deepEqual(seen.tokenMoves, [
    { from: ALICE, to: CAROL, amountRaw: '3' },
    { from: ALICE, to: BOB, amountRaw: '12' },
    { from: BOB, to: CAROL, amountRaw: '2' },
  ])
  assert.equal('otherMoves' in seen, false, 'nine units are a collectible')
})

test('units of other tokens that go from owner to owner are listed by mint, those of the token and SOL are not', () => {
  const dollars = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  const moved = (mint: string) =>
    transferTokensChecked({
      from: key(`${mint}/a`),
      mint,
      to: key(`${mint}/b`),
      authority: ALICE,
      amountRaw: SOL,
      decimals: 6,
    })
  const mints = [dollars, MINT, NATIVE_MINT]
  const seen = observe(legacy(mints.map(moved)), {
    before: mints.map((mint) => held(`${mint}/a`, ALICE, SOL, mint)),
    after: mints.map((mint) => held(`${mint}/b`, BOB, SOL, mint)),
  })
  assert.deepEqual(seen.otherMoves, [{ mint: dollars, from: ALICE, to: BOB, amountRaw: `${SOL}` }])
  assert.equal('otherSales' in seen, false)
})

test('transfers with a fee count what the sender gave', () => {
  const plain = transferTokensChecked({
    from: key('a'),
    mint: MINT,
    to: key('b'),
    authority: ALICE,
    amountRaw: 1_000n,
    decimals: 6,
    tokenProgram: TOKEN_2022_PROGRAM,
  })
  const data = Buffer.alloc(19)
  data.set([26, 1])
  data.writeBigUInt64LE(1_000n, 2)
  data[10] = 6
  data.writeBigUInt64LE(990n, 11)
  const seen = observe(legacy([{ ...plain, data }]), {
    before: [held('a', ALICE, 1_000n)],
    after: [held('b', BOB, 10n)],
  })
  assert.deepEqual(seen.tokenMoves, [{ from: ALICE, to: BOB, amountRaw: '1000' }])
})

test('an account that is made, filled and emptied again hides no one', () => {
  const through = key('through')
  const seen = observe(
    legacy([
      initializeTokenAccount({ account: through, mint: MINT, owner: BOB }),
      transferTokens({ from: key('a'), to: through, authority: ALICE, amountRaw: 8n }),
      transferTokens({ from: through, to: key('c'), authority: BOB, amountRaw: 8n }),
    ]),
    { before: [held('a', ALICE, 8n)], after: [held('c', CAROL, 8n)] },
  )
  assert.deepEqual(seen.tokenMoves, [
    { from: ALICE, to: BOB, amountRaw: '8' },
    { from: BOB, to: CAROL, amountRaw: '8' },
  ])
})

test('handing over a whole token account is a move of what is in it', () => {
  const account = transferTokens({ from: key('a'), to: key('a'), authority: ALICE, amountRaw: 0n })
  const seen = observe(legacy([account]), { before: [held('a', ALICE, 40n)], after: [held('a', BOB, 30n)] })
  assert.deepEqual(seen.tokenMoves, [{ from: ALICE, to: BOB, amountRaw: '30' }])
})

test('instructions that are cut short move nothing', () => {
  const short = (programId: string, bytes: readonly number[]): Instruction => ({
    programId,
    accounts: [ALICE, BOB, CAROL].map((address) => ({ address, isSigner: address === ALICE, isWritable: true })),
    data: Uint8Array.from(bytes),
  })
  const seen = observe(
    legacy([
      short(SYSTEM_PROGRAM, [2, 0, 0, 0, 1]),
      short(SYSTEM_PROGRAM, [4]),
      short(TOKEN_PROGRAM, [3, 1]),
      short(TOKEN_PROGRAM, [18, 1, 2]),
      short(TOKEN_PROGRAM, [26, 1]),
      short(TOKEN_PROGRAM, []),
      short('ComputeBudget111111111111111111111111111111', [2, 1]),
      short('ComputeBudget111111111111111111111111111111', [3]),
    ]),
  )
  assert.deepEqual([seen.solMoves, seen.tokenMoves, seen.nonce], [[], [], null])
  assert.deepEqual([seen.computeUnitLimit, seen.computeUnitPrice], [null, null])
})
