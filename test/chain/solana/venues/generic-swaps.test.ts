import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEXES } from '../../../../src/chain/solana/dexes/index.ts'
import { batchTokenInstructions } from '../../../../src/chain/solana/token-batch.ts'
import type { ChainInstruction, ChainTransaction } from '../../../../src/chain/solana/transaction.ts'
import { decodeGenericSwaps } from '../../../../src/chain/solana/venues/generic-swaps.ts'
import { KNOWN_VENUES, NO_VENUES } from '../../../../src/chain/solana/venues/known-venues.ts'
import { unreadSwap } from '../../../../src/chain/solana/venues/unread-swap.ts'
import { isAmmVenue } from '../../../../src/contract/tape-event.ts'
import { decodeBase58Fixed, encodeBase58 } from '../../../../src/hot-paths/base58.ts'

/** The generic rule on transactions made for it: what is a swap, whose, and what only looks like one. */

const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const SOL = 'So11111111111111111111111111111111111111112'
const JUPITER = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'
const ORCA = 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc'
const name = (text: string) => encodeBase58(Buffer.alloc(32, text))
const [USER, POOL, ROUTER_AUTHORITY, AMM, COIN, OTHER, FEES] = [
  'user',
  'pool',
  'router authority',
  'amm program',
  'coin',
  'other',
  'fees',
].map(name) as [string, string, string, string, string, string, string]

/** `owner/mint`: a token account. */
const account = (owner: string, mint: string) => `${owner}/${mint}`

const u64 = (raw: bigint) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(raw)
  return bytes
}
const transfer = (height: number, from: string, to: string, raw: bigint): ChainInstruction => ({
  programId: TOKEN,
  accounts: [from, to, from.split('/')[0]!],
  data: Buffer.concat([Buffer.of(3), u64(raw)]),
  stackHeight: height,
})
const call = (height: number, programId: string, accounts: readonly string[] = []): ChainInstruction => ({
  programId,
  accounts,
  data: Buffer.from('swap'),
  stackHeight: height,
})

/** A transaction of top-level calls, each with what it called, and the token accounts that those name. */
function transactionOf(
  groups: readonly (readonly ChainInstruction[])[],
  more: Partial<ChainTransaction> & { readonly decimals?: number; readonly writableKeys?: readonly string[] } = {},
): ChainTransaction {
  const all = groups.flat()
  const accounts = new Set(all.flatMap((one) => one.accounts))
  const keys = [...new Set([USER, ...accounts, ...all.map(({ programId }) => programId)])]
  const rows = [...accounts]
    .filter((one) => one.includes('/'))
    .map((one) => ({
      accountIndex: keys.indexOf(one),
      mint: one.split('/')[1]!,
      owner: one.split('/')[0]!,
      programId: TOKEN,
      amountRaw: 1_000_000n,
      decimals: more.decimals ?? 6,
    }))
  const writable = keys.map((key) => key.includes('/') || (more.writableKeys ?? [POOL]).includes(key))
  return {
    signature: 'signature',
    slot: 1,
    blockTimeSec: 1,
    indexInBlock: 0,
    version: 0,
    feeLamports: 5_000n,
    feePayer: USER,
    err: null,
    signers: [USER],
    lookupTables: [],
    budget: null,
    accountKeys: keys,
    writable,
    instructions: groups.map(([first]) => ({ ...first!, stackHeight: 1 })),
    innerInstructions: groups.map(([, ...inner]) => inner),
    preBalances: keys.map(() => 0n),
    postBalances: keys.map(() => 0n),
    preTokenBalances: rows,
    postTokenBalances: rows,
    logs: ['log'],
    computeUnits: 1,
    ...more,
  }
}

const swap = (height: number, trader = USER, program = AMM, mints = [SOL, COIN]) => [
  call(height, program, [POOL, account(trader, mints[0]!), account(trader, mints[1]!)]),
  transfer(height + 1, account(trader, mints[0]!), account(POOL, mints[0]!), 500n),
  transfer(height + 1, account(POOL, mints[1]!), account(trader, mints[1]!), 70n),
]
const read = (transaction: ChainTransaction) =>
  decodeGenericSwaps(transaction).map(
    ({ dex, pool, side, trader, baseMint, quoteMint, baseAmountRaw, quoteAmountRaw, instructionPath }) => ({
      dex,
      pool,
      side,
      trader,
      base: `${baseAmountRaw} ${baseMint}`,
      quote: `${quoteAmountRaw} ${quoteMint}`,
      path: instructionPath.join('.'),
    }),
  )
const BUY = {
  dex: `amm:unknown:${AMM}`,
  pool: POOL,
  side: 'buy',
  trader: USER,
  base: `70 ${COIN}`,
  quote: `500 ${SOL}`,
  path: '0.-1',
}

test('an instruction whose transfers are a payment and a delivery is a swap, in any program', () => {
  assert.deepEqual(read(transactionOf([swap(1)])), [BUY])
  const [venue] = KNOWN_VENUES
  assert.deepEqual(read(transactionOf([swap(1, USER, venue!.programId)])), [{ ...BUY, dex: `amm:${venue!.name}` }])
  // The pool may pay out before it is paid.
  const [instruction, paid, got] = swap(1)
  assert.deepEqual(read(transactionOf([[instruction!, got!, paid!]])), [BUY])
})

test('a swap built for each program of the list, alone and through a router, is one trade of it with what was moved', () => {
  for (const { name, programId, traderIndex } of KNOWN_VENUES) {
    const [instruction, ...moves] = swap(1, USER, programId)
    // Who names its trader names it first.
    const own = traderIndex === undefined ? instruction! : { ...instruction!, accounts: [USER, POOL] }
    const expected = { ...BUY, dex: `amm:${name}` }
    assert.deepEqual(read(transactionOf([[own, ...moves]])), [expected], name)
    const deeper = [own, ...moves].map((one) => ({ ...one, stackHeight: one.stackHeight! + 1 }))
    const routed = transactionOf([[call(1, JUPITER), ...deeper]])
    assert.deepEqual(read(routed), [{ ...expected, path: '0.0' }], `${name} through a router`)
    const twice = transactionOf([
      [own, ...moves],
      [own, ...moves],
    ])
    assert.equal(read(twice).length, 2, `${name}: two swaps of one transaction are two`)
  }
})

test('the pool is the owner of the vaults where that is the pool, else the vault of the token', () => {
  assert.equal(read(transactionOf([swap(1)], { writableKeys: [] }))[0]!.pool, account(POOL, COIN))
  const inverse = [
    call(1, AMM),
    transfer(2, account(USER, COIN), account(POOL, COIN), 70n),
    transfer(2, account(POOL, SOL), account(USER, SOL), 500n),
  ]
  assert.deepEqual(read(transactionOf([inverse])), [{ ...BUY, side: 'sell', pool: account(POOL, COIN) }])
})

test('a route is the swaps in it and none of its own, at any depth', () => {
  for (const depth of [2, 5, 9, 40]) {
    const above = Array.from({ length: depth - 2 }, (_, at) => call(at + 2, name(`router ${at}`)))
    const shared = [
      call(1, name('a router')),
      transfer(2, account(USER, SOL), account(ROUTER_AUTHORITY, SOL), 500n),
      ...above,
      ...swap(depth, ROUTER_AUTHORITY),
      transfer(2, account(ROUTER_AUTHORITY, COIN), account(USER, COIN), 70n),
    ]
    const found = read(transactionOf([shared]))
    assert.deepEqual(found, [{ ...BUY, path: `0.${1 + above.length}` }], `depth ${depth}`)
  }
  // A node may say any depth: what it says must neither end in an error nor hold the loop.
  const deep = Array.from({ length: 30_000 }, (_, at) => call(at + 2, name(`router ${at % 7}`)))
  const nested = [call(1, name('a router')), ...deep, ...swap(30_002)]
  assert.deepEqual(read(transactionOf([nested])), [{ ...BUY, path: '0.30000' }])
  const twoHops = [call(1, JUPITER), ...swap(2), ...swap(2, USER, name('another amm'), [COIN, OTHER])]
  assert.deepEqual(
    read(transactionOf([twoHops])).map(({ dex, path }) => [dex, path]),
    [
      [`amm:unknown:${AMM}`, '0.0'],
      [`amm:unknown:${name('another amm')}`, '0.3'],
    ],
  )
})

test('what a named DEX did is no swap of the program that called it, nor of the DEX once more', () => {
  assert.deepEqual(read(transactionOf([swap(1, USER, ORCA)])), [])
  const wrapped = [call(1, AMM), ...swap(2, USER, ORCA)]
  assert.deepEqual(read(transactionOf([wrapped])), [])
  assert.deepEqual(read(transactionOf([swap(1, USER, JUPITER)])), [], 'a router that moved the tokens itself')
})

test('a pool whose vaults belong to a program of their own is found by the call above both', () => {
  const vaults = [
    call(1, AMM, [POOL]),
    call(2, name('vault program')),
    transfer(3, account(USER, SOL), account(POOL, SOL), 500n),
    call(2, name('vault program')),
    transfer(3, account(POOL, COIN), account(USER, COIN), 70n),
  ]
  assert.deepEqual(read(transactionOf([vaults])), [BUY])
})

test('transfers in a batch of the token program count like any other', () => {
  const [instruction, ...transfers] = swap(1)
  const [batch, ...others] = batchTokenInstructions(
    transfers.map(({ programId, accounts, data }) => ({
      programId,
      accounts: accounts.map((address) => ({ address, isSigner: false, isWritable: true })),
      data,
    })),
  )
  assert.deepEqual(others, [])
  const row: ChainInstruction = {
    programId: TOKEN,
    accounts: batch!.accounts.map(({ address }) => address),
    data: batch!.data,
    stackHeight: 2,
  }
  assert.deepEqual(read(transactionOf([[instruction!, row]])), [BUY])
  const cut = { ...row, data: row.data.subarray(0, row.data.length - 1) }
  assert.deepEqual(read(transactionOf([[instruction!, cut]])), [], 'a batch that is cut short moves nothing we know')
})

test('fees are part of what the trader paid, or were taken from what the pool paid out', () => {
  const [instruction, paid, got] = swap(1)
  const before = transfer(2, account(USER, SOL), account(FEES, SOL), 5n)
  const after = transfer(2, account(POOL, COIN), account(FEES, COIN), 3n)
  assert.deepEqual(read(transactionOf([[instruction!, before, paid!, got!]])), [{ ...BUY, quote: `505 ${SOL}` }])
  assert.deepEqual(read(transactionOf([[instruction!, paid!, got!, after]])), [BUY])
})

test('liquidity, a third mint, a transfer alone and pictures are no swaps', () => {
  const [instruction, paid, got] = swap(1)
  const deposit = transfer(2, account(USER, COIN), account(POOL, COIN), 70n)
  const third = transfer(2, account(POOL, OTHER), account(USER, OTHER), 1n)
  for (const [what, inner] of [
    ['a deposit', [paid!, deposit]],
    ['a withdrawal', [got!, third]],
    ['three mints', [paid!, got!, third]],
    ['one transfer', [paid!]],
    ['nothing', []],
    ['nothing moved', [{ ...paid!, data: Buffer.concat([Buffer.of(3), u64(0n)]) }, got!]],
  ] as const)
    assert.deepEqual(read(transactionOf([[instruction!, ...inner]])), [], what)
  const picture = { ...got!, data: Buffer.concat([Buffer.of(3), u64(1n)]) }
  assert.deepEqual(read(transactionOf([[instruction!, paid!, picture]], { decimals: 0 })), [])
  assert.equal(read(transactionOf([[instruction!, paid!, picture]])).length, 1)
})

test('a failed transaction, and one that never ran, has no swaps', () => {
  assert.deepEqual(read(transactionOf([swap(1)], { err: 'AccountInUse' })), [])
  assert.deepEqual(read(transactionOf([swap(1)], { innerInstructions: [[]], logs: [], feeLamports: 0n })), [])
})

test('a program that trades for itself is the trader where it shows, and the fee payer stands for it', () => {
  const [vaultSol, vaultCoin] = ['vault of sol', 'vault of coin'].map(name) as [string, string]
  // Vaults that own themselves: only the taker is on both ends.
  const book = [
    call(1, name('perpetuals')),
    call(2, AMM),
    transfer(3, account(vaultCoin, COIN), account(ROUTER_AUTHORITY, COIN), 70n),
    transfer(3, account(ROUTER_AUTHORITY, SOL), account(vaultSol, SOL), 500n),
  ]
  assert.deepEqual(read(transactionOf([book])), [{ ...BUY, pool: account(vaultCoin, COIN), path: '0.0' }])
})

test('records without stack heights are read where only token calls stand below', () => {
  const old = (rows: readonly ChainInstruction[]) =>
    rows.map((row, at) => (at === 0 ? row : { ...row, stackHeight: null }))
  assert.deepEqual(read(transactionOf([old(swap(1))])), [BUY])
  assert.deepEqual(read(transactionOf([old([call(1, JUPITER), ...swap(2)])])), [])
})

test('a swap that nothing read is one where the signers gave a token for another without a trade', () => {
  const transaction = transactionOf([swap(1)])
  const after = transaction.postTokenBalances.map((row) =>
    row.owner !== USER ? row : { ...row, amountRaw: row.amountRaw + (row.mint === COIN ? 70n : -500n) },
  )
  const moved = {
    ...transaction,
    postTokenBalances: after,
    preBalances: transaction.preBalances.map((_, at) => (at === 0 ? 1_000_000_000n : 0n)),
  }
  assert.deepEqual(unreadSwap(moved, decodeGenericSwaps(transaction)), null)
  const paid = { ...moved, postBalances: moved.preBalances.map((raw, at) => (at === 0 ? raw - 500_000_000n : 0n)) }
  assert.deepEqual(unreadSwap(paid, []), { paidMint: SOL, paidRaw: 499_995_500n, gotMint: COIN, gotRaw: 70n })
  const mint: ChainInstruction = {
    programId: TOKEN,
    accounts: [COIN, account(USER, COIN), POOL],
    data: Buffer.concat([Buffer.of(7), u64(70n)]),
    stackHeight: 2,
  }
  assert.deepEqual(
    unreadSwap({ ...paid, innerInstructions: [[mint]] }, []),
    null,
    'a token made for the payment is a deposit',
  )
})

test('each venue has one name that the wire allows, one program, and none is a named DEX or a router', () => {
  const decoded = new Set(DEXES.flatMap(({ programIds }) => programIds))
  for (const { name: venue, programId } of KNOWN_VENUES) {
    assert(isAmmVenue(`amm:${venue}`), venue)
    assert.notEqual(decodeBase58Fixed(programId, 32), null, venue)
    assert(!decoded.has(programId) && !NO_VENUES.has(programId), venue)
  }
  for (const programId of NO_VENUES) assert.notEqual(decodeBase58Fixed(programId, 32), null, programId)
  for (const member of ['name', 'programId'] as const)
    assert.equal(new Set(KNOWN_VENUES.map((one) => one[member])).size, KNOWN_VENUES.length, member)
})
