import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  WHIRLPOOL_IMMUTABLE_PROGRAM,
  WHIRLPOOL_PROGRAM,
  whirlpoolPda,
} from '../../../../../src/chain/solana/dexes/orca/addresses.ts'
import { orca } from '../../../../../src/chain/solana/dexes/orca/index.ts'
import { decodeWhirlpool } from '../../../../../src/chain/solana/dexes/orca/state.ts'
import { addressBytes } from '../../../../../src/chain/solana/pda.ts'
import { NATIVE_MINT } from '../../../../../src/chain/solana/program-ids.ts'
import { account, poolNode, vault } from '../pool-node.ts'
import { accountBytes, checkVectors, readVectors } from '../sdk-vectors.ts'

const vectors = readVectors('orca')
const bytes = accountBytes(vectors.pool)
const fields = vectors.pool.fields as Readonly<Record<string, string>>
const COIN = fields['tokenMintA']!
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

test('every swap, two-pool swap and new pool of the SDK is read, on both deployments', () => {
  assert.deepEqual(checkVectors(orca, vectors), new Set(['legacy', 0, 1]))
  const programs = vectors.transactions.map(({ answer }) => JSON.stringify(answer))
  assert(programs.some((text) => text.includes(WHIRLPOOL_IMMUTABLE_PROGRAM)))
})

test('a pool account has its fields where the SDK puts them', () => {
  const pool = decodeWhirlpool(bytes)
  assert(pool)
  assert.equal(pool.tickCurrentIndexBits | 0, Number(fields['tickCurrentIndex']))
  assert.equal(String(pool.sqrtPriceX64), fields['sqrtPrice'])
  const same = ['whirlpoolsConfig', 'tickSpacing', 'feeRate', 'protocolFeeRate', 'liquidity'] as const
  const rest = ['protocolFeeOwedA', 'protocolFeeOwedB', 'tokenMintA', 'tokenVaultA', 'feeGrowthGlobalA'] as const
  for (const name of [...same, ...rest, 'tokenMintB', 'tokenVaultB', 'feeGrowthGlobalB'] as const)
    assert.equal(String(pool[name]), fields[name], name)
  assert.equal(decodeWhirlpool(bytes.subarray(0, 652)), null)
})

test('the address of a well-known pool is derived', () => {
  // SOL against USDC with a tick spacing of 4, in whichever order the mints are given.
  const known = 'Czfq3xZZDmsdGdUyrNLtRhGc47cXcZtLG4crryfu44zE'
  assert.equal(whirlpoolPda(NATIVE_MINT, USDC, 4), known)
  assert.equal(whirlpoolPda(USDC, NATIVE_MINT, 4), known)
})

test('a pool is priced by its liquidity in range and holds what is in its vaults', async () => {
  const data = new Uint8Array(bytes)
  const view = new DataView(data.buffer)
  // A price of 4 B for one A: its root is 2.
  const write = (offset: number, value: bigint) => {
    view.setBigUint64(offset, BigInt.asUintN(64, value), true)
    view.setBigUint64(offset + 8, value >> 64n, true)
  }
  write(49, 1_000n)
  write(65, 2n << 64n)
  view.setBigUint64(85, 10n, true)
  view.setBigUint64(93, 20n, true)
  data.set(addressBytes(NATIVE_MINT), 181)
  const address = whirlpoolPda(COIN, NATIVE_MINT, 64)
  const accounts = [
    account(address, WHIRLPOOL_PROGRAM, data),
    vault(fields['tokenVaultA']!, COIN, address, 110n),
    vault(fields['tokenVaultB']!, NATIVE_MINT, address, 15n),
  ]
  for (const scans of [true, false]) {
    const found = await orca.findPools(poolNode(accounts, { scans }).rpc, COIN)
    assert(found.ok)
    const [pool, ...others] = found.value
    assert(pool)
    assert.deepEqual(others, [])
    assert.deepEqual([pool.baseMint, pool.baseReserveRaw, pool.quoteReserveRaw], [COIN, 500n, 2_000n])
    assert.deepEqual([pool.realBaseReserveRaw, pool.realQuoteReserveRaw, pool.tradeable], [100n, 0n, true])
    assert.deepEqual(pool.vaultOwners, [address])
  }
})

test('an account of either deployment is a pool account, one of another program is not', () => {
  const at = (owner: string) => orca.isPoolAccount(account(COIN, owner, bytes))
  assert.deepEqual([WHIRLPOOL_PROGRAM, WHIRLPOOL_IMMUTABLE_PROGRAM, NATIVE_MINT].map(at), [true, true, false])
})
