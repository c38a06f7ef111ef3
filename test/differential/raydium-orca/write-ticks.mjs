import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { versionOf } from '../meteora/version-of.mjs'

/* Writes test/fixtures/dexes/{orca,raydium-clmm}-ticks.json: roots of prices at ticks as the SDKs of Orca and Raydium
 * compute them, with each digit of a tick alone and together with others, and ticks of prices between two of them.
 * `npm run ticks`. */

const OUT = process.env.VECTORS_DIR ?? fileURLToPath(new URL('../../fixtures/dexes/', import.meta.url))
const load = createRequire(import.meta.url)
const { PriceMath } = load('@orca-so/whirlpools-sdk')
const { TickUtil } = load('@raydium-io/raydium-sdk-v2')
const { BN } = load('@coral-xyz/anchor')
const MAX_TICK = 443_636
const DIGITS = 19

const ticks = new Set([0, MAX_TICK])
for (let digit = 0; digit < DIGITS; digit++)
  for (const tick of [1 << digit, (1 << digit) - 1, (1 << digit) + 1, 0x55555 & ((1 << digit) - 1)])
    if (tick <= MAX_TICK) ticks.add(tick)
for (let at = 1; at <= 60; at++) ticks.add((at * 7_368_787) % MAX_TICK)
const both = [...ticks].sort((a, b) => a - b).flatMap((tick) => (tick === 0 ? [0] : [-tick, tick]))

write('orca', '@orca-so/whirlpools-sdk', {
  rootOf: (tick) => PriceMath.tickIndexToSqrtPriceX64(tick),
  tickOf: (root) => PriceMath.sqrtPriceX64ToTickIndex(root),
})
write('raydium-clmm', '@raydium-io/raydium-sdk-v2', {
  rootOf: (tick) => TickUtil.getSqrtPriceAtTick(tick),
  tickOf: (root) => TickUtil.getTickAtSqrtPrice(root),
})

function write(name, encoder, { rootOf, tickOf }) {
  const roots = both.map((tick) => [tick, rootOf(tick).toString()])
  const between = roots
    .filter(([tick]) => Math.abs(tick) < MAX_TICK)
    .flatMap(([tick, root]) => {
      const next = BigInt(rootOf(tick + 1).toString())
      return [next - 1n, (BigInt(root) + next) / 2n].map((price) => [
        price.toString(),
        tickOf(new BN(price.toString())),
      ])
    })
  const encoders = [versionOf(encoder, import.meta.url)]
  writeFileSync(join(OUT, `${name}-ticks.json`), `${JSON.stringify({ encoders, roots, between }, null, 1)}\n`)
}
