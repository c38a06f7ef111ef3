import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { seeded } from '../meteora/record.mjs'
import { versionOf } from '../meteora/version-of.mjs'
import { bonkState, bonkVectors } from './bonk.mjs'
import { cpmmState, cpmmVectors } from './cpmm.mjs'
import { orcaState, orcaVectors } from './orca.mjs'
import { raydiumState, raydiumVectors } from './raydium.mjs'

/* Writes test/fixtures/dexes/{raydium,raydium-cpmm,bonk,orca}.json. `npm install` here and in ../meteora, whose records
 * of transactions are used, then `npm run write -- <folder>`; the folder holds raydium_cp_swap.json of
 * github.com/raydium-io/raydium-idl, and raydium_launchpad.json and raydium_launchpad_0_1_0.json, the LaunchLab IDL 0.2.0
 * and the one before it (Raydium does not publish them with the others; launch bots carry them). The same seed, packages and IDLs write the same bytes. */

const OUT = fileURLToPath(new URL('../../fixtures/dexes/', import.meta.url))
const SEED = 20_261_123
const folder = process.argv[2]
if (folder === undefined) throw new Error('usage: npm run write -- <folder with the IDLs>')
const idlOf = (name) => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))
const cpmmIdl = idlOf('raydium_cp_swap')
const launchIdl = idlOf('raydium_launchpad')
const firstLaunchIdl = idlOf('raydium_launchpad_0_1_0')
const RAYDIUM = ['@raydium-io/raydium-sdk-v2', '@solana/spl-token', '@solana/web3.js']
const ANCHOR = '@coral-xyz/anchor'

write('raydium', RAYDIUM, [], (random) => ({ transactions: raydiumVectors(random), ...raydiumState(random) }))
write('raydium-cpmm', [...RAYDIUM, ANCHOR], [cpmmIdl], (random) => ({
  transactions: cpmmVectors(random, cpmmIdl),
  ...cpmmState(random, cpmmIdl),
}))
write('bonk', [...RAYDIUM, ANCHOR], [launchIdl, firstLaunchIdl], (random) => ({
  transactions: bonkVectors(random, launchIdl, firstLaunchIdl),
  ...bonkState(random, launchIdl),
}))
write('orca', ['@orca-so/whirlpools-client', '@solana/spl-token', '@solana/web3.js'], [], (random) => ({
  transactions: orcaVectors(random),
  ...orcaState(random),
}))

function write(name, packages, idls, make) {
  const encoders = [
    ...packages.map((name) => versionOf(name, import.meta.url)),
    ...idls.map(({ metadata }) => `IDL ${metadata.name} ${metadata.version}`),
  ]
  const written = { seed: SEED, encoders, ...make(seeded(SEED)) }
  writeFileSync(join(OUT, `${name}.json`), `${JSON.stringify(written, null, 1)}\n`)
  console.log(`${name}: ${written.transactions.length} transactions`)
}
