import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { replayLaunchCase } from '../../chain/solana/dexes/bonk/launch-case.ts'
import { seeded } from '../meteora/record.mjs'
import { versionOf } from '../meteora/version-of.mjs'
import { launchCase } from './trading-bonk.mjs'

/* Compares quotes and instructions on LaunchLab curves with those of Raydium's SDK over random states and writes the first
 * of them to test/fixtures/dexes/bonk-trading.json, which the ordinary tests replay: `npm run trading:bonk` in this folder
 * (`npm install` here and in ../meteora first), with a number for more states. The same seed and packages write the same
 * bytes. */

const OUT = `${process.env.VECTORS_DIR ?? fileURLToPath(new URL('../../fixtures/dexes/', import.meta.url))}bonk-trading.json`
const SEED = 20_261_124
const STATES = Number(process.argv[2] ?? 2_000)
const WRITTEN = 60
/** One written case in so many has its instructions. */
const BUILT_EVERY = 4

const random = seeded(SEED)
const cases = []
let [trades, refused, pairs] = [0, 0, 0]
for (let at = 0; at < STATES; at++) {
  const one = launchCase(random, at >= WRITTEN || at % BUILT_EVERY === 0)
  trades += replayLaunchCase(one)
  refused += [...one.buys, ...one.sells].filter(({ result }) => result === null).length
  if (one.built) pairs++
  if (at < WRITTEN) cases.push(one)
}
const encoders = ['@raydium-io/raydium-sdk-v2', '@solana/spl-token'].map((name) => versionOf(name, import.meta.url))
writeFileSync(OUT, `${JSON.stringify({ seed: SEED, encoders, cases }, null, 1)}\n`)
console.log(`bonk: ${STATES} states, ${trades} trades (${refused} refused), ${pairs} pairs of instructions agree`)
