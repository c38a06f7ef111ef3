import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ammConfigPda,
  CPMM_AUTHORITY,
  CPMM_PROGRAM,
  cpmmPoolPda,
} from '../../../../../src/chain/solana/dexes/raydium-cpmm/addresses.ts'
import { decodeSwapEvent } from '../../../../../src/chain/solana/dexes/raydium-cpmm/events.ts'
import { raydiumCpmm } from '../../../../../src/chain/solana/dexes/raydium-cpmm/index.ts'
import { cpmmToPool } from '../../../../../src/chain/solana/dexes/raydium-cpmm/pools.ts'
import { type CpmmPool, decodeCpmmPool } from '../../../../../src/chain/solana/dexes/raydium-cpmm/state.ts'
import { addressBytes, findProgramAddress } from '../../../../../src/chain/solana/pda.ts'
import { NATIVE_MINT } from '../../../../../src/chain/solana/program-ids.ts'
import { account, poolNode, vault } from '../pool-node.ts'
import { accountBytes, checkVectors, readVectors } from '../sdk-vectors.ts'

const vectors = readVectors('raydium-cpmm')
const bytes = accountBytes(vectors.pool)
const fields = vectors.pool.fields
const text = (name: string): string => fields[name] as string
const COIN = text('mintA')
const OTHER = text('mintB')
const POOL = 'PooL111111111111111111111111111111111111111'

test('every swap and every new pool of the SDK is read, with events of the IDL, without them, and by them alone', () => {
  assert.deepEqual(checkVectors(raydiumCpmm, vectors), new Set(['legacy', 0, 1]))
})

test('events of mainnet are read, of the build before creator fees and of the one after', () => {
  // Logged by 4kKAK8GFTrdmqsMqny7Bvh4Ume5vWqsw9BHeVUwEiPefbdxAYSnzWF38QV4iV1Y7Q3WnddGkfKbCyxtn4NoqoKuD.
  const older = decodeSwapEvent(
    Buffer.from(
      'QMbN6CYIceJwUd/DEGbRPw2+ldrbHD1h/PUjKCkbb/k/AK44Td3RrLH9rdkNAAAA/rbodtcmAQDAD7ZMAAAAAFw7UYM6BgAAAAAAAAAAAAAAAAAAAAAAAAE=',
      'base64',
    ),
  )
  assert(older)
  assert.deepEqual(
    [older.inputAmount, older.outputAmount, older.inputTransferFee, older.baseInput, older.tradeFee],
    [1_287_000_000n, 6_848_381_008_732n, 0n, true, 0n],
  )
  // Logged by gz8KEqNmnNpthq31nQogLWkLNMm3eT3FzQKcNwoJ6wAhLxUVk6qCbGvRPhFw5et8dxrS6psBnMFcbuAdtbGFQta.
  const newer = decodeSwapEvent(
    Buffer.from(
      'QMbN6CYIceLDaOKRwjNXP6I2Olk7UZ+dmtkrhhO8crfwIq0BUi5EJ1h+UMWwFgAABwYi+rIBAAApSLsuAAAAAJiTfQMAAAAAAAAAAAAAAAAAAAAAAAAAAAFapfStVf3ObMBLO2gYyo3hrXzhGzL3/H46j2BlPPT19QabiFf+q4GE+2h/Y0YYwDXaxDncGus7VZig8AAAAAABgegdAAAAAAAAAAAAAAAAAAE=',
      'base64',
    ),
  )
  assert(newer)
  assert.deepEqual(
    [newer.inputMint, newer.outputMint, newer.inputAmount, newer.outputAmount],
    ['76rTxzztXjJe7AUaBi7jQ5J61MFgpQgB4Cc934sWbonk', NATIVE_MINT, 784_025_641n, 58_561_432n],
  )
  assert.deepEqual([newer.tradeFee, newer.creatorFee, newer.creatorFeeOnInput], [1_960_065n, 0n, true])
  // What the formula of a constant product gives for them.
  for (const event of [older, newer]) {
    const netIn = event.inputAmount - (event.inputAmount * 2_500n + 999_999n) / 1_000_000n
    const out = (netIn * event.outputVaultBefore) / (event.inputVaultBefore + netIn)
    assert.equal(event.outputAmount, out)
  }
})

test('a pool account has its fields where the SDK puts them', () => {
  const pool = decodeCpmmPool(bytes)
  assert(pool)
  const pairs: readonly (readonly [keyof CpmmPool, string])[] = [
    ['ammConfig', 'configId'],
    ['poolCreator', 'poolCreator'],
    ['token0Vault', 'vaultA'],
    ['token1Vault', 'vaultB'],
    ['lpMint', 'mintLp'],
    ['token0Mint', 'mintA'],
    ['token1Mint', 'mintB'],
    ['token0Program', 'mintProgramA'],
    ['token1Program', 'mintProgramB'],
    ['observation', 'observationId'],
    ['authBump', 'bump'],
    ['status', 'status'],
    ['lpDecimals', 'lpDecimals'],
    ['mint0Decimals', 'mintDecimalA'],
    ['mint1Decimals', 'mintDecimalB'],
    ['lpSupply', 'lpAmount'],
    ['protocolFees0', 'protocolFeesMintA'],
    ['protocolFees1', 'protocolFeesMintB'],
    ['fundFees0', 'fundFeesMintA'],
    ['fundFees1', 'fundFeesMintB'],
    ['openTimeSec', 'openTime'],
    ['recentEpoch', 'epoch'],
    ['creatorFeeOn', 'feeOn'],
    ['enableCreatorFee', 'enableCreatorFee'],
    ['creatorFees0', 'creatorFeesMintA'],
    ['creatorFees1', 'creatorFeesMintB'],
  ]
  for (const [ours, theirs] of pairs) assert.equal(String(pool[ours]), String(fields[theirs]), ours)
  assert.equal(decodeCpmmPool(bytes.subarray(0, 636)), null)
  assert.equal(decodeCpmmPool(Uint8Array.from(bytes, (byte, at) => (at === 0 ? byte ^ 1 : byte))), null)
})

test('addresses are the documented ones, and a pool’s do not depend on the order of its mints', () => {
  const authority = findProgramAddress([Buffer.from('vault_and_lp_mint_auth_seed')], CPMM_PROGRAM)
  assert.equal(authority.address, CPMM_AUTHORITY)
  assert.deepEqual([0, 1, 2, 3].map(ammConfigPda), [
    'D4FPEruKEHrG5TenZ2mpDGEfu1iUvTiqBxvpU8HLBvC2',
    'G95xxie3XbkCqtE39GgQ9Ggc7xBC8Uceve7HFDEFApkc',
    '2fGXL8uhqxJ4tpgtosHZXT4zcQap6j62z3bMDxdkMvy5',
    'C7Cx2pMLtjybS3mDKSfsBj4zQ3PRZGkKt7RCYTTbCSx2',
  ])
  assert.equal(cpmmPoolPda(CPMM_AUTHORITY, COIN, OTHER), cpmmPoolPda(CPMM_AUTHORITY, OTHER, COIN))
})

/** The pool of the vectors against SOL, at its derived address. */
function solPool(): { readonly address: string; readonly data: Uint8Array } {
  const data = new Uint8Array(bytes)
  data.set(addressBytes(NATIVE_MINT), 200)
  return { address: cpmmPoolPda(ammConfigPda(2), COIN, NATIVE_MINT), data }
}

test('a pool against SOL is found by its address where scans are refused, and once where they are not', async () => {
  const { address, data } = solPool()
  const accounts = [
    account(address, CPMM_PROGRAM, data),
    vault(text('vaultA'), COIN, CPMM_AUTHORITY, 10n ** 19n),
    vault(text('vaultB'), NATIVE_MINT, CPMM_AUTHORITY, 10n ** 19n),
  ]
  for (const scans of [true, false]) {
    const found = await raydiumCpmm.findPools(poolNode(accounts, { scans }).rpc, COIN)
    assert(found.ok)
    const [pool, ...others] = found.value
    assert(pool)
    assert.deepEqual(others, [])
    assert.deepEqual([pool.address, pool.baseMint, pool.quoteMint], [address, COIN, NATIVE_MINT])
    const waiting = ['protocolFeesMintA', 'fundFeesMintA', 'creatorFeesMintA'].map((name) => BigInt(text(name)))
    assert.equal(pool.baseReserveRaw, 10n ** 19n - waiting.reduce((sum, one) => sum + one, 0n))
    assert.equal(pool.creator, text('poolCreator'))
  }
})

test('a pool at an address of its maker’s choice is found by scan only', async () => {
  const accounts = [account(POOL, CPMM_PROGRAM, bytes)]
  const found = await raydiumCpmm.findPools(poolNode(accounts).rpc, OTHER)
  assert(found.ok)
  assert.deepEqual(
    found.value.map(({ address, tradeable }) => [address, tradeable]),
    [[POOL, false]],
  )
  assert.deepEqual(await raydiumCpmm.findPools(poolNode(accounts, { scans: true }).rpc, OTHER), { ok: true, value: [] })
  assert.equal((await raydiumCpmm.findPools(poolNode(accounts, { reads: true }).rpc, OTHER)).ok, false)
})

test('the third status bit closes a pool to swaps, and so does a time that has not come', () => {
  const pool = { ...decodeCpmmPool(bytes)!, protocolFees0: 0n, fundFees0: 0n, creatorFees0: 0n }
  const open = { ...pool, protocolFees1: 0n, fundFees1: 0n, creatorFees1: 0n, openTimeSec: 1_000n, status: 0 }
  const at = (changed: Partial<CpmmPool>, timeSec: bigint | null = 1_000n) =>
    cpmmToPool(
      POOL,
      { ...open, ...changed },
      { token0Raw: 3n, token1Raw: 4n },
      timeSec === null ? null : { slot: 1n, timeSec },
    ).tradeable
  assert.deepEqual(
    [0, 1, 2, 3, 4, 7].map((status) => at({ status })),
    [true, true, true, true, false, false],
  )
  assert.deepEqual([at({}, 999n), at({}, null)], [false, true])
})

test('a LaunchLab account, which has the same discriminator, is no pool', () => {
  assert.equal(raydiumCpmm.isPoolAccount(account(POOL, CPMM_PROGRAM, bytes)), true)
  assert.equal(raydiumCpmm.isPoolAccount(account(POOL, NATIVE_MINT, bytes)), false)
  assert.equal(raydiumCpmm.isPoolAccount(account(POOL, CPMM_PROGRAM, bytes.subarray(0, 429))), false)
})
