import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zeroOf } from '../../../../../src/chain/solana/borsh-layout.ts'
import {
  decodeGlobalConfig,
  decodePool,
  encodeGlobalConfig,
  encodePool,
  GLOBAL_CONFIG,
  type PumpSwapPool,
} from '../../../../../src/chain/solana/dexes/pumpswap/state.ts'
import { NATIVE_MINT } from '../../../../../src/chain/solana/program-ids.ts'
import { USDC_MINT } from '../../../../../src/contract/mints.ts'

const NOBODY = '11111111111111111111111111111111'
const full: PumpSwapPool = {
  poolBump: 254,
  index: 513,
  creator: USDC_MINT,
  baseMint: USDC_MINT,
  quoteMint: NATIVE_MINT,
  lpMint: USDC_MINT,
  poolBaseTokenAccount: USDC_MINT,
  poolQuoteTokenAccount: NATIVE_MINT,
  lpSupply: 4_193_388_284_800n,
  coinCreator: NATIVE_MINT,
  isMayhemMode: true,
  isCashbackCoin: true,
  virtualQuoteReserves: -5n,
  creatorFeeBps: 9n,
  canEditCreatorFee: true,
  isHolderReward: true,
}

test('a pool account has its fields at the documented offsets, the virtual reserve with its sign', () => {
  const bytes = Buffer.from(encodePool(full))
  assert.equal(bytes.subarray(0, 8).toString('hex'), 'f19a6d0411b16dbc')
  assert.deepEqual([bytes[8], bytes.readUInt16LE(9), bytes.readBigUInt64LE(203)], [254, 513, 4_193_388_284_800n])
  assert.equal(bytes.subarray(245, 261).toString('hex'), 'fbffffffffffffffffffffffffffffff')
  assert.deepEqual([bytes[269], bytes[270]], [1, 1])
  assert.deepEqual(decodePool(bytes), full)
})

test('pools of every older length decode, what they lack is zero', () => {
  const tail = { isHolderReward: false, canEditCreatorFee: false, creatorFeeBps: 0n }
  const flags = { ...tail, virtualQuoteReserves: 0n }
  const lengths: readonly (readonly [number, Partial<PumpSwapPool>])[] = [
    [211, { ...flags, coinCreator: NOBODY, isMayhemMode: false, isCashbackCoin: false }],
    [243, { ...flags, isMayhemMode: false, isCashbackCoin: false }],
    [244, { ...flags, isCashbackCoin: false }],
    [245, flags],
    [261, tail],
    [271, {}],
    [300, {}],
  ]
  for (const [length, missing] of lengths)
    assert.deepEqual(decodePool(encodePool(full, length)), { ...full, ...missing }, `${length} bytes`)
  assert.equal(decodePool(encodePool(full, 210)), null)
  assert.equal(decodePool(encodePool(full, 250)), null)
})

test('GlobalConfig survives the way to bytes and back', () => {
  const config = {
    ...zeroOf(GLOBAL_CONFIG),
    lpFeeBasisPoints: 20n,
    buybackBasisPoints: 5_000n,
    maxConfigurableCreatorFeeBps: 7n,
  }
  const bytes = encodeGlobalConfig(config)
  assert.equal(bytes.length, 949)
  assert.deepEqual(
    [40, 899, 941].map((at) => Buffer.from(bytes).readBigUInt64LE(at)),
    [20n, 5_000n, 7n],
  )
  assert.deepEqual(decodeGlobalConfig(bytes), config)
  assert.equal(decodeGlobalConfig(bytes.subarray(0, 300)), null)
  assert.equal(decodeGlobalConfig(encodePool(full)), null)
})
