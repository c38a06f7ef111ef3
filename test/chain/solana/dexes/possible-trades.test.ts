import assert from 'node:assert/strict'
import { test } from 'node:test'
import { swapsOf } from '../../../../src/chain/solana/actions/swaps.ts'
import { EVENT_CPI_TAG } from '../../../../src/chain/solana/anchor-event.ts'
import { decodeTransaction } from '../../../../src/chain/solana/decode-transaction.ts'
import { DEXES } from '../../../../src/chain/solana/dexes/index.ts'
import { decodePossibleTrades } from '../../../../src/chain/solana/dexes/possible-trades.ts'
import {
  decodeTradeEvent,
  eventBytes,
  TRADE_EVENT,
  TRADE_EVENT_TAG,
  type TradeEvent,
} from '../../../../src/chain/solana/dexes/pumpfun/events.ts'
import { pumpfun } from '../../../../src/chain/solana/dexes/pumpfun/index.ts'
import type { ChainTransaction } from '../../../../src/chain/solana/transaction.ts'
import { observeTransaction } from '../../../../src/services/evidence/observe-transaction.ts'
import { actsOf } from '../../../../src/services/forensics/transaction-acts.ts'
import { readVectors } from '../../../support/dex-vectors.ts'

/** Found by `hostile-records.test.ts` with seed 594109880: a changed byte of a sale's event let the fee exceed the sale. */
test('a sale whose fee is larger than the sale is no trade, instead of one that paid a negative amount', () => {
  const { sale, mint } = recordedSale()
  assert.equal(decodePossibleTrades(sale).length, 1)
  for (const change of [{ fee: 2n ** 63n }, { creatorFee: 2n ** 64n - 1n }]) {
    const lie = withEvent(sale, change)
    assert(pumpfun.decodeTrades(lie)[0]!.quoteAmountRaw < 0n, 'the event says so')
    assert.deepEqual(decodePossibleTrades(lie), [])
    assert.deepEqual(actsOf(lie).trades, [])
    assert.deepEqual(observeTransaction(lie, mint).trades, [])
    for (const { paid, got } of swapsOf(lie, [], { dexes: DEXES, isTip: () => false }))
      assert(paid.amountRaw >= 0n && got.amountRaw >= 0n)
  }
})

function recordedSale(): { readonly sale: ChainTransaction; readonly mint: string } {
  for (const { answer } of readVectors('pump').transactions) {
    const decoded = decodeTransaction(answer)
    assert(decoded.ok)
    const [trade, another] = pumpfun.decodeTrades(decoded.value)
    const isOne = trade !== undefined && another === undefined && trade.side === 'sell'
    if (isOne && eventsOf(decoded.value) === 1) return { sale: decoded.value, mint: trade.baseMint }
  }
  throw new Error('the vectors have no sale')
}

function eventsOf({ innerInstructions }: ChainTransaction): number {
  return innerInstructions.flat().filter(({ data }) => eventIn(data) !== null).length
}

function withEvent(transaction: ChainTransaction, change: Partial<TradeEvent>): ChainTransaction {
  const innerInstructions = transaction.innerInstructions.map((group) =>
    group.map((one) => {
      const event = eventIn(one.data)
      if (event === null) return one
      const bytes = eventBytes(TRADE_EVENT_TAG, TRADE_EVENT, { ...event, ...change })
      // Its accounts are made when they are asked for, and no copy of its own members has them.
      const { programId, accounts, dataBase58, stackHeight } = one
      return { programId, accounts, dataBase58, stackHeight, data: Buffer.concat([EVENT_CPI_TAG, bytes]) }
    }),
  )
  return { ...transaction, innerInstructions }
}

function eventIn(data: Uint8Array): TradeEvent | null {
  return EVENT_CPI_TAG.equals(data.subarray(0, EVENT_CPI_TAG.length))
    ? decodeTradeEvent(data.subarray(EVENT_CPI_TAG.length))
    : null
}
