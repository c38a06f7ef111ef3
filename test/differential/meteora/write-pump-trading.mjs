import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { replayCurveCase } from '../../chain/solana/dexes/pumpfun/curve-case.ts'
import { replaySwapCase } from '../../chain/solana/dexes/pumpswap/swap-case.ts'
import { curveCase, curveSettings } from './pumpfun-trading.mjs'
import { swapCase, swapSettings } from './pumpswap-trading.mjs'
import { seeded } from './record.mjs'
import { versionOf } from './version-of.mjs'

/* Compares quotes and instructions with the SDKs over random states and writes the first of them to
 * test/fixtures/dexes/{pumpfun,pumpswap}-trading.json, which the ordinary tests replay: `npm run trading:pump` in this folder,
 * with a number for more states. The same seed and packages write the same bytes. */

const OUT = process.env.VECTORS_DIR ?? fileURLToPath(new URL('../../fixtures/dexes/', import.meta.url))
const SEED = 20_261_122
const STATES = Number(process.argv[2] ?? 2_000)
const WRITTEN = 60
/** One written case in so many has its instructions. */
const BUILT_EVERY = 4

const base64 = (list) => list.map((bytes) => Buffer.from(bytes).toString('base64'))

await compare('pumpfun-trading', ['@pump-fun/pump-sdk', '@coral-xyz/anchor'], async (random) => {
  const settings = curveSettings(random)
  const file = { globals: base64(settings.globals), feeConfigs: base64(settings.feeConfigs) }
  return { file, make: (built) => curveCase(random, settings, built), replay: replayCurveCase }
})

await compare(
  'pumpswap-trading',
  ['@pump-fun/pump-swap-sdk', '@pump-fun/pump-sdk', '@coral-xyz/anchor'],
  async (random) => {
    const settings = swapSettings(random)
    const file = { globalConfigs: base64(settings.globalConfigs), feeConfigs: base64(settings.feeConfigs) }
    return { file, make: (built) => swapCase(random, settings, built), replay: replaySwapCase }
  },
)

async function compare(name, packages, open) {
  const { file, make, replay } = await open(seeded(SEED))
  const cases = []
  const counts = { trades: 0, refused: 0, built: 0 }
  for (let at = 0; at < STATES; at++) {
    const one = await make(at >= WRITTEN || at % BUILT_EVERY === 0)
    counts.trades += replay(file, one)
    counts.refused += [...one.buys, ...one.sells].filter(({ result }) => result === null).length
    if (one.built) counts.built++
    if (at < WRITTEN) cases.push(one)
  }
  const written = { seed: SEED, encoders: packages.map((name) => versionOf(name)), ...file, cases }
  writeFileSync(`${OUT}${name}.json`, `${JSON.stringify(written, null, 1)}\n`)
  const { trades, refused, built } = counts
  console.log(`${name}: ${STATES} states, ${trades} trades (${refused} refused), ${built} pairs of instructions agree`)
}
