import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SWAP_LIMITS } from '../../../src/config/swap-limits.ts'
import { parseWritten } from '../../../src/contract/exact-amount.ts'
import { readTerms } from '../../../src/services/swap/quote-terms.ts'
import { NO_ADDRESS, strangerAddress } from '../../support/published-tokens.ts'

const [IN, OUT, MIDDLE] = [strangerAddress(1), strangerAddress(2), strangerAddress(3)] as const
const QUOTE = {
  inputMint: IN,
  outputMint: OUT,
  inAmount: '18446744073709551615',
  outAmount: '900',
  otherAmountThreshold: '891',
  swapMode: 'ExactIn',
}
const step = (inputMint: unknown, outputMint: unknown) => ({ swapInfo: { inputMint, outputMint } })

test('an exact input gives what it names for at least the threshold', () => {
  assert.deepEqual(readTerms(QUOTE), {
    inputMint: IN,
    outputMint: OUT,
    maxInRaw: 18_446_744_073_709_551_615n,
    minOutRaw: 891n,
    outRaw: 900n,
    mints: 1,
  })
})

test('an exact output costs the threshold at most', () => {
  const terms = readTerms({ ...QUOTE, inAmount: '1000', otherAmountThreshold: '1010', swapMode: 'ExactOut' })
  assert.deepEqual([terms?.maxInRaw, terms?.minOutRaw], [1_010n, 900n])
})

test('the mints of a route are counted once, the input not, and no more than a bound', () => {
  const mintsOf = (routePlan: unknown) => readTerms({ ...QUOTE, routePlan })?.mints
  assert.equal(mintsOf([step(IN, MIDDLE), step(MIDDLE, OUT), step(IN, OUT)]), 2)
  for (const odd of [undefined, 5, {}, [], [null], [5], [{}], [{ swapInfo: null }], [step(5, 'x')]])
    assert.equal(mintsOf(odd), 1, JSON.stringify(odd))
  const many = Array.from({ length: 100 }, (_, i) => step(strangerAddress(10 + i), strangerAddress(500 + i)))
  assert.equal(mintsOf(many), SWAP_LIMITS.routeMints)
})

test('numbers are read where they are exact; what is no whole quote is null', () => {
  assert(readTerms(parseWritten(JSON.stringify({ ...QUOTE, outAmount: 900 })) as typeof QUOTE) !== null)
  for (const change of [
    { inputMint: 'x' },
    { inputMint: NO_ADDRESS },
    { outputMint: 5 },
    { inAmount: '1.5' },
    { inAmount: undefined },
    { outAmount: '-1' },
    { otherAmountThreshold: null },
  ])
    assert.equal(readTerms({ ...QUOTE, ...change }), null, JSON.stringify(change))
})
