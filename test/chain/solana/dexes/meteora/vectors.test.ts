import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  customizableDlmmPda,
  DAMM_V1_PROGRAM,
  DLMM_PROGRAM,
} from '../../../../../src/chain/solana/dexes/meteora/addresses.ts'
import { binPriceQ64 } from '../../../../../src/chain/solana/dexes/meteora/bin-price.ts'
import {
  decodeDammV1Pool,
  decodeDynamicVault,
  vaultShareRaw,
} from '../../../../../src/chain/solana/dexes/meteora/damm-v1-state.ts'
import { lbPairToPool } from '../../../../../src/chain/solana/dexes/meteora/dlmm-pools.ts'
import { decodeLbPair } from '../../../../../src/chain/solana/dexes/meteora/dlmm-state.ts'
import { meteora } from '../../../../../src/chain/solana/dexes/meteora/index.ts'
import { meteoraDammV2 } from '../../../../../src/chain/solana/dexes/meteora-damm-v2/index.ts'
import { pumpfun } from '../../../../../src/chain/solana/dexes/pumpfun/index.ts'
import { pumpswap } from '../../../../../src/chain/solana/dexes/pumpswap/index.ts'
import { assertVector, readVectors } from '../../../../support/dex-vectors.ts'

type Fields = Readonly<Record<string, string | number | boolean>>
const vectors = readVectors<{
  readonly dlmm: {
    readonly pairs: readonly { readonly bytes: string; readonly fields: Fields }[]
    readonly prices: readonly { readonly binStep: number; readonly binId: number; readonly priceQ64: string }[]
    readonly addresses: readonly { readonly coin: string; readonly quote: string; readonly pool: string }[]
  }
  readonly dammV1: {
    readonly pools: readonly { readonly bytes: string; readonly fields: Fields }[]
    readonly vaults: readonly {
      readonly bytes: string
      readonly lpMint: string
      readonly nowSec: number
      readonly heldRaw: string
      readonly supplyRaw: string
      readonly shareRaw: string
    }[]
  }
}>('meteora')
const DEXES = [pumpfun, pumpswap, meteora, meteoraDammV2]
const account = (owner: string, data: Uint8Array) => ({
  address: DLMM_PROGRAM,
  lamports: 1n,
  owner,
  executable: false,
  data,
})

for (const vector of vectors.transactions)
  test(`reads what the SDKs encoded: ${vector.name}`, () => assertVector(vector, DEXES))

test('a DLMM pool account has the fields that the IDL gives it', () => {
  for (const { bytes, fields } of vectors.dlmm.pairs) {
    const data = Buffer.from(bytes, 'base64')
    const pair = decodeLbPair(data)
    assert(pair)
    assert.deepEqual(
      {
        active_id: pair.activeId,
        bin_step: pair.binStepBps,
        status: pair.isEnabled ? 0 : 1,
        activation_type: pair.activation === 'slot' ? 0 : 1,
        activation_point: pair.activationPoint.toString(),
        token_x_mint: pair.mintX,
        token_y_mint: pair.mintY,
        reserve_x: pair.reserveX,
        reserve_y: pair.reserveY,
        creator: pair.creator,
      },
      fields,
    )
    assert(meteora.isPoolAccount(account(DLMM_PROGRAM, data)))
    assert(!meteora.isPoolAccount(account(DAMM_V1_PROGRAM, data)), 'of another program')
    assert.equal(decodeLbPair(data.subarray(0, 903)), null)
    assert.equal(decodeLbPair(Buffer.concat([data, Buffer.alloc(1)])), null)
  }
})

test("the price of a bin is the SDK's to the last of its 128 bits", () => {
  for (const { binStep, binId, priceQ64 } of vectors.dlmm.prices)
    assert.equal(binPriceQ64(binStep, binId).toString(), priceQ64, `bin ${binId} of step ${binStep}`)
})

test('a DLMM pool whose price is too small for 64 bits cannot be traded, and is read', () => {
  const pair = decodeLbPair(Buffer.from(vectors.dlmm.pairs[0]!.bytes, 'base64'))!
  const lowest = { ...pair, isEnabled: true, binStepBps: 400, activeId: -443_636 }
  const pool = lbPairToPool('pool', lowest, { xRaw: 5n, yRaw: 10n ** 12n, clock: null })
  assert.deepEqual([pool.baseReserveRaw, pool.tradeable], [0n, false])
})

test('the reserves of a DLMM pool stand in the ratio of its active bin, whatever it holds of each side', () => {
  const { bytes } = vectors.dlmm.pairs[0]!
  const pair = decodeLbPair(Buffer.from(bytes, 'base64'))!
  const priceQ64 = binPriceQ64(pair.binStepBps, pair.activeId)
  const [full, oneSided, empty] = [
    { xRaw: 5_000_000_000n, yRaw: 70_000_000_000n },
    { xRaw: 0n, yRaw: 1_000_000_000_000n },
    { xRaw: 0n, yRaw: 0n },
  ].map((held) => lbPairToPool('pool', { ...pair, isEnabled: true }, { ...held, clock: null }))
  for (const pool of [full!, oneSided!]) {
    assert.equal(pool.baseMint, pair.mintX)
    const ratioQ64 = (pool.quoteReserveRaw << 64n) / pool.baseReserveRaw
    const off = ratioQ64 > priceQ64 ? ratioQ64 - priceQ64 : priceQ64 - ratioQ64
    assert(off * 100_000_000n < priceQ64, `${ratioQ64} is not ${priceQ64}`)
    assert(pool.tradeable)
  }
  assert.equal(oneSided!.realBaseReserveRaw, 0n)
  assert.equal(empty!.tradeable, false)
  const early = { slot: pair.activationPoint - 1n, timeSec: pair.activationPoint - 1n }
  const closed = lbPairToPool('pool', { ...pair, isEnabled: true }, { xRaw: 1n, yRaw: 10n ** 12n, clock: early })
  assert.equal(closed.tradeable, false, 'before its activation')
})

test('the pool of free parameters is where the SDK derives it', () => {
  for (const { coin, quote, pool } of vectors.dlmm.addresses) {
    assert.equal(customizableDlmmPda(coin, quote).address, pool)
    assert.equal(customizableDlmmPda(quote, coin).address, pool)
  }
})

test('a DAMM v1 pool account has the fields that the IDL gives it', () => {
  for (const { bytes, fields } of vectors.dammV1.pools) {
    const data = Buffer.from(bytes, 'base64')
    const pool = decodeDammV1Pool(data)
    assert(pool)
    const { lpMint, ...stated } = fields
    assert(lpMint)
    assert.deepEqual(
      {
        tokenAMint: pool.mintA,
        tokenBMint: pool.mintB,
        aVault: pool.vaultA,
        bVault: pool.vaultB,
        aVaultLp: pool.vaultLpA,
        bVaultLp: pool.vaultLpB,
        activationPoint: pool.activationPoint.toString(),
        poolCreator: pool.creator,
        enabled: pool.isEnabled,
        activationType: pool.activation === 'slot' ? 0 : 1,
      },
      stated,
    )
    assert.equal(pool.curve, 'constant-product')
    assert(meteora.isPoolAccount(account(DAMM_V1_PROGRAM, data)))
    assert(!meteora.isPoolAccount(account(DLMM_PROGRAM, data)), 'of another program')
    assert(!pumpswap.isPoolAccount(account(DAMM_V1_PROGRAM, data)), 'PumpSwap pools begin alike')
  }
})

test('shares of a vault are worth what the SDK says, with profit still locked and without', () => {
  for (const { bytes, lpMint, nowSec, heldRaw, supplyRaw, shareRaw } of vectors.dammV1.vaults) {
    const vault = decodeDynamicVault(Buffer.from(bytes, 'base64'))
    assert(vault)
    assert.equal(vault.lpMint, lpMint)
    const shares = { heldRaw: BigInt(heldRaw), supplyRaw: BigInt(supplyRaw) }
    assert.equal(vaultShareRaw(vault, shares, BigInt(nowSec)).toString(), shareRaw)
    assert.equal(vaultShareRaw(vault, { ...shares, supplyRaw: 0n }, BigInt(nowSec)), 0n)
  }
})
