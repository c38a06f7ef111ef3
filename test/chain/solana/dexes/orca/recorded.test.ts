import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anchorEventsOf } from '../../../../../src/chain/solana/anchor-event.ts'
import { WHIRLPOOL_PROGRAM, WHIRLPOOL_PROGRAMS } from '../../../../../src/chain/solana/dexes/orca/addresses.ts'
import { decodeTradedEvent } from '../../../../../src/chain/solana/dexes/orca/events.ts'
import { orca } from '../../../../../src/chain/solana/dexes/orca/index.ts'
import { instructionAt } from '../../../../../src/chain/solana/instruction-at.ts'
import { recordedSkip } from '../../../../support/recorded-transactions.ts'
import { checkAgainstVaults, recordedLedger, swapsCalled } from '../recorded-swaps.ts'

const ledger = recordedLedger()
const SWAP = 'f8c69e91e17587c8'
const SWAP_V2 = '2b04ed0b1ac91e62'
const isSwap = (data: Uint8Array) => [SWAP, SWAP_V2].includes(Buffer.from(data.subarray(0, 8)).toString('hex'))

test('every recorded Whirlpool swap that succeeded is one trade, and nothing else is', { skip: recordedSkip }, () => {
  let trades = 0
  let failed = 0
  for (const { name, transaction } of ledger) {
    const called = swapsCalled(transaction, WHIRLPOOL_PROGRAMS, isSwap)
    const found = orca.decodeTrades(transaction)
    if (transaction.err !== null) failed += called
    assert.equal(found.length, transaction.err === null ? called : 0, name)
    trades += found.length
  }
  assert.deepEqual({ trades, failed }, { trades: 30, failed: 55 })
})

test('a recorded trade moves what the vaults gained and lost, to the base unit', { skip: recordedSkip }, () => {
  let checked = 0
  for (const recorded of ledger)
    checked += checkAgainstVaults(
      recorded,
      orca,
      (pool) => pool,
      (trade) => instructionAt(recorded.transaction, trade.instructionPath)!.accounts,
    )
  assert.equal(checked, 30)
})

test('pool and trader are those the instruction names and the signatures prove', { skip: recordedSkip }, () => {
  for (const { name, transaction } of ledger)
    for (const trade of orca.decodeTrades(transaction)) {
      const { accounts, data } = instructionAt(transaction, trade.instructionPath)!
      const isV2 = Buffer.from(data.subarray(0, 8)).toString('hex') === SWAP_V2
      assert.equal(trade.pool, accounts[isV2 ? 4 : 2], name)
      const user = accounts[isV2 ? 3 : 1]!
      assert.equal(trade.trader, transaction.signers.includes(user) ? user : transaction.feePayer, name)
    }
})

test('cut-off logs change nothing', { skip: recordedSkip }, () => {
  for (const { name, transaction } of ledger)
    assert.deepEqual(
      orca.decodeTrades({ ...transaction, logs: ['Log truncated'] }),
      orca.decodeTrades(transaction),
      name,
    )
})

test('the recorded events state what the transfers moved', { skip: recordedSkip }, () => {
  let checked = 0
  for (const { name, transaction } of ledger)
    for (const { path, bytes } of anchorEventsOf(transaction, WHIRLPOOL_PROGRAM)) {
      const event = decodeTradedEvent(bytes)
      if (event === null) continue
      const trade = orca
        .decodeTrades(transaction)
        .find((one) => one.pool === event.whirlpool && one.instructionPath.join() === path.join())
      assert(trade, name)
      const amounts = [trade.baseAmountRaw, trade.quoteAmountRaw]
      assert.deepEqual(
        trade.side === 'sell' ? amounts : amounts.reverse(),
        [event.inputAmount, event.outputAmount - event.outputTransferFee],
        name,
      )
      checked++
    }
  assert(checked > 0)
})
