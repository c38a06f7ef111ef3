import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { Packr } from 'msgpackr'
import { Bench } from 'tinybench'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import { type BlockEvent, EVENT_CODES, encodeEventBlock, openEventBlock } from '../../src/hot-paths/event-block.ts'

/** A block of 256 trades beside MessagePack with shared record structures and JSON: to bytes, back to objects, and a
 *  sum over one column without objects. */
const COUNT = 256
const bytesOf = (text: string): Buffer => createHash('sha512').update(text).digest()
const address = (index: number): string => encodeBase58(bytesOf(`address ${index}`).subarray(0, 32))

const events: BlockEvent[] = Array.from({ length: COUNT }, (_, index) => ({
  code: EVENT_CODES.trade,
  id: bytesOf(`event ${index}`).toString('hex', 0, 16),
  retractedId: null,
  retractedSeq: 0,
  chain: 0,
  dex: index % 8,
  venue: null,
  kind: 0,
  slot: 460_000_000,
  blockTimeSec: 1_795_318_480,
  txIndex: index,
  outer: 3,
  inner: index % 5,
  signature: encodeBase58(bytesOf(`signature ${index}`)),
  pool: address(index % 60),
  mint: address(1_000 + (index % 60)),
  quoteMint: address(2_000),
  wallet: address(3_000 + index),
  isSell: index % 2 === 0,
  decimals: 6,
  quoteDecimals: 9,
  amountRaw: 3_088_277_958n * BigInt(index + 1),
  quoteAmountRaw: 498_000_000n,
  priceUsd: 0.0004 * (index + 1),
  amountUsd: 80.3,
  reserveRaw: 60_488_487_781_817n,
  quoteReserveRaw: 9_725_388_989_636n,
  indexedAtMs: 0,
  name: null,
  symbol: null,
  uri: null,
  toSlot: 0,
}))

/** The events are rows, whose codes stand for themselves. */
const NAMES = { chains: [], dexes: [] }
const packr = new Packr({ useBigIntExtension: true, structuredClone: true })
const toJson = (): string =>
  JSON.stringify(events, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
const block = encodeEventBlock(events, 1, NAMES)
const packed = packr.pack(events)
const json = toJson()
assert.deepEqual(openEventBlock(block).eventAt(200), events[200])
assert.deepEqual(packr.unpack(packed)[200], events[200])
console.log(`bytes of ${COUNT} events: ours ${block.length}, msgpackr ${packed.length}, JSON ${json.length}`)

const bench = new Bench({ name: 'event block', time: 700, warmupTime: 150 })
bench
  .add('encode, ours', () => void encodeEventBlock(events, 1, NAMES))
  .add('encode, msgpackr', () => void packr.pack(events))
  .add('encode, JSON', () => void toJson())
  .add('decode, ours', () => {
    const opened = openEventBlock(block)
    for (let index = 0; index < COUNT; index++) opened.eventAt(index)
  })
  .add('decode, msgpackr', () => void packr.unpack(packed))
  .add('decode, JSON', () => void JSON.parse(json))
  .add('sum of a column, ours', () => {
    const opened = openEventBlock(block)
    let sum = 0
    for (let index = 0; index < COUNT; index++) sum += opened.amountUsdAt(index)
    assert(sum > 0)
  })
await bench.run()
console.table(bench.table())
