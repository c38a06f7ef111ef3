import assert from 'node:assert/strict'
import { test } from 'node:test'
import { raydium } from '../../../../../src/chain/solana/dexes/raydium/index.ts'
import { checkTradingVector, readTradingVectors } from '../trading-vectors.ts'

test('quotes and swap instructions are those of the SDK, on pools that the SDK encoded', () => {
  const { encoders, vectors } = readTradingVectors('raydium-trading')
  assert(encoders.length > 0)
  assert(vectors.length >= 50)
  let quoted = 0
  for (const vector of vectors) quoted += checkTradingVector(raydium, vector)
  assert(quoted >= 300, `${quoted} quotes`)
})
