import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { kaminoLoans } from '../../../src/chain/solana/positions/kamino-lend.ts'
import { runReading } from '../../support/run-reading.ts'
import { seeded } from '../meteora/record.mjs'
import { kept, writeVectors } from './write-vectors.mjs'

/* Obligations and reserves of random bytes where nothing else is said, which the SDK's own layouts decode: what was
 * deposited and what is owed by the SDK's arithmetic on the reserves' last update, and by ours. Writes
 * test/fixtures/positions/kamino-lend.json. `npm install`, then `npm run kamino`, or `npm run kamino -- <count>`. */

const load = createRequire(import.meta.url)
const SDK = '@kamino-finance/klend-sdk'
const Decimal = load('decimal.js')
// Its figures have twenty digits unless it is told otherwise, which is less than an amount has with its fraction.
Decimal.set({ precision: 60 })
const { Obligation, Reserve } = load(`${SDK}/dist/@codegen/klend/accounts`)
const { KaminoObligation } = load(`${SDK}/dist/classes/obligation.js`)
const { KaminoReserve } = load(`${SDK}/dist/classes/reserve.js`)
const { Fraction } = load(`${SDK}/dist/classes/fraction.js`)
const PROGRAM = 'KLend2g3cP87fffoy8q1mQqGKjrxjC8boSyAYavgmjD'
const SEED = 20_261_201
const KEPT = 12
const random = seeded(SEED)
/** Nothing in those that are kept: they pack well. */
const filled = (bytes, isKept) => (isKept ? Buffer.alloc(bytes) : Buffer.from(random.bytes(bytes)))
const NOBODY = Buffer.alloc(32)

/** 60 bits behind the point, below 2^`bits` before it. */
const fraction = (bits) => (random.big(bits) << 60n) | random.big(60)
const writeWide = (data, value, at, bytes) => {
  for (let i = 0; i < bytes; i += 8) data.writeBigUInt64LE((value >> BigInt(i * 8)) & (2n ** 64n - 1n), at + i)
}

function reserveOf(market, { isEmpty, isKept }) {
  const data = filled(8_624, isKept)
  data.set(Reserve.discriminator)
  data.set(market.toBytes(), 32)
  data.writeBigUInt64LE(random.big(40), 16)
  data.writeBigUInt64LE(isEmpty ? 0n : random.big(50), 224)
  data.writeBigUInt64LE(BigInt(random.below(10)), 272)
  writeWide(data, isEmpty ? 0n : fraction(50), 232, 16)
  // A borrow that grew: one and something, with 60 bits behind the point. Loans are younger.
  writeWide(data, (1n << 60n) + (1n << 57n) + random.big(60), 296, 32)
  for (const at of [344, 360, 376]) writeWide(data, isEmpty ? 0n : fraction(20), at, 16)
  data.writeBigUInt64LE(isEmpty ? 0n : random.big(52) + 1n, 2_592)
  return data
}

function sceneOf(at) {
  const market = random.key()
  const reserves = Array.from({ length: 4 }, (_, index) => ({
    key: random.key(),
    data: reserveOf(market, { isEmpty: at % 9 === 0 && index === 3, isKept: at < KEPT }),
  }))
  const data = filled(3_344, at < KEPT)
  data.set(Obligation.discriminator)
  data.set(market.toBytes(), 32)
  data.writeBigUInt64LE(random.big(40), 16)
  data[24] = at % 2
  data[2_285] = 0
  for (let i = 0; i < 8; i++) {
    data.set(i < 1 + (at % 3) ? reserves[i + 1].key.toBytes() : NOBODY, 96 + i * 136)
    data.writeBigUInt64LE(random.big(45), 96 + i * 136 + 32)
  }
  for (let i = 0; i < 5; i++) {
    data.set(i < at % 3 ? reserves[i].key.toBytes() : NOBODY, 1_208 + i * 200)
    writeWide(data, (1n << 60n) + random.big(57), 1_208 + i * 200 + 32, 32)
    writeWide(data, fraction(45), 1_208 + i * 200 + 88, 16)
  }
  for (const place of [1_192, 2_208, 2_224, 2_256]) writeWide(data, fraction(40), place, 16)
  return { market, reserves, data }
}

const raw = (decimal, rounding) => BigInt(decimal.toDecimalPlaces(0, rounding).toFixed(0))
const usd = (value) => new Fraction(value).toDecimal()

/** What the SDK says of a scene, without a market around it: reserves by address, and no price. */
function bySdk({ reserves, data }) {
  const obligation = Obligation.decode(data)
  const byAddress = new Map(
    reserves.map(({ key, data: bytes }) => {
      const address = key.toBase58()
      // Limits of a loan, which no amount depends on.
      const stats = { loanToValue: new Decimal(0), liquidationThreshold: new Decimal(0), borrowFactor: 100 }
      const state = Reserve.decode(bytes)
      const reserve = Object.assign(Object.create(KaminoReserve.prototype), { address, state, stats })
      return [address, reserve]
    }),
  )
  const market = { getReserveByAddress: (address) => byAddress.get(address), getElevationGroup: () => undefined }
  const price = () => new Decimal(1)
  const deposits = KaminoObligation.calculateObligationDeposits(market, obligation.deposits, null, 0, price).deposits
  const borrows = KaminoObligation.calculateObligationBorrows(market, obligation.borrows, null, 0, price).borrows
  const rows = (map, rounding) =>
    [...map.values()].map(({ mintAddress, amount }) => ({
      mint: String(mintAddress),
      amountRaw: raw(amount, rounding).toString(),
    }))
  return {
    tokens: rows(deposits, Decimal.ROUND_FLOOR),
    debts: rows(borrows, Decimal.ROUND_CEIL),
    collateralUsd: usd(obligation.depositedValueSf).toNumber(),
    debtUsd: usd(obligation.borrowedAssetsMarketValueSf).toNumber(),
    healthFactor: usd(obligation.unhealthyBorrowValueSf)
      .div(usd(obligation.borrowFactorAdjustedDebtValueSf))
      .toNumber(),
  }
}

const count = Number(process.argv[2] ?? 300)
const vectors = []
for (let at = 0; at < count; at++) {
  const scene = sceneOf(at)
  const theirs = bySdk(scene)
  const address = random.key().toBase58()
  const accounts = {
    [address]: kept(PROGRAM, scene.data),
    ...Object.fromEntries(scene.reserves.map(({ key, data }) => [key.toBase58(), kept(PROGRAM, data)])),
  }
  const views = new Map(
    [[address, scene.data], ...scene.reserves.map(({ key, data }) => [key.toBase58(), data])].map(([key, data]) => [
      key,
      { address: key, owner: PROGRAM, lamports: 1n, executable: false, data: new Uint8Array(data) },
    ]),
  )
  const [found] = runReading(kaminoLoans.read(views.get(address), { nowSec: 0 }), views)
  const rows = (list) => list.map(({ mint, amountRaw }) => ({ mint, amountRaw: amountRaw.toString() }))
  assert.deepEqual(rows(found.tokens), theirs.tokens, `deposits of ${at}`)
  assert.deepEqual(rows(found.debts), theirs.debts, `debts of ${at}`)
  const { collateralUsd, debtUsd, healthFactor } = found.lending.health
  for (const [ours, other] of [
    [collateralUsd, theirs.collateralUsd],
    [debtUsd, theirs.debtUsd],
    [healthFactor, theirs.healthFactor],
  ])
    assert(Math.abs(ours - other) <= 1e-6 * Math.max(1, other), `${ours} and ${other} of ${at}`)
  if (vectors.length < KEPT) vectors.push({ position: address, pool: scene.market.toBase58(), accounts, ...theirs })
}
console.log(`kamino: ${count} obligations, 0 differ`)
writeVectors('kamino-lend', { seed: SEED, packages: [SDK], vectors })
