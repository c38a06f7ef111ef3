import assert from 'node:assert/strict'
import { test } from 'node:test'
import { USDC_MINT, USDT_MINT } from '../../../sandbox/world/well-known.ts'
import { DOLLAR_MINTS } from '../../../src/services/pricing/dollar-mints.ts'

test('USDT is spelled as on chain: with one letter in the wrong case no pool quoted in it had a price', () => {
  assert.deepEqual([...DOLLAR_MINTS].sort(), [USDC_MINT, USDT_MINT].sort())
})
