import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deflateRawSync } from 'node:zlib'
import { readSingleStakeShare, SINGLE_STAKE_POOLS } from '../../../src/chain/solana/positions/single-stake-pools.ts'
import { runReading } from '../../support/run-reading.ts'
import { seeded } from '../meteora/record.mjs'
import { versionOf } from '../meteora/version-of.mjs'

/* States of Marinade of random bytes where nothing else is said, which the SDK's IDL decodes by itself: what mSOL is worth
 * by the SDK's own arithmetic and by ours. Writes test/fixtures/positions/marinade.json. `npm install`, then
 * `npm run marinade`, or `npm run marinade -- <count>`. */

const load = createRequire(import.meta.url)
const { BorshAccountsCoder, BN } = load('@coral-xyz/anchor')
const { PublicKey } = load('@solana/web3.js')
const SDK = '@marinade.finance/marinade-ts-sdk'
const { IDL } = load(`${SDK}/dist/src/programs/idl/types/marinade_finance.js`)
const { computeMsolAmount } = load(`${SDK}/dist/src/util/state-helpers.js`)
const OUT = process.env.VECTORS_DIR ?? fileURLToPath(new URL('../../fixtures/positions/', import.meta.url))
const SEED = 20_261_129
const KEPT = 24
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const BYTES = 2_616
const MARINADE = SINGLE_STAKE_POOLS.find(({ protocol }) => protocol === 'marinade')
const random = seeded(SEED)
const coder = new BorshAccountsCoder(IDL)
const count = Number(process.argv[2] ?? 1_000)
const vectors = []
for (let at = 0; at < count; at++) {
  const data = Buffer.alloc(BYTES)
  data.set(random.bytes(638))
  data.set(BorshAccountsCoder.accountDiscriminator('state'))
  data.set(new PublicKey(MARINADE.mint).toBytes(), 8)
  // Flags.
  for (const flag of [608, 617]) data[flag] = 0
  for (const [offset, bits] of [
    [226, 50],
    [376, 56],
    [496, 52],
    [504, 56],
    [528, 48],
    [568, 44],
  ])
    data.writeBigUInt64LE(random.big(bits), offset)
  if (at === 7) data.writeBigUInt64LE(0n, 504)
  const state = coder.decode('state', data)
  assert.equal(state.msolMint.toBase58(), MARINADE.mint)
  const big = (value) => BigInt(value.toString())
  const all =
    big(state.validatorSystem.totalActiveBalance) +
    big(state.stakeSystem.delayedUnstakeCoolingDown) +
    big(state.emergencyCoolingDown) +
    big(state.availableReserveBalance)
  const owed = big(state.circulatingTicketBalance)
  const supply = big(state.msolSupply)
  const amountRaw = random.big(50)
  const lamports = supply === 0n ? 0n : (amountRaw * (all > owed ? all - owed : 0n)) / supply
  const view = {
    address: MARINADE.pool,
    owner: MARINADE.program,
    lamports: 1n,
    executable: false,
    data: new Uint8Array(data),
  }
  const token = {
    account: random.key().toBase58(),
    mint: MARINADE.mint,
    tokenProgram: TOKEN,
    amountRaw,
    supplyRaw: supply,
    decimals: 9,
    mintAuthority: null,
  }
  const [found] = runReading(readSingleStakeShare(MARINADE, view, token), new Map([[view.address, view]]))
  const ours = found?.tokens[0].amountRaw
  assert.equal(ours, lamports, `state ${at}`)
  if (supply > 0n && all > owed) {
    // The SDK goes the other way: what so many lamports are in mSOL.
    const back = (value) => big(computeMsolAmount(new BN(value.toString()), { state }))
    assert(back(ours) <= amountRaw && back(ours + 1n) >= amountRaw, `state ${at} by the SDK`)
  }
  if (vectors.length < KEPT)
    vectors.push({
      amountRaw: amountRaw.toString(),
      data: deflateRawSync(data).toString('base64'),
      lamports: lamports.toString(),
    })
}
console.log(`marinade: ${count} states, 0 differ`)
const encoders = [versionOf(SDK, import.meta.url)]
writeFileSync(join(OUT, 'marinade.json'), `${JSON.stringify({ seed: SEED, encoders, vectors }, null, 1)}\n`)
