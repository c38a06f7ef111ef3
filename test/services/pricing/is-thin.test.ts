import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DOLLAR_MINTS, WSOL_MINT } from '../../../src/contract/mints.ts'
import { isThin } from '../../../src/services/pricing/is-thin.ts'

test('a token is thin beyond what there is in its pool, not at it, and not where worth or pool are unknown', () => {
  assert.equal(isThin('Token', 100.5, 100), true)
  assert.equal(isThin('Token', 1, 0), true)
  assert.equal(isThin('Token', 100, 100), false)
  assert.equal(isThin('Token', 1e9, null), false)
  assert.equal(isThin('Token', null, 100), false)
})

test('SOL and dollars are never thin', () => {
  for (const mint of [WSOL_MINT, ...DOLLAR_MINTS]) assert.equal(isThin(mint, 1e9, 1), false, mint)
})
