import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zeroOf } from '../../../../../src/chain/solana/borsh-layout.ts'
import {
  type BondingCurve,
  decodeBondingCurve,
  decodeFeeConfig,
  decodeGlobal,
  encodeBondingCurve,
  encodeFeeConfig,
  encodeGlobal,
  FEE_CONFIG,
  GLOBAL,
} from '../../../../../src/chain/solana/dexes/pumpfun/state.ts'
import { NATIVE_MINT } from '../../../../../src/chain/solana/program-ids.ts'
import { USDC_MINT } from '../../../../../src/contract/mints.ts'

const full: BondingCurve = {
  virtualTokenReserves: 1n,
  virtualQuoteReserves: 2n,
  realTokenReserves: 3n,
  realQuoteReserves: 4n,
  tokenTotalSupply: 5n,
  complete: true,
  creator: USDC_MINT,
  isMayhemMode: true,
  isCashbackCoin: true,
  quoteMint: NATIVE_MINT,
  creatorFeeBps: 6n,
  canEditCreatorFee: true,
  isHolderReward: true,
}

test('a curve account has its fields at the documented offsets', () => {
  const bytes = Buffer.from(encodeBondingCurve(full))
  assert.equal(bytes.length, 151)
  assert.equal(bytes.subarray(0, 8).toString('hex'), '17b7f83760d8ac60')
  assert.deepEqual(
    [8, 16, 24, 32, 40, 115].map((at) => bytes.readBigUInt64LE(at)),
    [1n, 2n, 3n, 4n, 5n, 6n],
  )
  assert.deepEqual(
    [48, 81, 82, 123, 124].map((at) => bytes[at]),
    [1, 1, 1, 1, 1],
  )
  assert.deepEqual(decodeBondingCurve(bytes), full)
})

test('curves of every older length decode, what they lack is zero', () => {
  const lengths: readonly (readonly [number, Partial<BondingCurve>])[] = [
    [
      49,
      {
        creator: '11111111111111111111111111111111',
        isMayhemMode: false,
        isCashbackCoin: false,
        quoteMint: '11111111111111111111111111111111',
        creatorFeeBps: 0n,
        canEditCreatorFee: false,
        isHolderReward: false,
      },
    ],
    [
      81,
      {
        isMayhemMode: false,
        isCashbackCoin: false,
        quoteMint: '11111111111111111111111111111111',
        creatorFeeBps: 0n,
        canEditCreatorFee: false,
        isHolderReward: false,
      },
    ],
    [
      82,
      {
        isCashbackCoin: false,
        quoteMint: '11111111111111111111111111111111',
        creatorFeeBps: 0n,
        canEditCreatorFee: false,
        isHolderReward: false,
      },
    ],
    [
      83,
      {
        quoteMint: '11111111111111111111111111111111',
        creatorFeeBps: 0n,
        canEditCreatorFee: false,
        isHolderReward: false,
      },
    ],
    [115, { creatorFeeBps: 0n, canEditCreatorFee: false, isHolderReward: false }],
    [124, { isHolderReward: false }],
    [125, {}],
    [150, {}],
    [151, {}],
  ]
  for (const [length, missing] of lengths) {
    const bytes = encodeBondingCurve(full, length)
    assert.equal(bytes.length, length)
    assert.deepEqual(decodeBondingCurve(bytes), { ...full, ...missing }, `${length} bytes`)
  }
})

test('what is too short, cut inside a field or of another kind is no curve', () => {
  const bytes = encodeBondingCurve(full)
  assert.equal(decodeBondingCurve(bytes.subarray(0, 48)), null)
  assert.equal(decodeBondingCurve(bytes.subarray(0, 60)), null)
  assert.equal(decodeBondingCurve(encodeGlobal(zeroOf(GLOBAL))), null)
  assert.equal(decodeBondingCurve(new Uint8Array(0)), null)
})

test('Global survives the way to bytes and back, also in its shorter lengths', () => {
  const global = {
    ...zeroOf(GLOBAL),
    initialized: true,
    feeBasisPoints: 100n,
    poolMigrationFee: 15_000_001n,
    isHolderRewardEnabled: true,
    creatorFeeConfigurable: true,
  }
  const bytes = encodeGlobal(global)
  assert.equal(bytes.length, 1_087)
  assert.deepEqual(decodeGlobal(bytes), global)
  assert.equal(Buffer.from(bytes).readBigUInt64LE(105), 100n)
  assert.equal(Buffer.from(bytes).readBigUInt64LE(146), 15_000_001n)
  assert.deepEqual(decodeGlobal(bytes.subarray(0, 1_054)), { ...global, isHolderRewardEnabled: false })
  assert.deepEqual(decodeGlobal(bytes.subarray(0, 1_045)), {
    ...global,
    isHolderRewardEnabled: false,
    creatorFeeConfigurable: false,
  })
  assert.equal(decodeGlobal(bytes.subarray(0, 100)), null)
})

test('a fee table of each version decodes; a lying count is refused', () => {
  const fees = { lpFeeBps: 2n, protocolFeeBps: 93n, creatorFeeBps: 30n }
  const config = {
    ...zeroOf(FEE_CONFIG),
    flatFees: fees,
    feeTiers: [{ marketCapLamportsThreshold: 2n ** 100n, fees }],
    stableFeeTiers: [{ marketCapLamportsThreshold: 7n, fees }],
    exoticFlatFees: fees,
  }
  const bytes = encodeFeeConfig(config)
  assert.equal(bytes.length, 4_097)
  assert.deepEqual(decodeFeeConfig(bytes), config)
  // Tiers end at 65 + 4 + 40; an older account ends there or is padded with zeros.
  const older = {
    ...config,
    stableFeeTiers: [],
    exoticFlatFees: { lpFeeBps: 0n, protocolFeeBps: 0n, creatorFeeBps: 0n },
  }
  assert.deepEqual(decodeFeeConfig(bytes.subarray(0, 109)), older)
  const padded = Buffer.alloc(2_512)
  padded.set(bytes.subarray(0, 109))
  assert.deepEqual(decodeFeeConfig(padded), older)
  const lying = Buffer.from(bytes)
  lying.writeUInt32LE(51, 65)
  assert.equal(decodeFeeConfig(lying), null)
  const endless = Buffer.from(bytes.subarray(0, 109))
  endless.writeUInt32LE(2, 65)
  assert.equal(decodeFeeConfig(endless), null)
})
