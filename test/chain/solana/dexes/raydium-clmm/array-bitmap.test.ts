import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  EXTENSION_BYTES,
  EXTENSION_TAG,
  POOL_AT,
  POOL_BYTES,
} from '../../../../../sandbox/programs/raydium-clmm/layout.ts'
import { bitOf } from '../../../../../sandbox/programs/raydium-clmm/ticks.ts'
import { CLMM_PROGRAM } from '../../../../../src/chain/solana/dexes/raydium-clmm/addresses.ts'
import {
  readBitmapExtension,
  swapArrayStarts,
} from '../../../../../src/chain/solana/dexes/raydium-clmm/array-bitmap.ts'
import type { ClmmPool } from '../../../../../src/chain/solana/dexes/raydium-clmm/state.ts'
import { arrayStartOf, TICKS_PER_ARRAY } from '../../../../../src/chain/solana/dexes/raydium-clmm/tick-arrays.ts'
import { MAX_TICK, MIN_TICK } from '../../../../../src/chain/solana/dexes/raydium-clmm/tick-math.ts'
import { addressBytes } from '../../../../../src/chain/solana/pda.ts'

/* Bits are set by the emulator's own rule. */

const POOL = 'PooL111111111111111111111111111111111111111'
const SPACINGS = [1, 2, 10, 14, 15, 60, 120, 1_000, 65_535]

const pools = fc.constantFrom(...SPACINGS).chain((spacing) =>
  fc.record({
    spacing: fc.constant(spacing),
    tick: fc.integer({ min: MIN_TICK, max: MAX_TICK }),
    used: fc.uniqueArray(fc.integer({ min: MIN_TICK, max: MAX_TICK }), { maxLength: 12 }),
    most: fc.integer({ min: 1, max: 5 }),
  }),
)

test('the arrays of a swap are those in use from the price on, in its direction, near and far from the middle', () => {
  let far = 0
  fc.assert(
    fc.property(pools, fc.boolean(), ({ spacing, tick, used, most }, isZeroForOne) => {
      const starts = [...new Set(used.map((one) => arrayStartOf(one, spacing)))]
      const bytes = { pool: new Uint8Array(POOL_BYTES), extension: new Uint8Array(EXTENSION_BYTES) }
      bytes.extension.set(EXTENSION_TAG)
      bytes.extension.set(addressBytes(POOL), 8)
      for (const start of starts) {
        const { isOwn, at, mask } = bitOf(start, spacing)
        const bits = isOwn ? bytes.pool : bytes.extension
        bits[at] = bits[at]! | mask
        if (!isOwn) far++
      }
      const account = { address: POOL, owner: CLMM_PROGRAM, data: bytes.extension, lamports: 1n, executable: false }
      const extension = readBitmapExtension(account, POOL)
      assert(extension !== null)
      assert.equal(readBitmapExtension(account, CLMM_PROGRAM), null, 'it is another pool’s')
      const own = bytes.pool.subarray(POOL_AT.bitmap, POOL_AT.bitmap + 128)
      const pool = { tickSpacing: spacing, tickCurrentBits: tick >>> 0 } as ClmmPool
      const here = arrayStartOf(tick, spacing)
      const expected = starts
        .filter((start) => (isZeroForOne ? start <= here : start >= here))
        .sort((a, b) => (isZeroForOne ? b - a : a - b))
        .slice(0, most)
      assert.deepEqual(swapArrayStarts(pool, { own, extension }, isZeroForOne, most), expected)
      const near = expected.every((start) => Math.abs(start) < 512 * TICKS_PER_ARRAY * spacing)
      if (near && expected.length === starts.length)
        assert.deepEqual(swapArrayStarts(pool, { own, extension: null }, isZeroForOne, most), expected)
    }),
    { numRuns: 600, seed: 20_261_124 },
  )
  assert(far > 100, `${far} arrays of the extension`)
})
