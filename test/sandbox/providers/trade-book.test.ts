import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BookTrade, createTradeBook } from '../../../sandbox/providers/trade-book.ts'

const trade = (timeSec: number, side: 'buy' | 'sell', volumeUsd: number, trader = 'a'): BookTrade => ({
  signature: `sig${timeSec}`,
  slot: timeSec,
  timeSec,
  side,
  trader,
  volumeUsd,
  amountBase: 1,
  priceNative: timeSec / 100,
  priceUsd: timeSec,
})

test('a window counts trades after its start and none at it', () => {
  const book = createTradeBook()
  for (const one of [trade(100, 'buy', 1), trade(200, 'sell', 2), trade(300, 'buy', 4)]) book.add(one)
  assert.deepEqual(book.sumsSince(100), { buys: 1, sells: 1, buyUsd: 4, sellUsd: 2 })
  assert.deepEqual(book.sumsSince(99), { buys: 2, sells: 1, buyUsd: 5, sellUsd: 2 })
  assert.deepEqual(book.sumsSince(300), { buys: 0, sells: 0, buyUsd: 0, sellUsd: 0 })
})

test('the price at a time is that of the newest trade before it', () => {
  const book = createTradeBook()
  book.add(trade(100, 'buy', 1))
  book.add(trade(200, 'buy', 1))
  assert.equal(book.lastAtOrBefore(99), null)
  assert.equal(book.lastAtOrBefore(199)?.timeSec, 100)
  assert.equal(book.lastAtOrBefore(200)?.timeSec, 200)
})

test('a fork takes its trades back out of every sum', () => {
  const book = createTradeBook()
  for (const one of [trade(100, 'buy', 1), trade(200, 'sell', 2), trade(300, 'buy', 4)]) book.add(one)
  book.dropFrom(200)
  assert.deepEqual(book.sumsSince(0), { buys: 1, sells: 0, buyUsd: 1, sellUsd: 0 })
  book.add(trade(250, 'sell', 8))
  assert.deepEqual(book.sumsSince(0), { buys: 1, sells: 1, buyUsd: 1, sellUsd: 8 })
})

test('traders are counted once, net buyers only when they bought more often than they sold', () => {
  const book = createTradeBook()
  for (const one of [trade(1, 'buy', 1, 'a'), trade(2, 'sell', 1, 'a'), trade(3, 'buy', 1, 'b')]) book.add(one)
  assert.deepEqual(book.tradersSince(0), { traders: 2, buyers: 2, netBuyers: 1 })
})

test('a book that is full forgets its oldest trades and keeps its window sums right', () => {
  const book = createTradeBook()
  for (let i = 1; i <= 45_000; i++) book.add(trade(i, 'buy', 1))
  assert.equal(book.sumsSince(44_000).buys, 1_000)
  assert((book.first()?.timeSec ?? 0) > 1)
})

test('a trade before the newest one is refused', () => {
  const book = createTradeBook()
  book.add(trade(200, 'buy', 1))
  assert.throws(() => book.add(trade(100, 'buy', 1)), /time order/)
})
