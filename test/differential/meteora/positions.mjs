import assert from 'node:assert/strict'
import { deflateRawSync } from 'node:zlib'
import { Connection, PublicKey } from '@solana/web3.js'
import { dammV2Positions } from '../../../src/chain/solana/positions/meteora-damm-v2.ts'
import { dlmmPositions } from '../../../src/chain/solana/positions/meteora-dlmm.ts'
import { comparePositions } from './compare-positions.mjs'
import { bn } from './idl.mjs'
import { BorshCoder, dammV2, dlmm } from './packages.mjs'
import { versionOf } from './version-of.mjs'

/* Positions of DLMM and DAMM v2 in made-up pools, read by us and by the SDKs: both sides' amounts and the fees that wait, to
 * the unit. The accounts are random bytes where nothing else is said, which the SDKs decode by themselves. Writes
 * test/fixtures/positions/meteora-{dlmm,damm-v2}.json. `npm run positions` (1,000 of each) or `npm run positions -- <count>`. */

const client = dlmm.default ?? dlmm
const program = dlmm.createProgram(new Connection('http://127.0.0.1:1'))
const dammV2Coder = new BorshCoder(dammV2.CpAmmIdl)
const DLMM = new PublicKey(dlmm.IDL.address)
const DAMM_V2 = new PublicKey(dammV2.CpAmmIdl.address)
const SOURCE = import.meta.url
const kept = (owner, data) => ({ owner: owner.toBase58(), data: deflateRawSync(data).toString('base64') })
const tagOf = (idl, name) => Buffer.from(idl.accounts.find((one) => one.name === name).discriminator)

await prepared()
comparePositions('meteora-damm-v2', dammV2Positions, [versionOf('@meteora-ag/cp-amm-sdk', SOURCE)], dammV2Vector)

/** The SDK answers in promises, so that its answers are made first. */
async function prepared() {
  const { seeded } = await import('./record.mjs')
  const random = seeded(7_001)
  const vectors = []
  for (let at = 0; at < Number(process.argv[2] ?? 1_000); at++) vectors.push(await dlmmVector(random, at))
  comparePositions(
    'meteora-dlmm',
    dlmmPositions,
    [versionOf('@meteora-ag/dlmm', SOURCE)],
    (_random, at) => vectors[at],
    6,
  )
}

function u128(bytes, at, value) {
  bytes.writeBigUInt64LE(value & (2n ** 64n - 1n), at)
  bytes.writeBigUInt64LE(value >> 64n, at + 8)
}

async function dlmmVector(random, at) {
  const width = at % 4 === 3 ? 71 + random.below(140) : 1 + random.below(70)
  const lower = random.below(20_000) - 10_000
  const upper = lower + width - 1
  const activeId = lower - 10 + random.below(width + 20)
  const [pool, address, mintX, mintY, owner] = Array.from({ length: 5 }, () => random.key())
  const pair = Buffer.alloc(904)
  tagOf(dlmm.IDL, 'LbPair').copy(pair)
  pair.writeInt32LE(activeId, 76)
  pair.writeUInt16LE(1 + random.below(400), 80)
  mintX.toBuffer().copy(pair, 88)
  mintY.toBuffer().copy(pair, 120)
  // Decided: with limit orders, so that there are no rewards.
  pair[35] = 2
  const position = Buffer.alloc(8_120 + Math.max(0, width - 70) * 112)
  tagOf(dlmm.IDL, 'PositionV2').copy(position)
  pool.toBuffer().copy(position, 8)
  owner.toBuffer().copy(position, 40)
  position.writeInt32LE(lower, 7_912)
  position.writeInt32LE(upper, 7_916)
  const arrays = new Map()
  const accounts = { [pool.toBase58()]: kept(DLMM, pair), [address.toBase58()]: null }
  const indexes = []
  for (let index = Math.floor(lower / 70); index <= Math.floor(upper / 70); index++) indexes.push(index)
  for (const index of indexes) {
    // An array may be gone while the position is empty there.
    if (indexes.length > 2 && random.below(10) === 0) continue
    const bytes = Buffer.concat([tagOf(dlmm.IDL, 'BinArray'), random.bytes(10_128)])
    bytes.writeBigInt64LE(BigInt(index), 8)
    pool.toBuffer().copy(bytes, 24)
    arrays.set(index, bytes)
  }
  for (let bin = lower; bin <= upper; bin++)
    fillBin(random, { position, at: bin - lower, array: arrays.get(Math.floor(bin / 70)), bin })
  const binArrays = new Map()
  for (const [index, bytes] of arrays) {
    const [key] = dlmm.deriveBinArray(pool, bn(BigInt(index)), DLMM)
    accounts[key.toBase58()] = kept(DLMM, bytes)
    binArrays.set(key.toBase58(), dlmm.decodeAccount(program, 'binArray', bytes))
  }
  accounts[address.toBase58()] = kept(DLMM, position)
  const wrapped = dlmm.wrapPosition(program, address, { data: position, owner: DLMM })
  assert.equal(wrapped.upperBinId().toNumber(), upper)
  const mint = (key) => ({ address: key, decimals: 6, tlvData: Buffer.alloc(0) })
  const read = await client.processPosition(
    program,
    dlmm.decodeAccount(program, 'lbPair', pair),
    { unixTimestamp: bn(1_790_000_000n), epoch: bn(900n) },
    wrapped,
    mint(mintX),
    mint(mintY),
    null,
    null,
    binArrays,
  )
  return {
    name: `DLMM position ${at}, ${width} bins`,
    position: address.toBase58(),
    accounts,
    pool: pool.toBase58(),
    tokens: [
      [mintX.toBase58(), BigInt(read.totalXAmount).toString()],
      [mintY.toBase58(), BigInt(read.totalYAmount).toString()],
    ],
    fees: [
      [mintX.toBase58(), read.feeX.toString()],
      [mintY.toBase58(), read.feeY.toString()],
    ],
    isInRange: lower <= activeId && activeId <= upper,
  }
}

/** Shares of a bin, and fees that belong together: stored is what was seen and what grew since. */
function fillBin(random, { position, at, array, bin }) {
  const more = 8_120 + (at - 70) * 112
  const [sharesAt, feesAt] = at < 70 ? [72 + at * 16, 4_552 + at * 48] : [more, more + 64]
  const shares = array === undefined || random.below(8) === 0 ? 0n : random.big(90)
  u128(position, sharesAt, shares)
  const seen = [random.big(80), random.big(80)]
  for (const [side, value] of seen.entries()) u128(position, feesAt + side * 16, value)
  position.writeBigUInt64LE(random.big(30), feesAt + 32)
  position.writeBigUInt64LE(random.big(30), feesAt + 40)
  if (array === undefined) return
  const start = 56 + (bin - Math.floor(bin / 70) * 70) * 144
  array.writeBigUInt64LE(random.big(45), start)
  array.writeBigUInt64LE(random.big(45), start + 8)
  u128(array, start + 32, shares + random.big(92))
  for (const [side, value] of seen.entries()) u128(array, start + 80 + side * 16, value + random.big(70))
}

function dammV2Vector(random, at) {
  const [pool, mint, mintA, mintB, address] = Array.from({ length: 5 }, () => random.key())
  const mode = at % 3
  const poolBytes = Buffer.alloc(1_112)
  tagOf(dammV2.CpAmmIdl, 'Pool').copy(poolBytes)
  mintA.toBuffer().copy(poolBytes, 168)
  mintB.toBuffer().copy(poolBytes, 200)
  const low = random.big(60) + 4_295_048_016n
  const high = low + random.big(66)
  const now = low + (random.big(66) % (high - low + 1n))
  const liquidity = random.big(110)
  u128(poolBytes, 360, liquidity + random.big(112))
  u128(poolBytes, 424, low)
  u128(poolBytes, 440, high)
  u128(poolBytes, 456, now)
  poolBytes[484] = mode
  poolBytes.writeBigUInt64LE(random.big(50), 680)
  poolBytes.writeBigUInt64LE(random.big(50), 688)
  const position = Buffer.alloc(408)
  tagOf(dammV2.CpAmmIdl, 'Position').copy(position)
  pool.toBuffer().copy(position, 8)
  mint.toBuffer().copy(position, 40)
  const parts = [liquidity / 2n, liquidity / 3n, liquidity - liquidity / 2n - liquidity / 3n]
  for (const [index, part] of parts.entries()) u128(position, 152 + index * 16, part)
  // Counters of 256 bits, in two halves; some wrapped since.
  for (const [stored, seen] of [
    [488, 72],
    [520, 104],
  ]) {
    const before = [random.big(128), at % 5 === 0 ? 2n ** 128n - 1n : random.big(120)]
    const after = before[0] + random.big(60)
    u128(position, seen, before[0])
    u128(position, seen + 16, before[1])
    u128(poolBytes, stored, after & (2n ** 128n - 1n))
    u128(poolBytes, stored + 16, (before[1] + (after >> 128n)) & (2n ** 128n - 1n))
  }
  position.writeBigUInt64LE(random.big(40), 136)
  position.writeBigUInt64LE(random.big(40), 144)
  const camel = (value) => toCamel(value)
  const poolState = camel(dammV2Coder.accounts.decode('Pool', poolBytes))
  const positionState = camel(dammV2Coder.accounts.decode('Position', position))
  const fees = dammV2.getUnClaimLpFee(poolState, positionState, 1_790_000_000)
  const amountOf = (name, from, to, side) =>
    dammV2[name](
      bn(from),
      bn(to),
      bn(liquidity),
      1,
      mode,
      bn(poolBytes.readBigUInt64LE(side)),
      poolState.liquidity,
    ).toString()
  return {
    name: `DAMM v2 position ${at}, fee mode ${mode}`,
    position: address.toBase58(),
    accounts: { [pool.toBase58()]: kept(DAMM_V2, poolBytes), [address.toBase58()]: kept(DAMM_V2, position) },
    pool: pool.toBase58(),
    tokens: [
      [mintA.toBase58(), amountOf('getAmountAFromLiquidityDelta', now, high, 680)],
      [mintB.toBase58(), amountOf('getAmountBFromLiquidityDelta', low, now, 688)],
    ],
    fees: [
      [mintA.toBase58(), fees.feeTokenA.toString()],
      [mintB.toBase58(), fees.feeTokenB.toString()],
    ],
    isInRange: mode === 2 ? null : low < now && now < high,
  }
}

/** The SDK reads the names that Anchor's own clients give to fields. */
function toCamel(value) {
  if (Array.isArray(value)) return value.map(toCamel)
  if (value === null || typeof value !== 'object' || value.constructor !== Object) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()),
      toCamel(member),
    ]),
  )
}
