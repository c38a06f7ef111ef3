import assert from 'node:assert/strict'
import { test } from 'node:test'
import { movementsOf } from '../../../../src/chain/solana/actions/movements.ts'
import { batchTokenInstructions } from '../../../../src/chain/solana/token-batch.ts'
import type { ChainInstruction, ChainTransaction, TokenBalance } from '../../../../src/chain/solana/transaction.ts'
import { encodeBase58 } from '../../../../src/hot-paths/base58.ts'
import { unbalanced } from './sums.ts'

/** What moves units, on transactions made for it: those that no recorded transaction shows. */

const SYSTEM = '11111111111111111111111111111111'
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const STAKE = 'Stake11111111111111111111111111111111111111'
const LOADER = 'BPFLoaderUpgradeab1e11111111111111111111111'
const TABLES = 'AddressLookupTab1e1111111111111111111111111'
const SOL = 'So11111111111111111111111111111111111111112'
const name = (text: string) => encodeBase58(Buffer.alloc(32, text))
const [ALICE, BOB, COIN, PROGRAM] = ['alice', 'bob', 'coin', 'a program'].map(name) as [string, string, string, string]
const FEE = 5_000n

const u64 = (raw: bigint) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(raw)
  return bytes
}
const call = (programId: string, accounts: readonly string[], ...data: (number | Uint8Array)[]): ChainInstruction => ({
  programId,
  accounts,
  data: Buffer.concat(data.map((part) => (typeof part === 'number' ? Buffer.of(part) : part))),
  stackHeight: 1,
})
const tagged = (tag: number) => Buffer.of(tag, 0, 0, 0)

type Account = {
  before?: bigint
  after?: bigint
  tokens?: readonly [mint: string, before: bigint | null, after: bigint | null]
  owner?: string
}

/** A transaction of these instructions, over accounts with these balances. */
function landed(
  instructions: readonly ChainInstruction[],
  accounts: Readonly<Record<string, Account>>,
  more: Partial<ChainTransaction> = {},
): ChainTransaction {
  const accountKeys = [...new Set([ALICE, ...Object.keys(accounts), ...instructions.flatMap((one) => one.accounts)])]
  const rows = (at: 1 | 2): TokenBalance[] =>
    accountKeys.flatMap((key, accountIndex) => {
      const { tokens, owner } = accounts[key] ?? {}
      const amountRaw = tokens?.[at] ?? null
      if (tokens === undefined || amountRaw === null) return []
      return [{ accountIndex, mint: tokens[0], owner: owner ?? ALICE, programId: TOKEN, amountRaw, decimals: 6 }]
    })
  return {
    signature: 'signature',
    slot: 1,
    blockTimeSec: 1,
    indexInBlock: 0,
    version: 0,
    feeLamports: FEE,
    feePayer: ALICE,
    err: null,
    signers: [ALICE],
    lookupTables: [],
    budget: null,
    accountKeys,
    writable: accountKeys.map(() => true),
    instructions,
    innerInstructions: instructions.map(() => []),
    preBalances: accountKeys.map((key) => accounts[key]?.before ?? 0n),
    postBalances: accountKeys.map((key) => accounts[key]?.after ?? accounts[key]?.before ?? 0n),
    preTokenBalances: rows(1),
    postTokenBalances: rows(2),
    logs: [],
    computeUnits: 1,
    ...more,
  }
}

const who = new Map([ALICE, BOB, COIN].map((key, at) => [key, ['alice', 'bob', 'coin'][at]!]))
const short = (key: string) => who.get(key) ?? key
/** As text, without the network's fee; fails when they do not add up to the balances. */
function moved(transaction: ChainTransaction): readonly string[] {
  const movements = movementsOf(transaction)
  assert.deepEqual(unbalanced(transaction, movements), [])
  return movements
    .filter(({ kind }) => kind !== 'fee')
    .map(({ kind, mint, amountRaw, from, to }) => {
      const asset = mint === null ? 'lamports' : mint === SOL ? 'wrapped' : short(mint)
      return `${kind} ${amountRaw} ${asset}: ${from === null ? '-' : short(from.owner)} > ${to === null ? '-' : short(to.owner)}`
    })
}

test('a failed transaction moved its fee and nothing else', () => {
  const asked = call(SYSTEM, [ALICE, BOB], tagged(2), u64(7n))
  const transaction = landed(
    [asked],
    { [ALICE]: { before: 10_000n, after: 5_000n } },
    { err: { InstructionError: [0, 'x'] } },
  )
  assert.deepEqual(moved(transaction), [])
  assert.deepEqual(
    movementsOf(transaction).map(({ kind, amountRaw }) => [kind, amountRaw]),
    [['fee', FEE]],
  )
})

test('each instruction of the system program that moves lamports', () => {
  const seed = Buffer.concat([Buffer.alloc(32), u64(3n), Buffer.from('abc')])
  const accounts = { [ALICE]: { before: 1_000_000n, after: 1_000_000n - FEE - 7n }, [BOB]: { after: 7n } }
  for (const [kind, instruction] of [
    ['deposit', call(SYSTEM, [ALICE, BOB], tagged(0), u64(7n), u64(0n), Buffer.alloc(32))],
    ['transfer', call(SYSTEM, [ALICE, BOB], tagged(2), u64(7n))],
    ['deposit', call(SYSTEM, [ALICE, BOB, ALICE], tagged(3), seed, u64(7n), u64(0n), Buffer.alloc(32))],
    ['transfer', call(SYSTEM, [ALICE, BOB], tagged(5), u64(7n))],
    ['transfer', call(SYSTEM, [ALICE, PROGRAM, BOB], tagged(11), u64(7n), seed)],
    ['deposit', call(SYSTEM, [BOB, ALICE], tagged(13), u64(7n), u64(0n), Buffer.alloc(32))],
  ] as const)
    assert.deepEqual(moved(landed([instruction], accounts)), [`${kind} 7 lamports: alice > bob`])
})

test('transfers in a batch, with a fee of the token that is in the instruction, and with one that only the balances show', () => {
  const tokens = (before: bigint, after: bigint) => [COIN, before, after] as const
  const [from, to] = [name('from'), name('to')]
  const alice = { [ALICE]: { before: FEE, after: 0n } }
  const [batch] = batchTokenInstructions(
    [3n, 4n].map((raw) => ({
      programId: TOKEN,
      accounts: [from, to, ALICE].map((address) => ({ address, isSigner: false, isWritable: true })),
      data: Buffer.concat([Buffer.of(3), u64(raw)]),
    })),
  )
  const batched = call(
    TOKEN,
    batch!.accounts.map(({ address }) => address),
    batch!.data,
  )
  const plain = { ...alice, [from]: { tokens: tokens(10n, 3n) }, [to]: { tokens: tokens(0n, 7n), owner: BOB } }
  assert.deepEqual(moved(landed([batched], plain)), ['transfer 3 coin: alice > bob', 'transfer 4 coin: alice > bob'])

  const taxed = { ...alice, [from]: { tokens: tokens(10n, 0n) }, [to]: { tokens: tokens(0n, 9n), owner: BOB } }
  const withFee = call(TOKEN_2022, [from, COIN, to, ALICE], 26, 1, u64(10n), 6, u64(1n))
  const checked = call(TOKEN_2022, [from, COIN, to, ALICE], 12, u64(10n), 6)
  for (const instruction of [withFee, checked])
    assert.deepEqual(moved(landed([instruction], taxed)), ['transfer 10 coin: alice > bob', 'withheld 1 coin: bob > -'])
})

test('wrapped SOL: what is wrapped, paid and unwrapped, in an account that lives no longer than the transaction', () => {
  const [temporary, vault] = [name('temporary'), name('vault')]
  const deposit = 2_039_280n
  const paid = 1_000_000n
  for (const rent of [deposit, deposit - 900_000n]) {
    const steps = [
      call(SYSTEM, [ALICE, temporary], tagged(0), u64(rent + paid), u64(165n), Buffer.alloc(32)),
      call(TOKEN, [temporary, SOL, ALICE], 1),
      call(TOKEN, [temporary, vault, ALICE], 3, u64(paid)),
      call(TOKEN, [temporary, ALICE, ALICE], 9),
    ]
    const accounts = {
      [ALICE]: { before: 10_000_000n, after: 10_000_000n - FEE - paid },
      [temporary]: {},
      [vault]: { before: deposit, after: deposit + paid, tokens: [SOL, 0n, paid] as const, owner: BOB },
    }
    const text = moved(landed(steps, accounts))
    assert(text.includes(`transfer ${paid} wrapped: alice > bob`), text.join('\n'))
    assert(text.includes(`close ${rent} lamports: alice > alice`), text.join('\n'))
  }
})

test('what a token account costs today is read off another one that the transaction makes', () => {
  const [own, coins, vault] = [name('own'), name('coins'), name('vault')]
  const rent = 1_488_440n
  const open = (account: string) => call(SYSTEM, [ALICE, account], tagged(0), u64(rent), u64(165n), Buffer.alloc(32))
  const steps = [
    open(coins),
    open(own),
    call(TOKEN, [own, SOL, ALICE], 1),
    call(SYSTEM, [ALICE, own], tagged(2), u64(500n)),
    call(TOKEN, [own], 17),
    call(TOKEN, [own, vault, ALICE], 3, u64(500n)),
    call(TOKEN, [own, ALICE, ALICE], 9),
  ]
  const accounts = {
    [ALICE]: { before: 10_000_000n, after: 10_000_000n - FEE - rent - 500n },
    [own]: {},
    [coins]: { after: rent },
    [vault]: { before: rent, after: rent + 500n, tokens: [SOL, 0n, 500n] as const, owner: BOB },
  }
  assert.deepEqual(
    moved(landed(steps, accounts)).filter((text) => text.includes('wrap')),
    ['wrap 500 wrapped: - > alice', 'transfer 500 wrapped: alice > bob'],
  )
})

test('an account that is handed over takes what is in it to its new owner', () => {
  const account = name('account')
  const handOver = call(TOKEN, [account, ALICE], 6, 2, 1, Buffer.alloc(32, 'bob'))
  const transaction = landed([handOver], { [ALICE]: { before: FEE, after: 0n }, [account]: { tokens: [COIN, 5n, 5n] } })
  assert.deepEqual(moved(transaction), ['handover 5 coin: alice > bob'])
})

test('lamports that the token program takes out of an account of wrapped SOL', () => {
  const account = name('account')
  const transaction = landed([call(TOKEN, [account, BOB, ALICE], 45, 1, u64(6n))], {
    [ALICE]: { before: FEE, after: 0n },
    [BOB]: { after: 6n },
    [account]: { before: 30n, after: 24n, tokens: [SOL, 10n, 4n] },
  })
  assert.deepEqual(moved(transaction), ['unwrap 6 wrapped: alice > -', 'transfer 6 lamports: alice > bob'])
})

test('accounts that are closed or merged give all that they held', () => {
  const [old, kept] = [name('old'), name('kept')]
  const accounts = {
    [ALICE]: { before: FEE, after: 0n },
    [old]: { before: 40n, after: 0n },
    [kept]: { before: 2n, after: 42n },
  }
  for (const instruction of [
    call(STAKE, [kept, old], tagged(7)),
    call(LOADER, [old, kept, ALICE], tagged(5)),
    call(TABLES, [old, ALICE, kept], tagged(4)),
  ])
    assert.deepEqual(moved(landed([instruction], accounts)), [`close 40 lamports: ${old} > ${kept}`])
})

test('what a program moves by itself has two ends where one account gave, and one where that cannot be known', () => {
  const [curve, other] = [name('curve'), name('other')]
  const sale = call(PROGRAM, [curve, ALICE, BOB])
  const one = landed([sale], {
    [ALICE]: { before: FEE, after: 90n },
    [BOB]: { after: 10n },
    [curve]: { before: 200n, after: 100n },
  })
  assert.deepEqual(moved(one), [`program 90 lamports: ${curve} > alice`, `program 10 lamports: ${curve} > bob`])
  assert.deepEqual(
    movementsOf(one).map(({ path }) => path),
    [null, [0, -1], [0, -1]],
  )
  const several = landed([sale], {
    [ALICE]: { before: FEE, after: 90n },
    [BOB]: { after: 30n },
    [curve]: { before: 200n, after: 100n },
    [other]: { before: 20n, after: 0n },
  })
  assert.deepEqual(moved(several), [
    `program 100 lamports: ${curve} > -`,
    `program 20 lamports: ${other} > -`,
    'program 90 lamports: - > alice',
    'program 30 lamports: - > bob',
  ])
})

test('instructions that are cut short, or name too few accounts, move nothing', () => {
  const alice = { [ALICE]: { before: FEE, after: 0n } }
  for (const programId of [SYSTEM, TOKEN, TOKEN_2022, STAKE, LOADER, TABLES])
    for (let tag = 0; tag < 256; tag++)
      for (const accounts of [[], [ALICE], [ALICE, BOB], [ALICE, BOB, COIN]])
        assert.doesNotThrow(() => movementsOf(landed([call(programId, accounts, tag, tag % 3, 1)], alice)))
})

test('a token account whose making the record leaves out takes units and gives them once', () => {
  const [from, escrow] = [name('from'), name('escrow')]
  const paid = call(TOKEN, [from, escrow, ALICE], 3, u64(4n))
  const kept = landed([paid], {
    [ALICE]: { before: FEE, after: 0n },
    [from]: { tokens: [COIN, 9n, 5n] },
    [escrow]: { tokens: [COIN, null, 4n], owner: BOB },
  })
  assert.deepEqual(moved(kept), ['transfer 4 coin: alice > bob'])
  const temporary = name('temporary')
  const vault = { before: 10n, after: 17n, tokens: [SOL, 0n, 7n] as const, owner: BOB }
  const closed = landed(
    [call(TOKEN, [temporary, name('vault'), ALICE], 3, u64(7n)), call(TOKEN, [temporary, ALICE], 9)],
    {
      [ALICE]: { before: FEE + 7n, after: 0n },
      [temporary]: {},
      [name('vault')]: vault,
    },
  )
  assert(moved(closed).includes('transfer 7 wrapped: ' + `${temporary} > bob`))
})
