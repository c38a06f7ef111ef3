import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeCached, decodeDurable, encodeCached, encodeDurable } from '../../src/store/codec.ts'

test('cached values come back as they were', () => {
  const value = {
    small: 5n,
    huge: 2n ** 200n,
    negative: -(2n ** 63n),
    map: new Map<string, unknown>([
      ['mint', { supply: 10n ** 18n }],
      ['none', null],
    ]),
    noMap: new Map(),
    bytes: new Uint8Array([1, 2, 3]),
    columns: new Float64Array([1.5, -2]),
    set: new Set(['a']),
    missing: undefined,
    notANumber: Number.NaN,
    epochMs: 1_795_171_480_448,
    fraction: 0.1 + 0.2,
    text: 'ü€😀',
    rows: [[{ a: 1 }, { a: 2 }], []],
    nothing: null,
  }
  assert.deepStrictEqual(decodeCached(encodeCached(value)), value)
})

test('a decoded value keeps nothing of the buffer it was read from', () => {
  const encoded = encodeCached({
    bytes: new Uint8Array([1, 2, 3]),
    buffer: Buffer.from('abc'),
    text: 'a long enough text',
  })
  const shared = Buffer.alloc(1 << 16)
  encoded.copy(shared)
  const decoded = decodeCached<{ bytes: Uint8Array; buffer: Buffer; text: string }>(shared.subarray(0, encoded.length))
  shared.fill(0xff)
  assert.deepEqual([...decoded.bytes], [1, 2, 3])
  assert.equal(Buffer.from(decoded.buffer).toString(), 'abc')
  assert.equal(decoded.text, 'a long enough text')
})

test('durable values are plain MessagePack maps without shared structures', () => {
  const encoded = encodeDurable({ id: 1, on: true })
  // 0x82: a map of two; 0xa2 'id'; 1; 0xa2 'on'; true.
  assert.equal(encoded.toString('hex'), '82a2696401a26f6ec3')
  assert.deepEqual(decodeDurable(encoded), { id: 1, on: true })
})
