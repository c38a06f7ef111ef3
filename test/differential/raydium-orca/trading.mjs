import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { orca } from '../../../src/chain/solana/dexes/orca/index.ts'
import { raydium } from '../../../src/chain/solana/dexes/raydium/index.ts'
import { raydiumClmm } from '../../../src/chain/solana/dexes/raydium-clmm/index.ts'
import { raydiumCpmm } from '../../../src/chain/solana/dexes/raydium-cpmm/index.ts'
import { checkTradingVector } from '../../chain/solana/dexes/trading-vectors.ts'
import { seeded } from '../meteora/record.mjs'
import { versionOf } from '../meteora/version-of.mjs'
import { clmmTradingVector } from './trading-clmm.mjs'
import { cpmmTradingVector } from './trading-cpmm.mjs'
import { orcaTradingVector } from './trading-orca.mjs'
import { raydiumTradingVector } from './trading-raydium.mjs'

/* Compares quotes and swap instructions with those of the SDKs on random pools, and writes the first of them to
 * test/fixtures/dexes/<dex>-trading.json for the ordinary suite. `npm install` here and in ../meteora, then
 * `npm run trading` (1,000 pools for each DEX) or `npm run trading -- <pools>`. The same seed and packages write the same
 * bytes. */

const OUT = process.env.VECTORS_DIR ?? fileURLToPath(new URL('../../fixtures/dexes/', import.meta.url))
const SEED = 20_261_124
const KEPT = 60
const pools = Number(process.argv[2] ?? 1_000)
const RAYDIUM = ['@raydium-io/raydium-sdk-v2', '@solana/spl-token', '@solana/web3.js']
const ORCA = ['@orca-so/whirlpools-client', '@orca-so/whirlpools-sdk', '@solana/spl-token', '@solana/web3.js']

compare('raydium', raydium, RAYDIUM, raydiumTradingVector)
compare('raydium-cpmm', raydiumCpmm, RAYDIUM, cpmmTradingVector)
compare('raydium-clmm', raydiumClmm, RAYDIUM, clmmTradingVector)
compare('orca', orca, ORCA, orcaTradingVector)

function compare(name, dex, packages, make) {
  const random = seeded(SEED)
  const vectors = []
  let swaps = 0
  let quoted = 0
  let roundsTwice = 0
  const wrong = []
  for (let at = 0; at < pools; at++) {
    const vector = make(random, at)
    swaps += vector.swaps.length
    roundsTwice += vector.swaps.filter((swap) => swap.roundsTwice).length
    try {
      quoted += checkTradingVector(dex, vector)
      if (vectors.length < KEPT) vectors.push(vector)
    } catch (error) {
      wrong.push(error.message)
    }
  }
  console.log(
    `${name}: ${pools} pools, ${swaps} swaps, ${quoted} quoted, ${roundsTwice} with two roundings, ${wrong.length} pools differ`,
  )
  for (const message of wrong.slice(0, 10)) console.log(`  ${message}`)
  if (wrong.length > 0) {
    process.exitCode = 1
    return
  }
  const written = { seed: SEED, encoders: packages.map((name) => versionOf(name, import.meta.url)), vectors }
  writeFileSync(join(OUT, `${name}-trading.json`), `${JSON.stringify(written, null, 1)}\n`)
}
