import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deflateRawSync } from 'node:zlib'
import { readStakeShare } from '../../../src/chain/solana/positions/stake-pools.ts'
import { runReading } from '../../support/run-reading.ts'
import { seeded } from '../meteora/record.mjs'
import { versionOf } from '../meteora/version-of.mjs'

/* Stake pools of random bytes where nothing else is said, which the SDK decodes by itself: what shares are worth by its rule
 * and by ours. Writes test/fixtures/positions/stake-pool.json. `npm install`, then `npm run write`, or
 * `npm run write -- <count>`. */

const load = createRequire(import.meta.url)
const { StakePoolLayout } = load('@solana/spl-stake-pool')
const OUT = process.env.VECTORS_DIR ?? fileURLToPath(new URL('../../fixtures/positions/', import.meta.url))
const PROGRAM = 'SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy'
const SEED = 20_261_128
const KEPT = 24
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const random = seeded(SEED)
const count = Number(process.argv[2] ?? 1_000)
const vectors = []
for (let at = 0; at < count; at++) {
  const data = Buffer.concat([Buffer.from([1]), random.bytes(610)])
  data.writeBigUInt64LE(random.big(58), 258)
  data.writeBigUInt64LE(at === 7 ? 0n : random.big(58), 266)
  // Options and what follows them: all absent, as in most pools.
  data.fill(0, 330)
  const pool = StakePoolLayout.decode(data)
  const amountRaw = random.big(50)
  // As the SDK's `calcLamportsWithdrawAmount` reckons, which it does not export.
  const supply = BigInt(pool.poolTokenSupply.toString())
  const lamports = supply === 0n ? 0n : (amountRaw * BigInt(pool.totalLamports.toString())) / supply
  const vector = {
    pool: random.key().toBase58(),
    mint: pool.poolMint.toBase58(),
    amountRaw: amountRaw.toString(),
    data: deflateRawSync(data).toString('base64'),
    lamports: lamports.toString(),
  }
  const view = { address: vector.pool, owner: PROGRAM, lamports: 1n, executable: false, data: new Uint8Array(data) }
  const token = {
    account: random.key().toBase58(),
    mint: vector.mint,
    tokenProgram: TOKEN,
    amountRaw,
    supplyRaw: supply,
    decimals: 9,
    mintAuthority: null,
  }
  const [found] = runReading(readStakeShare(view, token), new Map([[view.address, view]]))
  assert.equal(found?.tokens[0].amountRaw.toString(), vector.lamports, `pool ${at}`)
  if (vectors.length < KEPT) vectors.push(vector)
}
console.log(`stake-pool: ${count} pools, 0 differ`)
const encoders = [versionOf('@solana/spl-stake-pool', import.meta.url)]
writeFileSync(join(OUT, 'stake-pool.json'), `${JSON.stringify({ seed: SEED, encoders, vectors }, null, 1)}\n`)
