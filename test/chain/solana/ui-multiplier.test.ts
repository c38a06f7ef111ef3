import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readUiScale, uiMultiplierAt } from '../../../src/chain/solana/ui-multiplier.ts'

function mintWith(multiplier: number, fromSec: bigint, next: number, bytes = 56): Uint8Array {
  const data = Buffer.alloc(166 + 4 + bytes)
  data[165] = 1
  data.writeUInt16LE(25, 166)
  data.writeUInt16LE(bytes, 168)
  if (bytes >= 56) {
    data.writeDoubleLE(multiplier, 170 + 32)
    data.writeBigInt64LE(fromSec, 170 + 40)
    data.writeDoubleLE(next, 170 + 48)
  }
  return data
}

test('a scaled mint states the multiplier of now and the one that is announced', () => {
  const scale = readUiScale(mintWith(2.5, 1_000n, 5))!
  assert.deepEqual(scale, { multiplier: 2.5, next: { multiplier: 5, fromSec: 1_000 } })
  assert.deepEqual([uiMultiplierAt(scale, 999), uiMultiplierAt(scale, 1_000)], [2.5, 5])
  assert.deepEqual(readUiScale(mintWith(1, 0n, 1)), { multiplier: 1, next: null })
})

test('what is no positive number is no multiplier', () => {
  for (const bad of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.equal(readUiScale(mintWith(bad, 0n, 2)), null)
    assert.deepEqual(readUiScale(mintWith(2, 0n, bad)), { multiplier: 2, next: null })
  }
  assert.equal(readUiScale(mintWith(2, 0n, 2, 40)), null, 'cut short')
  assert.equal(readUiScale(new Uint8Array(82)), null, 'a mint of the classic program')
})
