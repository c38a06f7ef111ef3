import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digestBody, digestScope } from '../../../src/services/idempotency/digest.ts'

test('bodies that mean the same have one digest, others have others', () => {
  const digest = digestBody({ a: 1, b: { c: [1, 2], d: 'x' }, e: undefined })
  assert.equal(digestBody({ b: { d: 'x', c: [1, 2] }, a: 1 }), digest)
  const others = [
    { a: 1n, b: { c: [1, 2], d: 'x' } },
    { a: '1', b: { c: [1, 2], d: 'x' } },
    { a: 1, b: { c: [2, 1], d: 'x' } },
    { a: 1, b: { c: [1, 2], d: 'x' }, e: null },
    [{ a: 1, b: { c: [1, 2], d: 'x' } }],
  ]
  assert.equal(new Set([digest, ...others.map(digestBody)]).size, others.length + 1)
})

test('no two scopes read alike', () => {
  const scopes = [
    { userRef: 'a', route: 'b', idempotencyKey: 'c' },
    { userRef: 'a\n1:b', route: '', idempotencyKey: 'c' },
    { userRef: 'ab', route: '', idempotencyKey: 'c' },
    { userRef: 'a', route: 'c', idempotencyKey: 'b' },
  ]
  assert.equal(new Set(scopes.map(digestScope)).size, scopes.length)
})
