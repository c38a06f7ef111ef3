import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dammV1State, dammV1Vectors } from './damm-v1.mjs'
import { dammV2State, dammV2Vectors } from './damm-v2.mjs'
import { dbcState, dbcVectors } from './dbc.mjs'
import { dlmmState, dlmmVectors } from './dlmm.mjs'
import { pumpVectors } from './pump.mjs'
import { seeded } from './record.mjs'
import { versionOf } from './version-of.mjs'

/* Writes test/fixtures/dexes/*.json: `npm install --no-package-lock --ignore-scripts && npm run write` in this folder.
 * The same seed and packages write the same bytes. */

const OUT = fileURLToPath(new URL('../../fixtures/dexes/', import.meta.url))
const SEED = 20_261_122

write('meteora', ['@meteora-ag/dlmm', '@meteora-ag/dynamic-amm-sdk', '@meteora-ag/vault-sdk'], (random) => ({
  transactions: [...dlmmVectors(random), ...dammV1Vectors(random)],
  dlmm: dlmmState(random),
  dammV1: dammV1State(random),
}))
write('meteora-damm-v2', ['@meteora-ag/cp-amm-sdk', 'cp-amm-sdk-older'], (random) => ({
  transactions: dammV2Vectors(random),
  ...dammV2State(random),
}))
write('meteora-dbc', ['@meteora-ag/dynamic-bonding-curve-sdk'], (random) => ({
  transactions: dbcVectors(random),
  ...dbcState(random),
}))

write('pump', ['@pump-fun/pump-sdk'], (random) => ({ transactions: pumpVectors(random) }))

function write(name, packages, make) {
  const encoders = [...packages, '@coral-xyz/anchor', '@solana/web3.js', '@solana/spl-token', '@solana/kit']
  const written = { seed: SEED, encoders: encoders.map((name) => versionOf(name)), ...make(seeded(SEED)) }
  writeFileSync(join(OUT, `${name}.json`), `${JSON.stringify(written, null, 1)}\n`)
  console.log(`${name}: ${written.transactions.length} transactions`)
}
