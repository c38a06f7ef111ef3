import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readIdempotencyKey } from '../../../src/services/idempotency/read-key.ts'

test('a key is 1 to 255 visible ASCII characters; empty text is none', () => {
  for (const key of ['', 'a', '!~', 'a'.repeat(255), '550e8400-e29b-41d4-a716-446655440000'])
    assert.deepEqual(readIdempotencyKey(key), { ok: true, value: key })
  for (const key of ['a'.repeat(256), 'a b', ' ', '\t', 'é', '\u007f', 'a\n']) {
    const read = readIdempotencyKey(key)
    assert.equal(!read.ok && read.code, 'invalid_request', JSON.stringify(key))
  }
})
