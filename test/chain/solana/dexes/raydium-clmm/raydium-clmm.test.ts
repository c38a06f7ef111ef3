import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  CLMM_PROGRAM,
  clmmBitmapExtensionPda,
  clmmConfigPda,
  clmmPoolPda,
  clmmTickArrayPda,
} from '../../../../../src/chain/solana/dexes/raydium-clmm/addresses.ts'
import { decodeClmmSwapEvent } from '../../../../../src/chain/solana/dexes/raydium-clmm/events.ts'
import { raydiumClmm } from '../../../../../src/chain/solana/dexes/raydium-clmm/index.ts'
import { clmmToPool } from '../../../../../src/chain/solana/dexes/raydium-clmm/pools.ts'
import {
  type ClmmPool,
  decodeClmmConfig,
  decodeClmmPool,
} from '../../../../../src/chain/solana/dexes/raydium-clmm/state.ts'
import { addressBytes } from '../../../../../src/chain/solana/pda.ts'
import { NATIVE_MINT } from '../../../../../src/chain/solana/program-ids.ts'
import { account, poolNode, vault } from '../pool-node.ts'
import { accountBytes, checkVectors, readVectors, type SdkAccount } from '../sdk-vectors.ts'

const vectors = readVectors<{ readonly config: SdkAccount }>('raydium-clmm')
const bytes = accountBytes(vectors.pool)
const fields = vectors.pool.fields
const text = (name: string): string => fields[name] as string
const COIN = text('mintA')
const POOL = 'PooL111111111111111111111111111111111111111'

test('every swap and every new pool of the SDK is read, with events of the IDL, without them, and by them alone', () => {
  assert.deepEqual(checkVectors(raydiumClmm, vectors), new Set(['legacy', 0, 1]))
})

test('a pool account and a fee tier have their fields where the SDK puts them', () => {
  const pool = decodeClmmPool(bytes)
  assert(pool)
  const pairs: readonly (readonly [keyof ClmmPool, string])[] = [
    ['ammConfig', 'configId'],
    ['creator', 'creator'],
    ['token0Mint', 'mintA'],
    ['token1Mint', 'mintB'],
    ['token0Vault', 'vaultA'],
    ['token1Vault', 'vaultB'],
    ['observationKey', 'observationId'],
    ['tickSpacing', 'tickSpacing'],
    ['liquidity', 'liquidity'],
    ['sqrtPriceX64', 'sqrtPriceX64'],
    ['protocolFees0', 'protocolFeesTokenA'],
    ['protocolFees1', 'protocolFeesTokenB'],
    ['status', 'status'],
    ['feeOn', 'feeOn'],
    ['fundFees0', 'fundFeesTokenA'],
    ['fundFees1', 'fundFeesTokenB'],
    ['openTimeSec', 'startTime'],
  ]
  for (const [ours, theirs] of pairs) assert.equal(String(pool[ours]), String(fields[theirs]), ours)
  assert.equal(pool.tickCurrentBits | 0, fields['tickCurrent'])
  const moving = fields['dynamicFeeInfo'] as Readonly<Record<string, unknown>>
  for (const [ours, theirs] of [
    ['filterPeriodSec', 'filterPeriod'],
    ['decayPeriodSec', 'decayPeriod'],
    ['reductionFactor', 'reductionFactor'],
    ['controlFactor', 'dynamicFeeControl'],
    ['maxVolatility', 'maxVolatilityAccumulator'],
    ['groupReferenceBits', 'tickSpacingIndexReference'],
    ['volatilityReference', 'volatilityReference'],
    ['volatility', 'volatilityAccumulator'],
    ['lastUpdateSec', 'lastUpdateTimestamp'],
  ] as const)
    assert.equal(String(pool.dynamicFee[ours]), String(moving[theirs]), ours)
  assert.equal(decodeClmmPool(bytes.subarray(0, 1_543)), null)
  assert.equal(decodeClmmPool(Uint8Array.from(bytes, (byte, at) => (at === 0 ? byte ^ 1 : byte))), null)
  const tier = decodeClmmConfig(accountBytes(vectors.config))
  for (const name of ['index', 'tradeFeeRate', 'protocolFeeRate', 'fundFeeRate', 'tickSpacing'] as const)
    assert.equal(tier?.[name], vectors.config.fields[name], name)
})

test('an event of another program, or one that is cut off, is none', () => {
  assert.equal(decodeClmmSwapEvent(new Uint8Array(300)), null)
  assert.equal(decodeClmmSwapEvent(Buffer.concat([Buffer.from('40c6cde8260871e2', 'hex'), Buffer.alloc(190)])), null)
})

test('addresses are the documented ones, and a pool’s do not depend on the order of its mints', () => {
  // Fee tiers of mainnet as the interface of Raydium lists them.
  assert.equal(clmmConfigPda(1), 'E64NGkDLLCdQ2yFNPcavaKptrEgmiQaNykUuLC1Qgwyp')
  assert.equal(clmmPoolPda(clmmConfigPda(1), COIN, NATIVE_MINT), clmmPoolPda(clmmConfigPda(1), NATIVE_MINT, COIN))
  assert.notEqual(clmmTickArrayPda(POOL, -3_600), clmmTickArrayPda(POOL, 3_600))
  assert.notEqual(clmmBitmapExtensionPda(POOL), POOL)
})

/** The pool of the vectors against SOL, at its derived address and open. */
function solPool(): { readonly address: string; readonly data: Uint8Array } {
  const data = new Uint8Array(bytes)
  data.set(addressBytes(NATIVE_MINT), 105)
  data[389] = 0
  return { address: clmmPoolPda(clmmConfigPda(2), COIN, NATIVE_MINT), data }
}

test('a pool against SOL is found by its address where scans are refused, and once where they are not', async () => {
  const { address, data } = solPool()
  const accounts = [
    account(address, CLMM_PROGRAM, data),
    vault(text('vaultA'), COIN, address, 10n ** 19n),
    vault(text('vaultB'), NATIVE_MINT, address, 10n ** 19n),
  ]
  for (const scans of [true, false]) {
    const found = await raydiumClmm.findPools(poolNode(accounts, { scans }).rpc, COIN)
    assert(found.ok)
    const [pool, ...others] = found.value
    assert(pool)
    assert.deepEqual(others, [])
    assert.deepEqual([pool.address, pool.baseMint, pool.quoteMint], [address, COIN, NATIVE_MINT])
    const owed = BigInt(text('protocolFeesTokenA')) + BigInt(text('fundFeesTokenA'))
    assert.equal(pool.realBaseReserveRaw, 10n ** 19n - owed)
    assert.deepEqual(pool.vaultOwners, [address])
  }
})

test('reserves are those that the liquidity stands for at the price, and a closed pool is not tradeable', () => {
  const pool = decodeClmmPool(solPool().data)!
  const state = { ...pool, liquidity: 10n ** 12n, sqrtPriceX64: 2n ** 65n, openTimeSec: 5n }
  const read = (changed: Partial<ClmmPool>, timeSec = 6n) =>
    clmmToPool(POOL, { ...state, ...changed }, { token0Raw: 10n ** 19n, token1Raw: 10n ** 19n }, { slot: 1n, timeSec })
  const open = read({})
  assert.deepEqual(
    [open.baseReserveRaw, open.quoteReserveRaw, open.tradeable],
    [5n * 10n ** 11n, 2n * 10n ** 12n, true],
  )
  assert.equal(read({ status: 16 }).tradeable, false, 'swaps are switched off')
  assert.equal(read({ status: 1 }).tradeable, true, 'only deposits are')
  assert.equal(read({}, 5n).tradeable, false, 'it opens with the next second')
  assert.equal(read({ liquidity: 0n }).tradeable, false)
})
