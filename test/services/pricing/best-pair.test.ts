import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { pickBestPair } from '../../../src/services/pricing/best-pair.ts'
import { makePair, mintNumber } from '../../support/market-pairs.ts'

const MINT = mintNumber(1)
const volume = (h24: number | null) => ({ m5: null, h1: null, h6: null, h24 })

test('the pool with the highest 24 h volume speaks for a token', () => {
  const quiet = makePair(MINT, { pairAddress: 'a', volumeUsd: volume(5), liquidityUsd: 9_999 })
  const busy = makePair(MINT, { pairAddress: 'b', volumeUsd: volume(6), liquidityUsd: 1 })
  assert.equal(pickBestPair([quiet, busy], MINT), busy)
})

test('equal volume falls to the deeper pool, and equal depth to the smaller address', () => {
  const shallow = makePair(MINT, { pairAddress: 'a', volumeUsd: volume(null), liquidityUsd: null })
  const deep = makePair(MINT, { pairAddress: 'z', volumeUsd: volume(0), liquidityUsd: 1 })
  const twin = makePair(MINT, { pairAddress: 'y', volumeUsd: volume(0), liquidityUsd: 1 })
  assert.equal(pickBestPair([shallow, deep], MINT), deep)
  assert.equal(pickBestPair([deep, twin], MINT), twin)
})

test('a pool in which the mint is only the quote says nothing about it', () => {
  assert.equal(pickBestPair([makePair(mintNumber(2))], MINT), null)
})

test('the choice does not depend on the order of the pools', () => {
  const pools = fc.array(fc.record({ v: fc.integer({ min: 0, max: 3 }), l: fc.integer({ min: 0, max: 3 }) }), {
    minLength: 1,
    maxLength: 8,
  })
  fc.assert(
    fc.property(pools, (rows) => {
      const pairs = rows.map(({ v, l }, index) =>
        makePair(MINT, { pairAddress: `p${index}`, volumeUsd: volume(v), liquidityUsd: l }),
      )
      assert.equal(pickBestPair(pairs, MINT)!.pairAddress, pickBestPair([...pairs].reverse(), MINT)!.pairAddress)
    }),
  )
})
