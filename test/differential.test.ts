import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

/* Quotes and instructions against the DEXs' own SDKs, which are installed apart (`npm install` in both folders below).
 * Every script fails when something differs, and writes vectors: the committed ones, byte for byte. */

const FOLDER = new URL('./differential/', import.meta.url).pathname
const FIXTURES = new URL('./fixtures/', import.meta.url).pathname
const STATES = '1000'
const SCRIPTS = [
  ['raydium-orca/trading.mjs', ['raydium-trading', 'raydium-cpmm-trading', 'raydium-clmm-trading', 'orca-trading']],
  ['raydium-orca/write-bonk-trading.mjs', ['bonk-trading']],
  ['raydium-orca/write-ticks.mjs', ['orca-ticks', 'raydium-clmm-ticks']],
  ['meteora/trading.mjs', ['meteora-trading', 'meteora-damm-v2-trading', 'meteora-dbc-trading']],
  ['meteora/write-pump-trading.mjs', ['pumpfun-trading', 'pumpswap-trading']],
  ['raydium-orca/positions.mjs', ['orca', 'raydium-clmm'], 'positions'],
  ['meteora/positions.mjs', ['meteora-dlmm', 'meteora-damm-v2'], 'positions'],
  ['positions/stake-pool.mjs', ['stake-pool'], 'positions'],
  ['positions/kamino.mjs', ['kamino-lend'], 'positions'],
  ['positions/marginfi.mjs', ['marginfi'], 'positions'],
  ['positions/jupiter.mjs', ['jupiter-vaults'], 'positions'],
] as const
const isThere = (name: string): boolean => existsSync(join(FOLDER, name, 'node_modules'))
const isInstalled = ['raydium-orca', 'meteora'].every(isThere)
const NOT_INSTALLED = 'the SDKs are not installed (docs/dexes.md)'

for (const [script, names, fixtures = 'dexes'] of SCRIPTS) {
  const skip = isInstalled && isThere(script.split('/')[0]!) ? false : NOT_INSTALLED
  test(`${STATES} drawn states: ${script} finds no difference and writes the committed vectors`, { skip }, async () => {
    const out = mkdtempSync(join(tmpdir(), 'mintglass-vectors-'))
    try {
      const env = { ...process.env, VECTORS_DIR: `${out}/` }
      await promisify(execFile)(process.execPath, [join(FOLDER, script), STATES], { env, maxBuffer: 1e7 })
      assert.deepEqual(readdirSync(out).sort(), names.map((name) => `${name}.json`).sort())
      for (const file of readdirSync(out))
        assert(
          readFileSync(join(out, file)).equals(readFileSync(join(FIXTURES, fixtures, file))),
          `${file} is another one`,
        )
    } finally {
      rmSync(out, { recursive: true, force: true })
    }
  })
}
