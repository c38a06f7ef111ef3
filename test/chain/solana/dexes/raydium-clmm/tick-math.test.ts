import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as emulated from '../../../../../sandbox/programs/raydium-clmm/tick-math.ts'
import * as quoted from '../../../../../src/chain/solana/dexes/raydium-clmm/tick-math.ts'

/** Prices of ticks as Raydium's own SDK computes them (`test/differential/raydium-orca/write-ticks.mjs`). */
type Vectors = {
  readonly roots: readonly (readonly [tick: number, root: string])[]
  readonly between: readonly (readonly [root: string, tick: number])[]
}
const file = new URL('../../../../fixtures/dexes/raydium-clmm-ticks.json', import.meta.url)
const { roots, between } = JSON.parse(readFileSync(file, 'utf8')) as Vectors

for (const [whose, math] of [
  ['the quote', quoted],
  ['the emulator', emulated],
] as const)
  test(`${whose}: the price of each tick is that of Raydium's SDK`, () => {
    assert(roots.length > 200)
    for (const [tick, root] of roots) assert.equal(math.sqrtPriceOfTick(tick), BigInt(root), `tick ${tick}`)
    const sorted = roots.map(([, root]) => BigInt(root)).toSorted((a, b) => (a < b ? -1 : 1))
    assert.deepEqual([sorted[0], sorted.at(-1)], [math.MIN_SQRT_PRICE, math.MAX_SQRT_PRICE])
  })

test("the emulator: the tick of each price is that of Raydium's SDK", () => {
  assert(between.length > 400)
  for (const [root, tick] of between) assert.equal(emulated.tickOfSqrtPrice(BigInt(root)), tick, root)
  for (const [tick, root] of roots)
    if (tick < quoted.MAX_TICK) assert.equal(emulated.tickOfSqrtPrice(BigInt(root)), tick, root)
})
