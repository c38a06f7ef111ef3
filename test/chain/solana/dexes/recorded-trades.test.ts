import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anchorEventsOf } from '../../../../src/chain/solana/anchor-event.ts'
import { decodeTransaction } from '../../../../src/chain/solana/decode-transaction.ts'
import type { DexTrade } from '../../../../src/chain/solana/dexes/dex.ts'
import { PUMP_PROGRAM } from '../../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import { decodeTradeEvent, TRADE_EVENT_BYTES_WITHOUT_FEES } from '../../../../src/chain/solana/dexes/pumpfun/events.ts'
import { pumpfun } from '../../../../src/chain/solana/dexes/pumpfun/index.ts'
import { quoteBuyExactTokens, quoteSell } from '../../../../src/chain/solana/dexes/pumpfun/quote.ts'
import { PUMPSWAP_PROGRAM } from '../../../../src/chain/solana/dexes/pumpswap/addresses.ts'
import { decodeBuyEvent, decodeSellEvent } from '../../../../src/chain/solana/dexes/pumpswap/events.ts'
import { pumpswap } from '../../../../src/chain/solana/dexes/pumpswap/index.ts'
import { quoteBuyExactBase, quoteSellExactBase } from '../../../../src/chain/solana/dexes/pumpswap/quote.ts'
import { instructionAt } from '../../../../src/chain/solana/instruction-at.ts'
import { NATIVE_MINT } from '../../../../src/chain/solana/program-ids.ts'
import type { ChainTransaction } from '../../../../src/chain/solana/transaction.ts'
import { recordedSkip, recordedTransactions } from '../../../support/recorded-transactions.ts'

/** The other DEXs' are held in files of their own. */
const PUMP = [pumpfun, pumpswap]
/** What each recorded transaction with these two programs did, read off its balances by hand. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  'jup6_route_v2_pumpswap_whirlpool_dlmm.json': ['pumpswap buy'],
  'oct2025_1_pumpswap.json': ['pumpswap sell'],
  'oct2025_2_pumpswap.json': ['pumpswap buy'],
  'photon_pumpfun_buy_0.json': ['pumpfun buy'],
  'photon_pumpfun_sell.json': ['pumpfun sell'],
  'pumpfun_buy_0.json': ['pumpfun buy'],
  'pumpfun_buy_1.json': ['pumpfun buy'],
  'pumpfun_buy_bundle.json': ['pumpfun buy', 'pumpfun buy', 'pumpfun buy', 'pumpfun buy'],
  'pumpfun_create_0.json': ['pumpfun buy'],
  'pumpfun_sell_0.json': ['pumpfun sell'],
}

const transactions = recordedTransactions().map(({ file, answer }) => {
  const outcome = decodeTransaction(answer)
  assert(outcome.ok)
  return { file, transaction: outcome.value }
})
const tradesOf = (transaction: ChainTransaction): DexTrade[] => PUMP.flatMap((dex) => dex.decodeTrades(transaction))

/** Change of what `owner` holds of a mint, over all its token accounts. */
function tokenDelta(transaction: ChainTransaction, owner: string, mint: string): bigint {
  const sum = (rows: ChainTransaction['preTokenBalances']) =>
    rows.filter((row) => row.owner === owner && row.mint === mint).reduce((total, row) => total + row.amountRaw, 0n)
  return sum(transaction.postTokenBalances) - sum(transaction.preTokenBalances)
}

function accountTokenDelta(transaction: ChainTransaction, address: string): bigint {
  const index = transaction.accountKeys.indexOf(address)
  const at = (rows: ChainTransaction['preTokenBalances']) =>
    rows.find((row) => row.accountIndex === index)?.amountRaw ?? 0n
  return at(transaction.postTokenBalances) - at(transaction.preTokenBalances)
}

function lamportDelta(transaction: ChainTransaction, address: string): bigint {
  const index = transaction.accountKeys.indexOf(address)
  return transaction.postBalances[index]! - transaction.preBalances[index]!
}

test('of all recorded transactions exactly those with our programs have trades, each counted once', {
  skip: recordedSkip,
}, () => {
  const found: Record<string, readonly string[]> = {}
  for (const { file, transaction } of transactions) {
    const trades = tradesOf(transaction)
    if (trades.length > 0) found[file] = trades.map(({ dex, side }) => `${dex} ${side}`)
  }
  assert.deepEqual(found, EXPECTED)
})

test('a curve trade moves what the balances of the curve and of the fee takers say, to the base unit', {
  skip: recordedSkip,
}, () => {
  for (const { file, transaction } of transactions) {
    const trades = tradesOf(transaction).filter((trade) => trade.dex === 'pumpfun')
    for (const pool of new Set(trades.map((trade) => trade.pool))) {
      const ofPool = trades.filter((trade) => trade.pool === pool)
      const isLaunch = PUMP.some((dex) => dex.decodeLaunches(transaction).some((launch) => launch.pool === pool))
      const signed = (trade: DexTrade, amount: bigint) => (trade.side === 'buy' ? amount : -amount)
      const base = ofPool.reduce((sum, trade) => sum + signed(trade, trade.baseAmountRaw), 0n)
      const supply = isLaunch ? 1_000_000_000_000_000n : 0n
      assert.equal(tokenDelta(transaction, pool, ofPool[0]!.baseMint), supply - base, `${file} base`)
      // Fees leave for the recipient that the instruction names second.
      const recipients = new Set(
        ofPool.map(({ instructionPath }) => instructionAt(transaction, instructionPath)!.accounts[1]!),
      )
      let toOthers = lamportDelta(transaction, pool)
      for (const recipient of recipients) toOthers += lamportDelta(transaction, recipient)
      if (isLaunch) toOthers -= 1_231_920n
      const fees = ofPool.map((trade) => (trade.side === 'sell' ? -trade.quoteAmountRaw : trade.quoteAmountRaw))
      assert.equal(
        fees.reduce((sum, one) => sum + one, 0n),
        toOthers,
        `${file} quote`,
      )
    }
  }
})

test('a pool trade moves what the balances of the pool and of the fee takers say, to the base unit', {
  skip: recordedSkip,
}, () => {
  for (const { file, transaction } of transactions) {
    for (const trade of tradesOf(transaction).filter((one) => one.dex === 'pumpswap')) {
      const accounts = instructionAt(transaction, trade.instructionPath)!.accounts
      const [poolBase, poolQuote, protocol, creator] = [7, 8, 10, 17].map((at) =>
        accountTokenDelta(transaction, accounts[at]!),
      ) as [bigint, bigint, bigint, bigint]
      const quoteOut = poolQuote + protocol + creator
      const flipped = accounts[3] === NATIVE_MINT
      assert.equal(trade.baseMint, accounts[flipped ? 4 : 3], file)
      assert.equal(flipped ? trade.quoteAmountRaw : trade.baseAmountRaw, poolBase < 0n ? -poolBase : poolBase, file)
      assert.equal(flipped ? trade.baseAmountRaw : trade.quoteAmountRaw, quoteOut < 0n ? -quoteOut : quoteOut, file)
      assert.equal(trade.pool, accounts[0], file)
      assert(transaction.signers.includes(trade.trader), file)
      // After-trade reserves are the vaults' balances after the transaction.
      const balance = (at: number) => {
        const index = transaction.accountKeys.indexOf(accounts[at]!)
        return transaction.postTokenBalances.find((row) => row.accountIndex === index)!.amountRaw
      }
      assert.equal(flipped ? trade.quoteReserveRaw : trade.baseReserveRaw, balance(7), file)
      assert.equal(flipped ? trade.baseReserveRaw : trade.quoteReserveRaw, balance(8), file)
    }
  }
})

test('the curve formulas give every recorded trade from the reserves before it', { skip: recordedSkip }, () => {
  let checked = 0
  for (const { file, transaction } of transactions) {
    for (const { bytes } of anchorEventsOf(transaction, PUMP_PROGRAM)) {
      const event = decodeTradeEvent(bytes)
      if (event === null) continue
      const sign = event.isBuy ? 1n : -1n
      const before = {
        virtualTokenReserves: event.virtualTokenReserves + sign * event.tokenAmount,
        virtualQuoteReserves: event.virtualSolReserves - sign * event.solAmount,
        realTokenReserves: event.realTokenReserves + sign * event.tokenAmount,
        realQuoteReserves: event.realSolReserves - sign * event.solAmount,
      }
      const rates = { protocolFeeBps: event.feeBasisPoints, creatorFeeBps: event.creatorFeeBasisPoints }
      const quoted = event.isBuy
        ? quoteBuyExactTokens(before, rates, event.tokenAmount)
        : quoteSell(before, rates, event.tokenAmount)
      assert(quoted, file)
      assert.equal(quoted.quote, event.solAmount, file)
      if (bytes.length > TRADE_EVENT_BYTES_WITHOUT_FEES) assert.equal(quoted.protocolFee, event.fee, file)
      checked++
    }
  }
  assert.equal(checked, 10)
})

test('the pool formulas give every recorded trade from the reserves before it, fees included', {
  skip: recordedSkip,
}, () => {
  let checked = 0
  for (const { file, transaction } of transactions) {
    for (const { bytes } of anchorEventsOf(transaction, PUMPSWAP_PROGRAM)) {
      const buy = decodeBuyEvent(bytes)
      const sell = decodeSellEvent(bytes)
      const event = buy ?? sell
      if (event === null) continue
      const reserves = {
        base: event.poolBaseTokenReserves,
        quote: event.poolQuoteTokenReserves,
        virtualQuote: event.virtualQuoteReserves,
      }
      const rates = {
        lpFeeBps: event.lpFeeBasisPoints,
        protocolFeeBps: event.protocolFeeBasisPoints,
        creatorFeeBps: event.coinCreatorFeeBasisPoints,
      }
      const quoted =
        buy === null
          ? quoteSellExactBase(reserves, rates, sell!.baseAmountIn)
          : quoteBuyExactBase(reserves, rates, buy.baseAmountOut)
      assert(quoted, file)
      assert.equal(quoted.quote, buy === null ? sell!.quoteAmountOut : buy.quoteAmountIn, file)
      assert.equal(quoted.lpFee, event.lpFee, file)
      assert.equal(quoted.protocolFee, event.protocolFee, file)
      assert.equal(quoted.creatorFee, event.coinCreatorFee, file)
      assert.equal(quoted.traderQuote, buy === null ? sell!.userQuoteAmountOut : buy.userQuoteAmountIn, file)
      checked++
    }
  }
  assert.equal(checked, 3)
})

test('the recorded launch is read with its name, creator and curve', { skip: recordedSkip }, () => {
  const all = transactions.flatMap(({ transaction }) => PUMP.flatMap((dex) => dex.decodeLaunches(transaction)))
  assert.equal(all.length, 1)
  const { dex, kind, mint, pool, name, symbol, creator, quoteMint, uri, instructionPath } = all[0]!
  assert.deepEqual([dex, kind, name, symbol], ['pumpfun', 'launch', 'MOO DOG', 'MOODOG'])
  assert.equal(mint, '5dNYcCZXEGfGgbdUdq7MMR7KLsNJLLLgL83wLH8Fpump')
  assert.equal(pool, 'CQrqvWERJtEjw2rCCQV6EqfM6V6jzTuKjhJjKNFmGB7r')
  assert.equal(creator, '6xo262KbDXepWbF3vPTrFXysr5vJwk3mozBXmXk3hmMx')
  assert.equal(quoteMint, NATIVE_MINT)
  assert.match(uri!, /^https:\/\/ipfs\.io\//)
  assert.deepEqual(instructionPath, [3, -1])
})

test('logs alone and inner instructions alone give the same trades', { skip: recordedSkip }, () => {
  for (const { file, transaction } of transactions) {
    const both = tradesOf(transaction)
    const withoutLogs = tradesOf({ ...transaction, logs: ['Log truncated'] })
    assert.deepEqual(withoutLogs, both, file)
    const bare = { ...transaction, innerInstructions: transaction.instructions.map(() => []) }
    // Without inner instructions the fee of an early sell or buy follows from its rate, and routed pools cannot name
    // mints.
    const direct = both.filter((trade) => trade.instructionPath[1] < 0)
    const fromLogs = tradesOf(bare).filter((trade) => trade.instructionPath[1] < 0)
    assert.deepEqual(fromLogs, direct, file)
  }
})

test('a failed transaction has no trades and no launches', { skip: recordedSkip }, () => {
  for (const { transaction } of transactions) {
    const failed = { ...transaction, err: { InstructionError: [0, { Custom: 6002 }] } }
    assert.deepEqual(tradesOf(failed), [])
    assert.deepEqual(
      PUMP.flatMap((dex) => dex.decodeLaunches(failed)),
      [],
    )
  }
})
