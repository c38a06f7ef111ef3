import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  customizableDammV2Pda,
  DAMM_V2_POOL_AUTHORITY,
  DAMM_V2_PROGRAM,
} from '../../../../../src/chain/solana/dexes/meteora-damm-v2/addresses.ts'
import { meteoraDammV2 } from '../../../../../src/chain/solana/dexes/meteora-damm-v2/index.ts'
import { decodeDammV2Pool } from '../../../../../src/chain/solana/dexes/meteora-damm-v2/state.ts'
import { NATIVE_MINT } from '../../../../../src/chain/solana/program-ids.ts'
import { readVectors } from '../../../../support/dex-vectors.ts'
import { type HeldAccount, scanNode, tokenAccount } from '../../../../support/scan-node.ts'

const vectors = readVectors<{ readonly pools: readonly { readonly bytes: string }[] }>('meteora-damm-v2')
const bytes = Buffer.from(vectors.pools[0]!.bytes, 'base64')
const pool = decodeDammV2Pool(bytes)!
const ELSEWHERE = '3x9G9Cpi33HvAxreN1KMiqqCtybXC8uyj3myAKTCuKV9'
const poolAt = (address: string): Map<string, HeldAccount> =>
  new Map([
    [address, { owner: DAMM_V2_PROGRAM, data: bytes }],
    [pool.vaultA, tokenAccount(pool.mintA, DAMM_V2_POOL_AUTHORITY, 11n)],
    [pool.vaultB, tokenAccount(pool.mintB, DAMM_V2_POOL_AUTHORITY, 22n)],
  ])

test('a pool is found by a scan, with what its vaults hold', async () => {
  const found = await meteoraDammV2.findPools(scanNode(poolAt(ELSEWHERE)).rpc, pool.mintA)
  assert(found.ok)
  assert.deepEqual(
    found.value.map(
      ({ address, baseMint, quoteMint, realBaseReserveRaw, realQuoteReserveRaw, vaultOwners, creator }) => ({
        address,
        mints: [baseMint, quoteMint],
        real: [realBaseReserveRaw, realQuoteReserveRaw],
        vaultOwners,
        creator,
      }),
    ),
    [
      {
        address: ELSEWHERE,
        mints: [pool.mintA, NATIVE_MINT],
        real: [11n, 22n],
        vaultOwners: [DAMM_V2_POOL_AUTHORITY],
        creator: pool.creator,
      },
    ],
  )
})

test('a node that refuses scans still shows the pool at the derived address, and no other', async () => {
  const derived = customizableDammV2Pda(pool.mintA, NATIVE_MINT).address
  for (const [address, expected] of [
    [derived, [derived]],
    [ELSEWHERE, []],
  ] as const) {
    const found = await meteoraDammV2.findPools(scanNode(poolAt(address), { refusesScans: true }).rpc, pool.mintA)
    assert(found.ok)
    assert.deepEqual(
      found.value.map((one) => one.address),
      expected,
    )
  }
})

test('a pool that opens later is not tradeable yet', async () => {
  const later = Buffer.from(bytes)
  later[480] = 1 // counted in seconds
  later[481] = 0
  later.writeBigUInt64LE(1_790_000_001n, 472)
  const at = (nowSec: number) =>
    meteoraDammV2.findPools(
      scanNode(new Map([...poolAt(ELSEWHERE), [ELSEWHERE, { owner: DAMM_V2_PROGRAM, data: later }]]), { nowSec }).rpc,
      pool.mintA,
    )
  const [early, open] = [await at(1_790_000_000), await at(1_790_000_001)]
  assert(early.ok && open.ok)
  assert.deepEqual([early.value[0]!.tradeable, open.value[0]!.tradeable], [false, true])
})
