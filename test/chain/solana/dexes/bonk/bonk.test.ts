import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeTransaction } from '../../../../../src/chain/solana/decode-transaction.ts'
import {
  LAUNCHLAB_AUTHORITY,
  LAUNCHLAB_PROGRAM,
  launchPoolPda,
} from '../../../../../src/chain/solana/dexes/bonk/addresses.ts'
import { bonk } from '../../../../../src/chain/solana/dexes/bonk/index.ts'
import { launchPoolToPool } from '../../../../../src/chain/solana/dexes/bonk/pools.ts'
import { decodeCurveType, decodeLaunchPool, type LaunchPool } from '../../../../../src/chain/solana/dexes/bonk/state.ts'
import { raydiumCpmm } from '../../../../../src/chain/solana/dexes/raydium-cpmm/index.ts'
import { findProgramAddress } from '../../../../../src/chain/solana/pda.ts'
import { account, poolNode } from '../pool-node.ts'
import { accountBytes, checkVectors, readVectors, type SdkAccount } from '../sdk-vectors.ts'

const vectors = readVectors<{ readonly configs: readonly SdkAccount[] }>('bonk')
const bytes = accountBytes(vectors.pool)
const fields = vectors.pool.fields
const POOL = 'PooL111111111111111111111111111111111111111'

test('every trade, launch and graduation that SDK and IDLs encode is read, in every version of transaction', () => {
  assert.deepEqual(checkVectors(bonk, vectors), new Set(['legacy', 0, 1]))
})

test('a graduation to CPMM is also a new pool there, of the same token', () => {
  const vector = vectors.transactions.find(({ name }) => name === 'migrate_to_cpswap')
  assert(vector)
  const outcome = decodeTransaction(vector.answer)
  assert(outcome.ok)
  const [graduated] = bonk.decodeLaunches(outcome.value)
  const [made] = raydiumCpmm.decodeLaunches(outcome.value)
  assert(graduated && made)
  assert.deepEqual([graduated.kind, made.kind], ['graduation', 'pool'])
  assert.deepEqual([made.pool, made.mint, made.quoteMint], [graduated.pool, graduated.mint, graduated.quoteMint])
})

test('a curve account has its fields where the SDK puts them', () => {
  const pool = decodeLaunchPool(bytes)
  assert(pool)
  const vesting = fields['vestingSchedule'] as Readonly<Record<string, string>>
  const pairs: readonly (readonly [keyof LaunchPool, unknown])[] = [
    ['epoch', fields['epoch']],
    ['authBump', fields['bump']],
    ['status', fields['status']],
    ['baseDecimals', fields['mintDecimalsA']],
    ['quoteDecimals', fields['mintDecimalsB']],
    ['migrateType', fields['migrateType']],
    ['supply', fields['supply']],
    ['totalBaseSell', fields['totalSellA']],
    ['virtualBase', fields['virtualA']],
    ['virtualQuote', fields['virtualB']],
    ['realBase', fields['realA']],
    ['realQuote', fields['realB']],
    ['totalQuoteFundRaising', fields['totalFundRaisingB']],
    ['quoteProtocolFee', fields['protocolFee']],
    ['platformFee', fields['platformFee']],
    ['migrateFee', fields['migrateFee']],
    ['vestingTotalLocked', vesting['totalLockedAmount']],
    ['vestingAllocated', vesting['totalAllocatedShare']],
    ['globalConfig', fields['configId']],
    ['platformConfig', fields['platformId']],
    ['baseMint', fields['mintA']],
    ['quoteMint', fields['mintB']],
    ['baseVault', fields['vaultA']],
    ['quoteVault', fields['vaultB']],
    ['creator', fields['creator']],
  ]
  for (const [ours, theirs] of pairs) assert.equal(String(pool[ours]), String(theirs), ours)
  assert.equal(decodeLaunchPool(bytes.subarray(0, 428)), null)
  assert.deepEqual(
    vectors.configs.map((config) => decodeCurveType(accountBytes(config))),
    ['constantProduct', 'fixedPrice', 'linear'],
  )
  assert.equal(decodeCurveType(bytes), null)
})

test('the authority and a curve’s address are the derived ones', () => {
  assert.equal(findProgramAddress([Buffer.from('vault_auth_seed')], LAUNCHLAB_PROGRAM).address, LAUNCHLAB_AUTHORITY)
  // A token of mainnet and its curve.
  const mint = 'J2V7tRwJqwr9a1gpL3VMQRuJVbebcH2YbvNezfiMhGUr'
  assert.equal(launchPoolPda(mint), 'DgFe7zmq6x3AvJCVVgEJKQ97D73MRfdchLyQMEGhi6eT')
  assert.equal(bonk.launchAddress(mint), launchPoolPda(mint))
})

const curve: LaunchPool = {
  ...decodeLaunchPool(bytes)!,
  status: 0,
  totalBaseSell: 800n,
  virtualBase: 1_073n,
  virtualQuote: 30n,
  realBase: 300n,
  realQuote: 12n,
  totalQuoteFundRaising: 85n,
}

test('a curve is priced by its kind: product, fixed price, slope', () => {
  const product = launchPoolToPool(POOL, curve, 'constantProduct')
  assert.deepEqual([product.baseReserveRaw, product.quoteReserveRaw], [773n, 42n])
  assert.deepEqual([product.realBaseReserveRaw, product.realQuoteReserveRaw, product.tradeable], [500n, 12n, true])
  assert.equal(product.curveProgressPct, 14.11)
  const fixed = launchPoolToPool(POOL, curve, 'fixedPrice')
  assert.deepEqual([fixed.baseReserveRaw, fixed.quoteReserveRaw], [1_073n, 30n])
  // Three units of quote for one of base after 300 were sold.
  const linear = launchPoolToPool(POOL, { ...curve, virtualBase: (1n << 64n) / 100n + 1n }, 'linear')
  assert.deepEqual([linear.baseReserveRaw, linear.quoteReserveRaw], [500n, 1_500n])
  assert.equal(launchPoolToPool(POOL, curve, null).tradeable, false)
})

test('a curve that is sold out or graduated does not trade', () => {
  for (const status of [1, 2]) {
    const pool = launchPoolToPool(POOL, { ...curve, status }, 'constantProduct')
    assert.deepEqual([pool.tradeable, pool.curveComplete, pool.curveProgressPct], [false, true, 100])
    assert.deepEqual([pool.realBaseReserveRaw, pool.realQuoteReserveRaw], [0n, 0n])
  }
  assert.equal(launchPoolToPool(POOL, { ...curve, realBase: 800n }, 'constantProduct').tradeable, false)
})

test('a curve is found with the configuration that says how it prices', async () => {
  const node = poolNode([
    account(POOL, LAUNCHLAB_PROGRAM, bytes),
    account(String(fields['configId']), LAUNCHLAB_PROGRAM, accountBytes(vectors.configs[1]!)),
  ])
  const found = await bonk.findPools(node.rpc, String(fields['mintA']))
  assert(found.ok)
  assert.deepEqual(
    found.value.map(({ address, baseReserveRaw }) => [address, baseReserveRaw]),
    [[POOL, BigInt(String(fields['virtualA']))]],
  )
  assert.equal((await bonk.findPools(poolNode([], { reads: true }).rpc, String(fields['mintA']))).ok, false)
})

test('an account of another program with the same discriminator is no curve', () => {
  assert.equal(bonk.isPoolAccount(account(POOL, LAUNCHLAB_PROGRAM, bytes)), true)
  assert.equal(bonk.isPoolAccount(account(POOL, 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C', bytes)), false)
})
