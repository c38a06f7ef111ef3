import assert from 'node:assert/strict'
import { test } from 'node:test'
import { raydium } from '../../../../../src/chain/solana/dexes/raydium/index.ts'
import { checkTradingVector, readTradingVectors } from '../trading-vectors.ts'
import { tradeVector } from '../vector-chain.ts'

test('quotes and swap instructions are those of the SDK, on pools that the SDK encoded', () => {
  const { encoders, vectors } = readTradingVectors('raydium-trading')
  assert(encoders.length > 0)
  assert(vectors.length >= 50)
  let quoted = 0
  for (const vector of vectors) quoted += checkTradingVector(raydium, vector)
  assert(quoted >= 300, `${quoted} quotes`)
})

test("the sandbox's own program, which has its own arithmetic, pays what is quoted on those pools and no unit more", () => {
  let paid = 0
  for (const vector of readTradingVectors('raydium-trading').vectors)
    paid += tradeVector(raydium, vector, { programsDir: null }).filter((raw) => raw !== null).length
  assert(paid >= 300, `${paid} swaps`)
})
