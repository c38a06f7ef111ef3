import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeTransaction } from '../../../../src/chain/solana/decode-transaction.ts'
import { DEXES } from '../../../../src/chain/solana/dexes/index.ts'
import { NATIVE_MINT } from '../../../../src/chain/solana/program-ids.ts'
import type { ChainTransaction } from '../../../../src/chain/solana/transaction.ts'
import { recordedEnhanced } from '../../../support/recorded-enhanced.ts'
import { recordedBlock, recordedSkip, recordedTransactions } from '../../../support/recorded-transactions.ts'
import { balanceChange, lamportMove, movedInto, WALKED_PROGRAMS, walkSwaps } from './walk-swaps.ts'

/** Every recorded real transaction, alone or in the recorded block, through every decoder that the tape follows. */

type Recorded = { readonly name: string; readonly transaction: ChainTransaction }

const ENHANCED = ['webhook_dammv2BuyRes.json', 'webhook_dammv2SellRes.json', 'webhook_migrateTokenRes.json']

function recorded(): readonly Recorded[] {
  if (recordedSkip !== false) return []
  const block = recordedBlock()
  const place = { slot: 254_170_887, blockTimeSec: block['blockTime'] as number }
  const rows = [
    ...recordedTransactions().map(({ file, answer }) => ({ name: file, outcome: decodeTransaction(answer) })),
    ...block.transactions.map((answer, indexInBlock) => ({
      name: `block ${indexInBlock}`,
      outcome: decodeTransaction(answer, { ...place, indexInBlock }),
    })),
  ]
  return [
    ...rows.map(({ name, outcome }) => {
      assert(outcome.ok, name)
      return { name, transaction: outcome.value }
    }),
    ...ENHANCED.map((name) => ({ name, transaction: recordedEnhanced(name) })),
  ]
}

const ledger = recorded()
const tradesOf = (transaction: ChainTransaction) => DEXES.flatMap((dex) => dex.decodeTrades(transaction))
const byPath = (one: { path: string }, other: { path: string }) => (one.path < other.path ? -1 : 1)

test('every recorded trade on a followed DEX is found once, and agrees with positions, transfers and balances', {
  skip: recordedSkip,
}, () => {
  const found: Record<string, number> = {}
  for (const { name, transaction } of ledger) {
    const walked = walkSwaps(transaction).map(({ vaults, ...rest }) => rest)
    const trades = tradesOf(transaction).map((trade) => ({
      dex: trade.dex as string,
      path: trade.instructionPath.join(),
      pool: trade.pool,
      side: trade.side,
      trader: trade.trader,
      baseMint: trade.baseMint,
      quoteMint: trade.quoteMint,
      baseAmountRaw: trade.baseAmountRaw,
      quoteAmountRaw: trade.dex === 'pumpfun' && trade.side === 'sell' ? null : trade.quoteAmountRaw,
    }))
    assert.deepEqual(trades.sort(byPath), [...walked].sort(byPath), name)
    for (const { dex } of trades) found[dex] = (found[dex] ?? 0) + 1
  }
  // What there is to find; a recording that is added shows here.
  assert.deepEqual(found, {
    raydium: 35,
    raydium_clmm: 11,
    meteora: 22,
    orca: 30,
    pumpswap: 3,
    pumpfun: 10,
    meteora_damm_v2: 2,
  })
})

test('the trades of a transaction add up to what their pools held more and less after it', {
  skip: recordedSkip,
}, () => {
  let vaults = 0
  for (const { name, transaction } of ledger) {
    const expected = new Map<string, bigint>()
    const trades = tradesOf(transaction)
    for (const swap of walkSwaps(transaction)) {
      const trade = trades.find((one) => one.instructionPath.join() === swap.path)!
      for (const vault of swap.vaults) {
        const isBase = tokenMint(transaction, vault) === trade.baseMint
        const amount = isBase ? trade.baseAmountRaw : trade.quoteAmountRaw
        const signed = isBase === (trade.side === 'sell') ? amount : -amount
        expected.set(vault, (expected.get(vault) ?? 0n) + signed)
      }
    }
    for (const [vault, change] of expected) {
      assert.equal(change, balanceChange(transaction, vault), `${name}: vault ${vault}`)
      assert.equal(movedInto(transaction, vault), balanceChange(transaction, vault), name)
      vaults++
    }
  }
  assert(vaults > 150, `${vaults} vaults`)
})

test('a trade of the two pump programs is what its trader held more and less after it, lamports too', {
  skip: recordedSkip,
}, () => {
  let bases = 0
  let proceeds = 0
  for (const { name, transaction } of ledger) {
    const trades = tradesOf(transaction).filter(({ dex }) => dex === 'pumpfun' || dex === 'pumpswap')
    for (const { side, trader, baseMint, baseAmountRaw, quoteMint, quoteAmountRaw } of trades) {
      const gained = heldMore(transaction, trader, baseMint)
      assert.equal(side === 'buy' ? gained : -gained, baseAmountRaw, name)
      bases++
      // A curve pays out lamports without a transfer: only the balance shows them.
      const isPaidInSol = side === 'sell' && quoteMint === NATIVE_MINT && trader === transaction.feePayer
      if (!isPaidInSol) continue
      assert.equal(lamportsGained(transaction, trader), quoteAmountRaw, name)
      proceeds++
    }
  }
  assert.deepEqual([bases, proceeds], [13, 3])
})

test('a transaction that calls no followed program has no trades, a failed one none either', {
  skip: recordedSkip,
}, () => {
  let others = 0
  let failed = 0
  for (const { name, transaction } of ledger) {
    if (transaction.err !== null) {
      failed++
      assert.deepEqual(tradesOf(transaction), [], name)
      assert.deepEqual(
        DEXES.flatMap((dex) => dex.decodeLaunches(transaction)),
        [],
        name,
      )
    } else if (!transaction.accountKeys.some((key) => WALKED_PROGRAMS.includes(key))) {
      others++
      assert.deepEqual(tradesOf(transaction), [], name)
    }
  }
  assert(failed > 100 && others > 100, `${failed} failed, ${others} of other programs`)
})

test('the recorded launches are found: a token of the launch program, and a curve that graduated into a DAMM v2 pool', {
  skip: recordedSkip,
}, () => {
  const launches = ledger.flatMap(({ name, transaction }) =>
    DEXES.flatMap((dex) => dex.decodeLaunches(transaction)).map(({ dex, kind, pool, mint, quoteMint, creator }) => ({
      name,
      dex,
      kind,
      pool,
      mint,
      quoteMint,
      creator,
    })),
  )
  const SOL = 'So11111111111111111111111111111111111111112'
  assert.deepEqual(launches, [
    {
      name: 'pumpfun_create_0.json',
      dex: 'pumpfun',
      kind: 'launch',
      pool: 'CQrqvWERJtEjw2rCCQV6EqfM6V6jzTuKjhJjKNFmGB7r',
      mint: '5dNYcCZXEGfGgbdUdq7MMR7KLsNJLLLgL83wLH8Fpump',
      quoteMint: SOL,
      creator: '6xo262KbDXepWbF3vPTrFXysr5vJwk3mozBXmXk3hmMx',
    },
    {
      name: 'webhook_migrateTokenRes.json',
      dex: 'meteora_damm_v2',
      kind: 'pool',
      pool: '3x9G9Cpi33HvAxreN1KMiqqCtybXC8uyj3myAKTCuKV9',
      mint: 'GLZPY8BKvz4SskptWRpNZ29UJPmS9BYx1enRHUa9oSDx',
      quoteMint: SOL,
      creator: 'FhVo3mqL8PW5pH5U2CN4XE33DokiyZnUwuGpH2hmHLuM',
    },
    {
      name: 'webhook_migrateTokenRes.json',
      dex: 'meteora_dbc',
      kind: 'graduation',
      pool: '3x9G9Cpi33HvAxreN1KMiqqCtybXC8uyj3myAKTCuKV9',
      mint: 'GLZPY8BKvz4SskptWRpNZ29UJPmS9BYx1enRHUa9oSDx',
      quoteMint: SOL,
      creator: null,
    },
  ])
})

function tokenMint(transaction: ChainTransaction, account: string): string | undefined {
  const index = transaction.accountKeys.indexOf(account)
  return transaction.postTokenBalances.find((row) => row.accountIndex === index)?.mint
}

/** What an owner's accounts of a mint held more after the transaction. */
function heldMore({ preTokenBalances, postTokenBalances }: ChainTransaction, owner: string, mint: string): bigint {
  const sum = (rows: ChainTransaction['preTokenBalances']) =>
    rows.reduce((total, row) => (row.owner === owner && row.mint === mint ? total + row.amountRaw : total), 0n)
  return sum(postTokenBalances) - sum(preTokenBalances)
}

/** Lamports that the fee payer gained besides the network fee and what it sent away by transfers. */
function lamportsGained(transaction: ChainTransaction, owner: string): bigint {
  const index = transaction.accountKeys.indexOf(owner)
  const change = transaction.postBalances[index]! - transaction.preBalances[index]!
  const sent = [transaction.instructions, ...transaction.innerInstructions]
    .flat()
    .flatMap(lamportMove)
    .reduce((total, { from, to, amount }) => total + (from === owner ? amount : 0n) - (to === owner ? amount : 0n), 0n)
  return change + transaction.feeLamports + sent
}
