import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DOLLAR_MINTS } from '../../src/contract/mints.ts'

test('dollars are spelled as on chain: with one letter in the wrong case no pool quoted in one had a price', () => {
  assert.deepEqual(
    [...DOLLAR_MINTS],
    [
      'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
      'USD1ttGY1N17NEEHLmELoaybftRBUSErhqYiQzjEmuB',
    ],
  )
})
