import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meteora } from '../../../../../src/chain/solana/dexes/meteora/index.ts'
import {
  customizableDammV2Pda,
  DAMM_V2_POOL_AUTHORITY,
  DAMM_V2_PROGRAM,
} from '../../../../../src/chain/solana/dexes/meteora-damm-v2/addresses.ts'
import { meteoraDammV2 } from '../../../../../src/chain/solana/dexes/meteora-damm-v2/index.ts'
import { dammV2ToPool } from '../../../../../src/chain/solana/dexes/meteora-damm-v2/pools.ts'
import { decodeDammV2Pool } from '../../../../../src/chain/solana/dexes/meteora-damm-v2/state.ts'
import { pumpfun } from '../../../../../src/chain/solana/dexes/pumpfun/index.ts'
import { pumpswap } from '../../../../../src/chain/solana/dexes/pumpswap/index.ts'
import { assertVector, readVectors } from '../../../../support/dex-vectors.ts'

const vectors = readVectors<{
  readonly pools: readonly {
    readonly bytes: string
    readonly fields: Readonly<Record<string, string | number>>
    readonly price: string
  }[]
  readonly addresses: readonly { readonly coin: string; readonly quote: string; readonly pool: string }[]
  readonly poolAuthority: string
}>('meteora-damm-v2')
const DEXES = [pumpfun, pumpswap, meteora, meteoraDammV2]

for (const vector of vectors.transactions)
  test(`reads what the SDKs encoded: ${vector.name}`, () => assertVector(vector, DEXES))

test('a DAMM v2 pool account has the fields that the IDL gives it', () => {
  for (const { bytes, fields } of vectors.pools) {
    const data = Buffer.from(bytes, 'base64')
    const pool = decodeDammV2Pool(data)
    assert(pool)
    assert.deepEqual(
      {
        token_a_mint: pool.mintA,
        token_b_mint: pool.mintB,
        token_a_vault: pool.vaultA,
        token_b_vault: pool.vaultB,
        liquidity: pool.liquidityQ64.toString(),
        sqrt_price: pool.sqrtPriceQ64.toString(),
        activation_point: pool.activationPoint.toString(),
        activation_type: pool.activation === 'slot' ? 0 : 1,
        pool_status: pool.isEnabled ? 0 : 1,
        collect_fee_mode: pool.isCompounding ? 2 : fields['collect_fee_mode'],
        creator: pool.creator,
        token_a_amount: pool.amountA.toString(),
        token_b_amount: pool.amountB.toString(),
      },
      fields,
    )
    const view = { address: DAMM_V2_PROGRAM, lamports: 1n, owner: DAMM_V2_PROGRAM, executable: false, data }
    assert(meteoraDammV2.isPoolAccount(view))
    for (const dex of [pumpswap, meteora]) assert(!dex.isPoolAccount(view), `${dex.name} pools begin alike`)
    assert.equal(decodeDammV2Pool(data.subarray(0, 1_111)), null)
  }
})

test('the reserves of a range pool stand in the ratio of its price, those of a compounding one are its amounts', () => {
  for (const { bytes, price } of vectors.pools) {
    const pool = { ...decodeDammV2Pool(Buffer.from(bytes, 'base64'))!, isEnabled: true }
    const held = { aRaw: 7n, bRaw: 9n, clock: null }
    const told = dammV2ToPool('pool', pool, held)
    assert.deepEqual([told.realBaseReserveRaw, told.realQuoteReserveRaw], [7n, 9n])
    assert.equal(told.baseMint, pool.mintA)
    if (pool.isCompounding) {
      assert.deepEqual([told.baseReserveRaw, told.quoteReserveRaw], [pool.amountA, pool.amountB])
      continue
    }
    const ratio = Number(told.quoteReserveRaw) / Number(told.baseReserveRaw)
    assert(Math.abs(ratio / Number(price) - 1) < 1e-9, `${ratio} is not ${price}`)
  }
})

test('addresses are where the SDK derives them', () => {
  assert.equal(DAMM_V2_POOL_AUTHORITY, vectors.poolAuthority)
  for (const { coin, quote, pool } of vectors.addresses) {
    assert.equal(customizableDammV2Pda(coin, quote).address, pool)
    assert.equal(customizableDammV2Pda(quote, coin).address, pool)
  }
})
