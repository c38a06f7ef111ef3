import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { versionOf } from '../meteora/version-of.mjs'

/* Writes test/fixtures/dexes/orca-ticks.json: roots of prices at ticks as Orca's SDK computes them, with each digit of a
 * tick alone and together with others, and ticks of prices between two of them. `npm run ticks`. */

const OUT = process.env.VECTORS_DIR ?? fileURLToPath(new URL('../../fixtures/dexes/', import.meta.url))
const { PriceMath } = createRequire(import.meta.url)('@orca-so/whirlpools-sdk')
const MAX_TICK = 443_636
const DIGITS = 19

const ticks = new Set([0, MAX_TICK])
for (let digit = 0; digit < DIGITS; digit++)
  for (const tick of [1 << digit, (1 << digit) - 1, (1 << digit) + 1, 0x55555 & ((1 << digit) - 1)])
    if (tick <= MAX_TICK) ticks.add(tick)
for (let at = 1; at <= 60; at++) ticks.add((at * 7_368_787) % MAX_TICK)
const both = [...ticks].sort((a, b) => a - b).flatMap((tick) => (tick === 0 ? [0] : [-tick, tick]))

const roots = both.map((tick) => [tick, PriceMath.tickIndexToSqrtPriceX64(tick).toString()])
const between = roots
  .filter(([tick]) => Math.abs(tick) < MAX_TICK)
  .flatMap(([tick, root]) => {
    const next = BigInt(PriceMath.tickIndexToSqrtPriceX64(tick + 1).toString())
    return [next - 1n, (BigInt(root) + next) / 2n].map((price) => [price.toString(), tickOf(price)])
  })
const encoders = ['@orca-so/whirlpools-sdk'].map((name) => versionOf(name, import.meta.url))
writeFileSync(join(OUT, 'orca-ticks.json'), `${JSON.stringify({ encoders, roots, between }, null, 1)}\n`)

function tickOf(price) {
  const BN = createRequire(import.meta.url)('@coral-xyz/anchor').BN
  return PriceMath.sqrtPriceX64ToTickIndex(new BN(price.toString()))
}
