import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { marginfiAccounts } from '../../../src/chain/solana/positions/marginfi.ts'
import { runReading } from '../../support/run-reading.ts'
import { seeded } from '../meteora/record.mjs'
import { kept, writeVectors } from './write-vectors.mjs'

/* Accounts and banks of marginfi of random bytes where nothing else is said, which the SDK's interface decodes: deposits
 * and debts by shares times what a share is worth, in the SDK's own number format, and by ours. Writes
 * test/fixtures/positions/marginfi.json. `npm install`, then `npm run marginfi`, or `npm run marginfi -- <count>`. */

const load = createRequire(import.meta.url)
const SDK = '@mrgnlabs/marginfi-client-v2'
const COMMON = '@mrgnlabs/mrgn-common'
const { BorshAccountsCoder } = createRequire(load.resolve(SDK))('@coral-xyz/anchor')
const IDL = load(`${SDK}/dist/idl/marginfi_0.1.8.json`)
const { wrappedI80F48toBigNumber } = load(`${COMMON}/dist/utils/conversion.utils.js`)
const PROGRAM = 'MFv2hWf31Z9kbCa1snEPYctwafyhdvnV7FZnsebVacA'
const SEED = 20_261_202
const KEPT = 12
const random = seeded(SEED)
/** Nothing in those that are kept: they pack well. */
const filled = (bytes, isKept) => (isKept ? Buffer.alloc(bytes) : Buffer.from(random.bytes(bytes)))
const coder = new BorshAccountsCoder(IDL)
const tagOf = (name) => Buffer.from(IDL.accounts.find((one) => one.name === name).discriminator)

/** 48 bits behind the point, below 2^`bits` before it. */
const writeNumber = (data, bits, at) => {
  const value = (random.big(bits) << 48n) | random.big(48)
  data.writeBigUInt64LE(value & (2n ** 64n - 1n), at)
  data.writeBigUInt64LE(value >> 64n, at + 8)
}

function bankOf(group, kind, isKept) {
  const data = filled(1_864, isKept)
  data.set(tagOf('Bank'))
  data.set(group.toBytes(), 41)
  for (const at of [80, 96]) {
    data.writeBigUInt64LE((1n << 48n) | random.big(47), at)
    data.writeBigUInt64LE(0n, at + 8)
  }
  data.writeBigInt64LE(random.big(31), 288)
  // Values of enumerations.
  for (const at of [608, 609, 784]) data[at] = 1
  data[785] = kind
  return data
}

function sceneOf(at) {
  const group = random.key()
  const banks = Array.from({ length: 4 }, (_, index) => ({
    key: random.key(),
    data: bankOf(group, index < 3 ? index : at % 8 === 3 ? 3 : 0, at < KEPT),
  }))
  const data = filled(2_312, at < KEPT)
  data.set(tagOf('MarginfiAccount'))
  data.set(group.toBytes(), 8)
  for (let i = 0; i < 16; i++) {
    const place = 72 + i * 104
    data[place] = i < 1 + (at % 4) ? 1 : 0
    if (data[place] === 0) continue
    data.set(banks[i].key.toBytes(), place + 1)
    data.fill(0, place + 40, place + 72)
    writeNumber(data, 45, place + (i % 2 === 0 ? 40 : 56))
  }
  for (let i = 0; i < 6; i++) writeNumber(data, 30, 1_840 + i * 16)
  data.writeBigInt64LE(random.big(31), 1_936)
  data.writeUInt32LE(at % 5 === 0 ? 2 : 7, 1_944)
  return { group, banks, data }
}

const floor = (number) => BigInt(number.integerValue(3).toFixed(0))
const ceil = (number) => BigInt(number.integerValue(2).toFixed(0))

function bySdk({ banks, data }) {
  const account = coder.decode('MarginfiAccount', data)
  const byKey = new Map(banks.map(({ key, data: bytes }) => [key.toBase58(), coder.decode('Bank', bytes)]))
  const tokens = []
  const debts = []
  let unread = 0
  for (const balance of account.lending_account.balances) {
    if (balance.active !== 1) continue
    const bank = byKey.get(balance.bank_pk.toBase58())
    if (bank.config.asset_tag > 2) {
      unread += 1
      continue
    }
    const worth = (shares, value) => wrappedI80F48toBigNumber(shares).times(wrappedI80F48toBigNumber(value))
    const held = floor(worth(balance.asset_shares, bank.asset_share_value))
    const owed = ceil(worth(balance.liability_shares, bank.liability_share_value))
    const mint = bank.mint.toBase58()
    if (held > 0n) tokens.push({ mint, amountRaw: held.toString() })
    if (owed > 0n) debts.push({ mint, amountRaw: owed.toString() })
  }
  const cache = account.health_cache
  const number = (name) => wrappedI80F48toBigNumber(cache[name]).toNumber()
  const isWhole = (cache.flags & 6) === 6
  return {
    tokens,
    debts,
    unread,
    collateralUsd: isWhole ? number('asset_value_equity') : null,
    debtUsd: isWhole ? number('liability_value_equity') : null,
    healthFactor: isWhole ? number('asset_value_maint') / number('liability_value_maint') : null,
  }
}

const count = Number(process.argv[2] ?? 300)
const vectors = []
for (let at = 0; at < count; at++) {
  const scene = sceneOf(at)
  const theirs = bySdk(scene)
  const address = random.key().toBase58()
  const all = [[address, scene.data], ...scene.banks.map(({ key, data }) => [key.toBase58(), data])]
  const views = new Map(
    all.map(([key, data]) => [
      key,
      { address: key, owner: PROGRAM, lamports: 1n, executable: false, data: new Uint8Array(data) },
    ]),
  )
  const [found] = runReading(marginfiAccounts.read(views.get(address), { nowSec: 0 }), views)
  const rows = (list) => list.map(({ mint, amountRaw }) => ({ mint, amountRaw: amountRaw.toString() }))
  assert.deepEqual(rows(found.tokens), theirs.tokens, `deposits of ${at}`)
  assert.deepEqual(rows(found.debts), theirs.debts, `debts of ${at}`)
  assert.equal(found.lending.unread.length, theirs.unread)
  const health = found.lending.health
  for (const name of ['collateralUsd', 'debtUsd', 'healthFactor'])
    if (theirs[name] === null) assert.equal(health, null)
    else assert(Math.abs(health[name] - theirs[name]) <= 1e-6 * Math.max(1, theirs[name]), `${name} of ${at}`)
  const accounts = Object.fromEntries(all.map(([key, data]) => [key, kept(PROGRAM, data)]))
  if (vectors.length < KEPT) vectors.push({ position: address, pool: scene.group.toBase58(), accounts, ...theirs })
}
console.log(`marginfi: ${count} accounts, 0 differ`)
writeVectors('marginfi', { seed: SEED, packages: [SDK, COMMON], vectors })
