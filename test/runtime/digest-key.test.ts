import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digestKey } from '../../src/runtime/digest-key.ts'

test('the digest is SHA-256 in lower-case hexadecimal (FIPS 180-2 example)', () => {
  assert.equal(digestKey('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
