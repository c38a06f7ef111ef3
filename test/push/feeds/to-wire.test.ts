import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { TAPE_DEXES, type TradeEvent } from '../../../src/contract/tape-event.ts'
import { toStreamEvent } from '../../../src/push/feeds/to-wire.ts'
import { streamTradeText } from '../../../src/push/feeds/trade-text.ts'
import { formatCursor } from '../../../src/store/tape/cursor.ts'

const text = (alphabet: string, length: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length })
const address = text('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz', 44)
const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
/** Of all lengths, with and without zeros at the end: where the point is moved and where the number is printed. */
const amount = fc.oneof(
  u64,
  fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 16n }), fc.nat(16), fc.nat(3))
    .map(([raw, length, zeros]) => (raw % 10n ** BigInt(length)) * 10n ** BigInt(zeros)),
)
const figure = fc.option(fc.oneof(fc.double(), fc.constantFrom(0, -0, 1e21, 5e-324, 1e-7)))
const trade: fc.Arbitrary<TradeEvent> = fc.record({
  type: fc.constant('trade' as const),
  seq: fc.maxSafeNat(),
  eventId: text('0123456789abcdef', 32),
  chain: fc.constant('solana' as const),
  slot: fc.maxSafeNat(),
  blockTimeSec: fc.option(fc.nat()),
  txIndex: fc.nat(),
  path: fc.tuple(fc.nat(255), fc.integer({ min: -1, max: 255 })),
  signature: address,
  dex: fc.constantFrom(...TAPE_DEXES, 'amm:humidifi' as const, `amm:unknown:${'A'.repeat(44)}` as const),
  pool: address,
  mint: address,
  quoteMint: address,
  side: fc.constantFrom('buy' as const, 'sell' as const),
  maker: fc.oneof(address, fc.constant('')),
  amountRaw: amount,
  quoteAmountRaw: amount,
  decimals: fc.integer({ min: 0, max: 18 }),
  quoteDecimals: fc.integer({ min: 0, max: 18 }),
  priceUsd: figure,
  amountUsd: figure,
  reserveRaw: fc.option(u64),
  quoteReserveRaw: fc.option(u64),
})

test('a trade written at once is the JSON of its event, to the byte', () => {
  fc.assert(
    fc.property(trade, fc.boolean(), (event, isFinal) => {
      const cursors = {
        formatCursor: (seq: number) => formatCursor({ epoch: '1f0c93ab', seq }),
        isFinalized: () => isFinal,
      }
      assert.equal(streamTradeText(cursors, event), JSON.stringify(toStreamEvent(cursors, event)))
    }),
    { numRuns: 2_000 },
  )
})
test('trades of one market, which share text, keep what is their own', () => {
  const cursors = { formatCursor: (seq: number) => formatCursor({ epoch: '1f0c93ab', seq }), isFinalized: () => false }
  const few = (...values: string[]) => fc.constantFrom(...values.map((value) => value.repeat(44)))
  const alike = fc
    .tuple(trade, fc.record({ pool: few('p'), mint: few('m', 'n'), quoteMint: few('q', 'r'), slot: fc.nat(2) }))
    .map(([event, market]) => ({ ...event, ...market }))
  fc.assert(
    fc.property(fc.array(alike, { maxLength: 20 }), (events) => {
      for (const event of events)
        assert.equal(streamTradeText(cursors, event), JSON.stringify(toStreamEvent(cursors, event)))
    }),
    { numRuns: 300 },
  )
})
