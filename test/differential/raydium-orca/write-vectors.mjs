import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { seeded } from '../meteora/record.mjs'
import { versionOf } from '../meteora/version-of.mjs'
import { bonkState, bonkVectors } from './bonk.mjs'
import { clmmState, clmmVectors } from './clmm.mjs'
import { cpmmState, cpmmVectors } from './cpmm.mjs'
import { orcaState, orcaVectors } from './orca.mjs'
import { raydiumState, raydiumVectors } from './raydium.mjs'

/* Writes test/fixtures/dexes/{raydium,raydium-cpmm,raydium-clmm,bonk,orca}.json. `npm install` here and in ../meteora, whose records
 * of transactions are used, then `npm run write -- <folder>`, or `-- <folder> <name>` for one of them; the folder holds
 * raydium_cp_swap.json and amm_v3.json of github.com/raydium-io/raydium-idl, and raydium_launchpad.json and raydium_launchpad_0_1_0.json, the LaunchLab IDL 0.2.0
 * and the one before it (Raydium does not publish them with the others; launch bots carry them). The same seed, packages and IDLs write the same bytes. */

const OUT = fileURLToPath(new URL('../../fixtures/dexes/', import.meta.url))
const SEED = 20_261_123
const [folder, only] = process.argv.slice(2)
if (folder === undefined) throw new Error('usage: npm run write -- <folder with the IDLs>')
const idlOf = (name) => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))
const RAYDIUM = ['@raydium-io/raydium-sdk-v2', '@solana/spl-token', '@solana/web3.js']
const ANCHOR = '@coral-xyz/anchor'

write('raydium', RAYDIUM, [], (random) => ({ transactions: raydiumVectors(random), ...raydiumState(random) }))
write('raydium-cpmm', [...RAYDIUM, ANCHOR], ['raydium_cp_swap'], (random, idl) => ({
  transactions: cpmmVectors(random, idl),
  ...cpmmState(random, idl),
}))
write('raydium-clmm', [...RAYDIUM, ANCHOR], ['amm_v3'], (random, idl) => ({
  transactions: clmmVectors(random, idl),
  ...clmmState(random, idl),
}))
write('bonk', [...RAYDIUM, ANCHOR], ['raydium_launchpad', 'raydium_launchpad_0_1_0'], (random, idl, firstIdl) => ({
  transactions: bonkVectors(random, idl, firstIdl),
  ...bonkState(random, idl),
}))
write('orca', ['@orca-so/whirlpools-client', '@solana/spl-token', '@solana/web3.js'], [], (random) => ({
  transactions: orcaVectors(random),
  ...orcaState(random),
}))

function write(name, packages, idlNames, make) {
  if (only !== undefined && only !== name) return
  const idls = idlNames.map(idlOf)
  const encoders = [
    ...packages.map((name) => versionOf(name, import.meta.url)),
    ...idls.map(({ metadata }) => `IDL ${metadata.name} ${metadata.version}`),
  ]
  const written = { seed: SEED, encoders, ...make(seeded(SEED), ...idls) }
  writeFileSync(join(OUT, `${name}.json`), `${JSON.stringify(written, null, 1)}\n`)
  console.log(`${name}: ${written.transactions.length} transactions`)
}
