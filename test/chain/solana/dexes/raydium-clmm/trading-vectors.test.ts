import assert from 'node:assert/strict'
import { test } from 'node:test'
import { raydiumClmm } from '../../../../../src/chain/solana/dexes/raydium-clmm/index.ts'
import { checkTradingVector, readTradingVectors } from '../trading-vectors.ts'

test('quotes and swap instructions are those of the SDK, on pools that the SDK encoded', () => {
  const { encoders, vectors } = readTradingVectors('raydium-clmm-trading')
  assert(encoders.length > 0)
  assert(vectors.length >= 50)
  for (const kind of ['moving fee', 'fee of token 0', 'fee of token 1', 'orders'])
    assert(vectors.filter(({ name }) => name.includes(kind)).length >= 5, kind)
  let quoted = 0
  for (const vector of vectors) quoted += checkTradingVector(raydiumClmm, vector)
  assert(quoted >= 300, `${quoted} quotes`)
})
