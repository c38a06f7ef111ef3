import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type BlockEvent,
  type BlockFact,
  EVENT_CODES,
  encodeEventBlock,
  MAX_BLOCK_EVENTS,
  openEventBlock,
} from '../../src/hot-paths/event-block.ts'

/** Names for every code that is drawn. */
const NAMES = { chains: ['solana', 'ethereum', 'base'], dexes: Array.from({ length: 8 }, (_, at) => `dex-${at}`) }
const MAX_U64 = 2n ** 64n - 1n
const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** Bytes as EVM chains write them. */
const hex = (bytes: number) =>
  fc
    .string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 2 * bytes, maxLength: 2 * bytes })
    .map((digits) => `0x${digits}`)
const address = fc.oneof(
  fc.string({ unit: fc.constantFrom(...base58), minLength: 32, maxLength: 44 }),
  hex(20),
  hex(32),
)
const signature = fc.oneof(fc.string({ unit: fc.constantFrom(...base58), minLength: 64, maxLength: 88 }), hex(32))
const id = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 32, maxLength: 32 })
const amount = fc.oneof(
  { weight: 9, arbitrary: fc.bigInt({ min: 0n, max: MAX_U64 }) },
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
)
const price = fc.option(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }))
const time = fc.option(fc.integer({ min: 0, max: 0xfffffffe }))
const wide = fc.option(fc.string({ unit: 'grapheme', maxLength: 40 }))

const none = fc.constant(null)
const place = {
  id,
  chain: fc.integer({ min: 0, max: 2 }),
  slot: fc.maxSafeNat(),
  blockTimeSec: time,
}
const common = {
  ...place,
  dex: fc.integer({ min: 0, max: 7 }),
  venue: none,
  txIndex: fc.integer({ min: 0, max: 0xffffffff }),
  // The index of a log of a large block of an EVM chain.
  outer: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 0, max: 0xffff }) },
    fc.integer({ min: 0, max: 0xffffffff }),
  ),
  inner: fc.integer({ min: -1, max: 0x7fff }),
  signature,
  pool: address,
  mint: address,
  quoteMint: address,
  wallet: fc.option(address),
}
const zero = fc.constant(0)
const big = fc.constant(0n)
const noText = { name: none, symbol: none, uri: none }
const noAmounts = {
  isSell: fc.constant(false),
  decimals: zero,
  quoteDecimals: zero,
  amountRaw: big,
  quoteAmountRaw: big,
  priceUsd: none,
  amountUsd: none,
  reserveRaw: none,
  quoteReserveRaw: none,
}
const tradeBody = {
  kind: zero,
  isSell: fc.boolean(),
  decimals: fc.integer({ min: 0, max: 255 }),
  quoteDecimals: fc.integer({ min: 0, max: 255 }),
  amountRaw: amount,
  quoteAmountRaw: amount,
  priceUsd: price,
  amountUsd: price,
  reserveRaw: fc.option(amount),
  quoteReserveRaw: fc.option(amount),
  indexedAtMs: zero,
  toSlot: zero,
  ...noText,
}
const launchBody = {
  ...noAmounts,
  kind: fc.integer({ min: 0, max: 2 }),
  indexedAtMs: fc.maxSafeNat(),
  toSlot: zero,
  name: wide,
  symbol: wide,
  uri: wide,
}
const kept = { retractedId: none, retractedSeq: zero }
const taken = { retractedId: id, retractedSeq: fc.maxSafeNat() }
const row = (code: number, fields: object): fc.Arbitrary<BlockEvent> =>
  fc.record({ code: fc.constant(code), ...fields }) as unknown as fc.Arbitrary<BlockEvent>
const event = fc.oneof(
  { weight: 4, arbitrary: row(EVENT_CODES.trade, { ...common, ...kept, ...tradeBody }) },
  row(EVENT_CODES.launch, { ...common, ...kept, ...launchBody }),
  row(EVENT_CODES.retractedTrade, { ...common, ...taken, ...tradeBody }),
  row(EVENT_CODES.retractedLaunch, { ...common, ...taken, ...launchBody }),
  row(EVENT_CODES.lost, {
    ...place,
    ...kept,
    ...noAmounts,
    dex: zero,
    venue: none,
    kind: zero,
    txIndex: zero,
    outer: zero,
    inner: zero,
    signature: fc.constant(''),
    pool: fc.constant(''),
    mint: fc.constant(''),
    quoteMint: fc.constant(''),
    wallet: none,
    indexedAtMs: zero,
    toSlot: fc.maxSafeNat(),
    name: fc.string({ unit: 'grapheme', maxLength: 60 }),
    symbol: none,
    uri: none,
  }),
)

/** The same trade as it is before it becomes a row. */
function factOf(row: BlockEvent): BlockFact<string, string> {
  return {
    type: 'trade',
    eventId: row.id,
    chain: NAMES.chains[row.chain]!,
    slot: row.slot,
    blockTimeSec: row.blockTimeSec,
    txIndex: row.txIndex,
    path: [row.outer, row.inner],
    signature: row.signature,
    dex: NAMES.dexes[row.dex]!,
    pool: row.pool,
    mint: row.mint,
    quoteMint: row.quoteMint,
    side: row.isSell ? 'sell' : 'buy',
    maker: row.wallet!,
    amountRaw: row.amountRaw,
    quoteAmountRaw: row.quoteAmountRaw,
    decimals: row.decimals,
    quoteDecimals: row.quoteDecimals,
    priceUsd: row.priceUsd,
    amountUsd: row.amountUsd,
    reserveRaw: row.reserveRaw,
    quoteReserveRaw: row.quoteReserveRaw,
  }
}

test('a trade as a fact and as a row is the same bytes, among rows of every kind', () => {
  const trade = row(EVENT_CODES.trade, { ...common, wallet: address, ...kept, ...tradeBody })
  const drawn = fc.array(fc.oneof(trade, event), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(drawn, fc.maxSafeNat(), (rows, firstSeq) => {
      const facts = rows.map((one) => (one.code === EVENT_CODES.trade && one.wallet !== null ? factOf(one) : one))
      assert.deepEqual(encodeEventBlock(facts, firstSeq, NAMES), encodeEventBlock(rows, firstSeq, NAMES))
      const block = openEventBlock(encodeEventBlock(facts, firstSeq, NAMES))
      for (const [at, fact] of facts.entries())
        if ('type' in fact) assert.deepEqual(block.tradeAt(at, NAMES), { ...fact, seq: firstSeq + at })
    }),
  )
})

test('a trade of a venue without a code keeps its name, also when it is retracted, in a block of its own version', () => {
  const names = { ...NAMES, isVenue: (text: string) => text.startsWith('amm:') }
  const plain = fc.sample(row(EVENT_CODES.trade, { ...common, wallet: address, ...kept, ...tradeBody }), 3)
  const facts = plain.map((one, at) => ({ ...factOf(one), dex: `amm:${at % 2 === 0 ? 'humidifi' : 'unknown:Some1'}` }))
  const named = {
    ...plain[0]!,
    dex: 255,
    venue: 'amm:humidifi',
    code: EVENT_CODES.retractedTrade,
    retractedId: plain[0]!.id,
  }
  const all = [...facts, factOf(plain[0]!), named]
  const bytes = encodeEventBlock(all, 7, names)
  assert([3, 4].includes(bytes[0]!), 'a reader that knows no venues refuses it')
  const block = openEventBlock(bytes)
  for (const [at, fact] of facts.entries()) assert.deepEqual(block.tradeAt(at, names), { ...fact, seq: 7 + at })
  assert.deepEqual(block.tradeAt(3, names), { ...factOf(plain[0]!), seq: 10 })
  assert.deepEqual(block.eventAt(4), named)
  assert.throws(() => encodeEventBlock(facts, 7, NAMES), /a chain and a DEX/)
})

test('a trade of a chain or a DEX that has no code is refused', () => {
  const one = factOf(fc.sample(row(EVENT_CODES.trade, { ...common, wallet: address, ...kept, ...tradeBody }), 1)[0]!)
  assert.throws(() => encodeEventBlock([{ ...one, dex: 'unheard' }], 1, NAMES), /a chain and a DEX/)
  assert.throws(() => encodeEventBlock([{ ...one, chain: 'unheard' }], 1, NAMES), /a chain and a DEX/)
})

test('what was written is read back, event by event and by column', () => {
  fc.assert(
    fc.property(fc.array(event, { minLength: 1, maxLength: 40 }), fc.maxSafeNat(), (events, firstSeq) => {
      const block = openEventBlock(encodeEventBlock(events, firstSeq, NAMES))
      assert.equal(block.firstSeq, firstSeq)
      assert.equal(block.count, events.length)
      for (const [index, expected] of events.entries()) {
        assert.deepEqual(block.eventAt(index), { ...expected })
        assert.equal(block.codeAt(index), expected.code)
        assert.equal(block.slotAt(index), expected.slot)
        assert.equal(block.blockTimeAt(index), expected.blockTimeSec)
        assert.equal(block.idAt(index), expected.id)
        if (expected.code !== EVENT_CODES.trade) continue
        assert.equal(block.priceUsdAt(index), expected.priceUsd ?? Number.NaN)
        assert.equal(block.amountUsdAt(index), expected.amountUsd ?? Number.NaN)
        assert.equal(block.textIndex(expected.mint), block.mintAt(index))
        assert.equal(block.textIndex(expected.pool), block.poolAt(index))
        if (expected.wallet !== null) assert.equal(block.textIndex(expected.wallet), block.walletAt(index))
      }
    }),
    { numRuns: 200 },
  )
})

test('a text that is not there, or is part of another, is not found', () => {
  const [one] = fc.sample(row(EVENT_CODES.trade, { ...common, ...kept, ...tradeBody }), 1)
  const block = openEventBlock(encodeEventBlock([{ ...one!, mint: 'AAAABBBBCCCC', pool: 'DDDD' }], 1, NAMES))
  assert.equal(block.textIndex('BBBB'), -1)
  assert.equal(block.textIndex('CCCCDDDD'), -1)
  assert.equal(block.textIndex('zzzz'), -1)
  assert.equal(block.textIndex('DDDD'), block.poolAt(0))
})

test('a full block holds 256 events, and one more or none is refused', () => {
  const events = fc.sample(event, { numRuns: MAX_BLOCK_EVENTS, seed: 1 })
  const block = openEventBlock(encodeEventBlock(events, 9, NAMES))
  assert.deepEqual(
    events.map((_, index) => block.eventAt(index)),
    events.map((one) => ({ ...one })),
  )
  assert.throws(() => encodeEventBlock([...events, events[0]!], 9, NAMES), /1 to 256/)
  assert.throws(() => encodeEventBlock([], 9, NAMES), /1 to 256/)
})

test('addresses that look alike where they are looked up by are distinguished', () => {
  const [one] = fc.sample(row(EVENT_CODES.trade, { ...common, ...kept, ...tradeBody }), 1)
  const alike = (name: number) => `SameBeginningSameMiddle${String(name).padStart(9, '1')}`
  const events = Array.from({ length: MAX_BLOCK_EVENTS }, (_, at) => ({
    ...one!,
    pool: alike(4 * (at % 200)),
    mint: alike(4 * at + 1),
    quoteMint: alike(4 * at + 2),
    wallet: alike(4 * at + 3),
  }))
  const block = openEventBlock(encodeEventBlock(events, 1, NAMES))
  for (const [index, { pool, mint, quoteMint, wallet }] of events.entries()) {
    const read = block.eventAt(index)
    assert.deepEqual([read.pool, read.mint, read.quoteMint, read.wallet], [pool, mint, quoteMint, wallet])
  }
  assert.equal(block.poolAt(200), block.poolAt(0))
})

test('a trade made in one go has what its row says', () => {
  const names = { chains: ['a', 'b', 'c'], dexes: ['0', '1', '2', '3', '4', '5', '6', '7'] }
  const trades = row(EVENT_CODES.trade, { ...common, ...kept, ...tradeBody })
  fc.assert(
    fc.property(fc.array(trades, { minLength: 1, maxLength: 20 }), (events) => {
      const block = openEventBlock(encodeEventBlock(events, 5, NAMES))
      for (const [index, one] of events.entries()) {
        const { id, chain, dex, outer, inner, isSell, wallet, ...rest } = one
        const members = ['slot', 'blockTimeSec', 'txIndex', 'signature', 'pool', 'mint', 'quoteMint'] as const
        const amounts = ['amountRaw', 'quoteAmountRaw', 'decimals', 'quoteDecimals', 'reserveRaw'] as const
        const more = ['quoteReserveRaw', 'priceUsd', 'amountUsd'] as const
        assert.deepEqual(block.tradeAt(index, names), {
          type: 'trade',
          seq: 5 + index,
          eventId: id,
          chain: names.chains[chain],
          dex: names.dexes[dex],
          path: [outer, inner],
          side: isSell ? 'sell' : 'buy',
          maker: wallet ?? '',
          ...Object.fromEntries([...members, ...amounts, ...more].map((name) => [name, rest[name]])),
        })
      }
    }),
  )
})

test('a text with half a surrogate pair comes back well-formed and moves no other text', () => {
  const [launch] = fc.sample(row(EVENT_CODES.launch, { ...common, ...kept, ...launchBody }), 1)
  const odd = { ...launch!, name: 'a\ud800b', symbol: 'S', uri: 'u' }
  const read = openEventBlock(encodeEventBlock([odd], 1, NAMES)).eventAt(0)
  assert.deepEqual([read.name, read.symbol, read.uri], ['a\ufffdb', 'S', 'u'])
})

test('amounts have up to 256 bits, and only a block with a wide one is of version 2', () => {
  const [one] = fc.sample(row(EVENT_CODES.trade, { ...common, ...kept, ...tradeBody }), 1)
  const narrow = { ...one!, amountRaw: MAX_U64, quoteAmountRaw: 0n, reserveRaw: null, quoteReserveRaw: MAX_U64 }
  const wide = { ...narrow, amountRaw: 2n ** 64n, quoteAmountRaw: 2n ** 256n - 1n, reserveRaw: 2n ** 128n }
  assert.equal(encodeEventBlock([narrow], 1, NAMES)[0], 1)
  const bytes = encodeEventBlock([narrow, wide], 1, NAMES)
  assert.equal(bytes[0], 2)
  const block = openEventBlock(bytes)
  assert.deepEqual([block.eventAt(0), block.eventAt(1)], [{ ...narrow }, { ...wide }])
  assert.throws(() => openEventBlock(bytes.subarray(0, bytes.length - 32)), /cut short/)
  for (const amount of [-1n, 2n ** 256n]) {
    assert.throws(() => encodeEventBlock([{ ...narrow, amountRaw: amount }], 1, NAMES), /256 bits/)
    assert.throws(() => encodeEventBlock([{ ...narrow, reserveRaw: amount }], 1, NAMES), /256 bits/)
  }
})

test('bytes that are no block, or are cut short, are refused', () => {
  const bytes = encodeEventBlock(fc.sample(event, { numRuns: 3, seed: 2 }), 5, NAMES)
  assert.throws(() => openEventBlock(bytes.subarray(0, bytes.length - 1)), /cut short/)
  assert.throws(() => openEventBlock(bytes.subarray(0, 20)), /event block/)
  assert.throws(() => openEventBlock(Uint8Array.from(bytes, (byte, at) => (at === 0 ? 99 : byte))), /event block/)
})
