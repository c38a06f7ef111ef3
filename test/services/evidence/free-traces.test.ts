import assert from 'node:assert/strict'
import { test } from 'node:test'
import { largestPayerOf } from '../../../src/chain/solana/first-funding.ts'
import { transferLamports, transferTokensChecked } from '../../../src/chain/solana/instructions.ts'
import { ADDRESS_LOOKUP_TABLE_PROGRAM, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import type { SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import { OWNER_TO_POWERS, powersIn } from '../../../src/chain/solana/token-powers.ts'
import type { ChainInstruction, ChainTransaction, TokenBalance } from '../../../src/chain/solana/transaction.ts'
import { LIMITS } from '../../../src/config/limits.ts'
import { ok } from '../../../src/contract/outcome.ts'
import { decodeBase58Fixed } from '../../../src/hot-paths/base58.ts'
import { paidInTrades } from '../../../src/services/evidence/fee-takers.ts'
import { observeTransaction } from '../../../src/services/evidence/observe-transaction.ts'
import { readTables } from '../../../src/services/evidence/read-tables.ts'
import type { ObservedTransaction } from '../../../src/services/evidence-bundle/evidence.ts'
import { key } from '../../chain/solana/fake-ledger.ts'

const MINT = key('mint')
const [ANN, BEN, PURSE, STORE, PROGRAM] = ['ann', 'ben', 'purse', 'store', 'some program'].map(key) as [
  string,
  string,
  string,
  string,
  string,
]
const SOL = 1_000_000_000n
const FEE = 5_000n
const { signal } = new AbortController()

/** Before and after. */
type Change = readonly bigint[]
type Shape = {
  readonly sol: Readonly<Record<string, Change>>
  readonly tokens?: readonly {
    readonly account: string
    readonly mint: string
    readonly owner: string
    readonly raw: Change
  }[]
  readonly instructions?: readonly ChainInstruction[]
}

/** A landed transaction whose first address pays the fee. */
function landed({ sol, tokens = [], instructions = [] }: Shape): ChainTransaction {
  const accountKeys = [...new Set([...Object.keys(sol), ...tokens.map(({ account }) => account)])]
  const rows = (at: 0 | 1): TokenBalance[] =>
    tokens.map(({ account, mint, owner, raw }) => ({
      accountIndex: accountKeys.indexOf(account),
      mint,
      owner,
      programId: TOKEN_PROGRAM,
      amountRaw: raw[at]!,
      decimals: 6,
    }))
  const feePayer = accountKeys[0]!
  return {
    signature: key('signature'),
    slot: 7,
    blockTimeSec: 7,
    indexInBlock: null,
    version: 0,
    feeLamports: FEE,
    feePayer,
    err: null,
    signers: [feePayer],
    lookupTables: [],
    budget: null,
    accountKeys,
    writable: accountKeys.map(() => true),
    instructions: [
      { programId: PROGRAM, accounts: accountKeys, data: Uint8Array.of(1), stackHeight: 1 },
      ...instructions,
    ],
    innerInstructions: [],
    preBalances: accountKeys.map((one) => sol[one]?.[0] ?? 0n),
    postBalances: accountKeys.map((one) => sol[one]?.[1] ?? 0n),
    preTokenBalances: rows(0),
    postTokenBalances: rows(1),
    logs: [],
    computeUnits: null,
  }
}

const plain = (instruction: ReturnType<typeof transferLamports>): ChainInstruction => ({
  programId: instruction.programId,
  accounts: instruction.accounts.map(({ address }) => address),
  data: instruction.data,
  stackHeight: 1,
})

test('principle 4: money that a program moved without an instruction is first money of the wallet that lost it', () => {
  const paid = landed({ sol: { [BEN]: [SOL, SOL - FEE], [STORE]: [9n * SOL, 7n * SOL], [ANN]: [0n, 2n * SOL] } })
  assert.deepEqual(largestPayerOf(paid, ANN), { from: STORE, lamports: 2n * SOL })
  assert.deepEqual(observeTransaction(paid, MINT).solMoves, [{ from: STORE, to: ANN, lamports: (2n * SOL).toString() }])
  assert.equal(largestPayerOf(paid, BEN), null, 'the fee is nobody’s payment')
})

test('principle 4: where an instruction explains what was gained, it says who paid', () => {
  const pay = plain(transferLamports({ from: PURSE, to: ANN, lamports: 2n * SOL }))
  const sol = {
    [BEN]: [9n * SOL, 5n * SOL - FEE],
    [PURSE]: [SOL * 3n, SOL],
    [ANN]: [0n, 2n * SOL],
    [STORE]: [0n, 4n * SOL],
  }
  const paid = landed({ sol: sol, instructions: [pay] })
  assert.equal(largestPayerOf(paid, ANN)?.from, PURSE)
  assert.deepEqual(observeTransaction(paid, MINT).solMoves, [
    { from: PURSE, to: ANN, lamports: (2n * SOL).toString() },
    { from: BEN, to: STORE, lamports: (4n * SOL).toString() },
  ])
})

test('principle 4: what one got who gave tokens for it is a price', () => {
  const sol = { [ANN]: [0n, 2n * SOL - FEE], [STORE]: [9n * SOL, 7n * SOL] }
  const tokens = [{ account: key('account of ann'), mint: key('other mint'), owner: ANN, raw: [50n, 0n] }]
  const swapped = landed({ sol: sol, tokens })
  assert.equal(largestPayerOf(swapped, ANN), null)
  assert.deepEqual(observeTransaction(swapped, MINT).solMoves, [])
})

test('principle 4: rent that comes back of one’s own token account is no money', () => {
  const account = key('account of ann')
  const sol = { [ANN]: [SOL, SOL + 2_039_280n - FEE], [account]: [2_039_280n, 0n] }
  const tokens = [{ account, mint: key('other mint'), owner: ANN, raw: [0n, 0n] }]
  assert.deepEqual(observeTransaction(landed({ sol: sol, tokens }), MINT).solMoves, [])
})

test('principle 6: a token move keeps who signed for the giver, where that was someone else', () => {
  const [from, to] = [key('account of ann'), key('account of ben')]
  const move = (authority: string, amountRaw: bigint) =>
    plain(transferTokensChecked({ from, to, mint: MINT, authority, amountRaw, decimals: 6 }))
  const tokens = [
    { account: from, mint: MINT, owner: ANN, raw: [90n, 60n] },
    { account: to, mint: MINT, owner: BEN, raw: [0n, 30n] },
  ]
  const sol = { [PURSE]: [SOL, SOL - FEE] }
  const { tokenMoves } = observeTransaction(
    landed({ sol, tokens, instructions: [move(PURSE, 20n), move(ANN, 10n)] }),
    MINT,
  )
  assert.deepEqual(tokenMoves, [
    { from: ANN, to: BEN, amountRaw: '20', authority: PURSE },
    { from: ANN, to: BEN, amountRaw: '10' },
  ])
})

test('principle 3: any other wallet that gained SOL in a trade took a fee, whatever program paid it', () => {
  const pool = key('pool')
  const sol = { [ANN]: [9n * SOL, 8n * SOL - FEE], [pool]: [SOL, 2n * SOL - 20_000_000n], [PURSE]: [0n, 20_000_000n] }
  const traded = landed({ sol: sol })
  const trade = { pool, trader: ANN, quoteAmountRaw: SOL } as Parameters<typeof paidInTrades>[2]['trades'][number]
  assert.deepEqual(paidInTrades(traded, new Map(), { trades: [trade], moves: [] }), [
    { to: PURSE, lamports: '20000000' },
  ])
  const shown = [{ from: ANN, to: PURSE, lamports: 20_000_000n }]
  assert.deepEqual(
    paidInTrades(traded, new Map(), { trades: [trade], moves: shown }),
    [],
    'a transfer shows it already',
  )
  assert.deepEqual(paidInTrades(traded, new Map(), { trades: [], moves: [] }), [], 'nothing was traded')
})

/** A token account from its owner on. */
function sliceOf(
  owner: string,
  powers: { readonly delegate?: string; readonly spends?: bigint; readonly closer?: string },
) {
  const slice = Buffer.alloc(OWNER_TO_POWERS.length)
  slice.set(decodeBase58Fixed(owner, 32)!)
  slice.writeBigUInt64LE(70n, 32)
  const option = (at: number, address: string | undefined): void => {
    if (address === undefined) return
    slice.writeUInt32LE(1, at)
    slice.set(decodeBase58Fixed(address, 32)!, at + 4)
  }
  option(40, powers.delegate)
  slice.writeBigUInt64LE(powers.spends ?? 0n, 89)
  option(97, powers.closer)
  return slice
}

test('principle 5: delegates and close authorities of token accounts are listed, one’s own powers are not', async () => {
  const slices = [
    sliceOf(ANN, { delegate: PURSE, spends: 60n }),
    sliceOf(BEN, { closer: PURSE }),
    sliceOf(STORE, { delegate: STORE, spends: 9n, closer: STORE }),
    sliceOf(PURSE, {}),
  ]
  const found = [
    { owner: BEN, kind: 'close_authority', by: PURSE, amountRaw: 70n },
    { owner: ANN, kind: 'delegate', by: PURSE, amountRaw: 60n },
  ]
  assert.deepEqual(await powersIn(slices, 9), found)
  assert.deepEqual(await powersIn(slices, 1), found.slice(0, 1))
})

function tableOf(entries: readonly string[], lastExtendedSlot: bigint): Buffer {
  const data = Buffer.alloc(56 + entries.length * 32)
  data.writeUInt32LE(1, 0)
  data.writeBigUInt64LE(2n ** 64n - 1n, 4)
  data.writeBigUInt64LE(lastExtendedSlot, 12)
  data[21] = 1
  data.set(decodeBase58Fixed(PURSE, 32)!, 22)
  for (const [i, entry] of entries.entries()) data.set(decodeBase58Fixed(entry, 32)!, 56 + i * 32)
  return data
}

/** A node with these tables; the calls it got say whether it was asked for whole accounts. */
function tableNode(tables: ReadonlyMap<string, Buffer>) {
  const asked: { readonly addresses: number; readonly isWhole: boolean }[] = []
  const rpc = {
    async accounts(addresses: readonly string[], options: { readonly dataSlice?: { readonly length: number } }) {
      asked.push({ addresses: addresses.length, isWhole: options.dataSlice === undefined })
      const accounts = addresses.map((address) => {
        const data = tables.get(address)?.subarray(0, options.dataSlice?.length)
        return data === undefined ? null : { address, lamports: 1n, owner: ADDRESS_LOOKUP_TABLE_PROGRAM, data }
      })
      return ok({ slot: 9, accounts })
    },
  } as unknown as SolanaRpc
  return { rpc, asked }
}
const loading = (lookupTables: readonly string[]): readonly ObservedTransaction[] =>
  [{ lookupTables }] as unknown as ObservedTransaction[]

test('principle 2: a lookup table says when it was extended and whether it lists the mint', async () => {
  const [own, gone] = [key('own table'), key('table that is gone')]
  const { rpc, asked } = tableNode(new Map([[own, tableOf([SYSTEM_PROGRAM, MINT, STORE], 42n)]]))
  const { rows, gap } = await readTables(rpc, loading([own, gone]), (one) => one === MINT || one === STORE, signal)
  assert.equal(gap, null)
  const expected = [
    { address: own, authority: PURSE, lastExtendedSlot: 42, entries: 3, lists: [MINT, STORE].sort() },
    { address: gone, authority: null },
  ]
  assert.deepEqual(
    rows,
    expected.sort((a, b) => (a.address < b.address ? -1 : 1)),
  )
  assert.deepEqual(asked, [{ addresses: 2, isWhole: true }])
})

test('principle 2: of many tables the headers are read, and whole those that were extended last', async () => {
  const names = Array.from({ length: LIMITS.evidenceWholeTables + 3 }, (_, i) => key(`table ${i}`))
  const { rpc, asked } = tableNode(new Map(names.map((name, i) => [name, tableOf([MINT], BigInt(i + 1))])))
  const { rows } = await readTables(rpc, loading(names), (one) => one === MINT, signal)
  assert.deepEqual(asked, [
    { addresses: names.length, isWhole: false },
    { addresses: LIMITS.evidenceWholeTables, isWhole: true },
  ])
  const unread = rows.filter(({ lists }) => lists === undefined).map(({ lastExtendedSlot }) => lastExtendedSlot)
  assert.deepEqual(unread.sort(), [1, 2, 3])
})
