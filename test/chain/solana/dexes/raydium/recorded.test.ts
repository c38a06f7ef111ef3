import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RAYDIUM_AUTHORITY, RAYDIUM_PROGRAM } from '../../../../../src/chain/solana/dexes/raydium/addresses.ts'
import { raydium } from '../../../../../src/chain/solana/dexes/raydium/index.ts'
import { instructionAt } from '../../../../../src/chain/solana/instruction-at.ts'
import { recordedSkip } from '../../../../support/recorded-transactions.ts'
import { checkAgainstVaults, recordedLedger, swapsCalled } from '../recorded-swaps.ts'

const ledger = recordedLedger()
const isSwap = (data: Uint8Array) => [9, 11, 16, 17].includes(data[0]!)

test('every recorded AMM v4 swap that succeeded is one trade, and nothing else is', { skip: recordedSkip }, () => {
  let trades = 0
  let failed = 0
  for (const { name, transaction } of ledger) {
    const called = swapsCalled(transaction, [RAYDIUM_PROGRAM], isSwap)
    const found = raydium.decodeTrades(transaction)
    if (transaction.err !== null) failed += called
    assert.equal(found.length, transaction.err === null ? called : 0, name)
    trades += found.length
  }
  assert.deepEqual({ trades, failed }, { trades: 35, failed: 251 })
})

test('a recorded trade moves what the vaults gained and lost, to the base unit', { skip: recordedSkip }, () => {
  let checked = 0
  for (const recorded of ledger)
    checked += checkAgainstVaults(
      recorded,
      raydium,
      () => RAYDIUM_AUTHORITY,
      (trade) => instructionAt(recorded.transaction, trade.instructionPath)!.accounts,
    )
  assert.equal(checked, 35)
})

test('pool and trader are those the instruction names and the signatures prove', { skip: recordedSkip }, () => {
  for (const { name, transaction } of ledger)
    for (const trade of raydium.decodeTrades(transaction)) {
      const { accounts } = instructionAt(transaction, trade.instructionPath)!
      assert.equal(trade.pool, accounts[1], name)
      const user = accounts.at(-1)!
      assert.equal(trade.trader, transaction.signers.includes(user) ? user : transaction.feePayer, name)
    }
})

test('cut-off logs cost the reserves and nothing else', { skip: recordedSkip }, () => {
  for (const { name, transaction } of ledger) {
    const whole = raydium.decodeTrades(transaction)
    const cut = raydium.decodeTrades({ ...transaction, logs: ['Log truncated'] })
    assert.deepEqual(
      cut,
      whole.map((trade) => ({ ...trade, baseReserveRaw: null, quoteReserveRaw: null })),
      name,
    )
    for (const trade of whole) assert(trade.baseReserveRaw! > 0n && trade.quoteReserveRaw! > 0n, name)
  }
})

test('logs alone give the same trades of top-level swaps', { skip: recordedSkip }, () => {
  let checked = 0
  for (const { name, transaction } of ledger) {
    const direct = raydium.decodeTrades(transaction).filter((trade) => trade.instructionPath[1] < 0)
    const bare = { ...transaction, innerInstructions: transaction.instructions.map(() => []) }
    assert.deepEqual(raydium.decodeTrades(bare), direct, name)
    checked += direct.length
  }
  assert(checked > 10)
})

test('successive trades of a recorded block run against the reserves the one before left', {
  skip: recordedSkip,
}, () => {
  const trades = ledger.flatMap(({ name, transaction }) =>
    name.startsWith('block') ? raydium.decodeTrades(transaction) : [],
  )
  let chained = 0
  for (const [at, trade] of trades.entries()) {
    const earlier = trades.slice(0, at).findLast((one) => one.pool === trade.pool)
    if (earlier === undefined) continue
    const sign = trade.side === 'sell' ? 1n : -1n
    assert.equal(trade.baseReserveRaw, earlier.baseReserveRaw! + sign * trade.baseAmountRaw)
    assert.equal(trade.quoteReserveRaw, earlier.quoteReserveRaw! - sign * trade.quoteAmountRaw)
    chained++
  }
  assert(chained >= 2)
})
