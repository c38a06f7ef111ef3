import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  customizableDlmmPda,
  DAMM_V1_PROGRAM,
  DLMM_PROGRAM,
  DYNAMIC_VAULT_PROGRAM,
} from '../../../../../src/chain/solana/dexes/meteora/addresses.ts'
import { decodeDammV1Pool } from '../../../../../src/chain/solana/dexes/meteora/damm-v1-state.ts'
import { decodeLbPair } from '../../../../../src/chain/solana/dexes/meteora/dlmm-state.ts'
import { meteora } from '../../../../../src/chain/solana/dexes/meteora/index.ts'
import { NATIVE_MINT } from '../../../../../src/chain/solana/program-ids.ts'
import { readVectors } from '../../../../support/dex-vectors.ts'
import { type HeldAccount, mintAccount, scanNode, tokenAccount } from '../../../../support/scan-node.ts'

const vectors = readVectors<{
  readonly dlmm: { readonly pairs: readonly { readonly bytes: string }[] }
  readonly dammV1: {
    readonly pools: readonly { readonly bytes: string }[]
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

/** A pair against SOL at an address of its own, and its reserves. */
const pairBytes = Buffer.from(vectors.dlmm.pairs[0]!.bytes, 'base64')
const pair = decodeLbPair(pairBytes)!
const ELSEWHERE = 'HU3EkLkBfrBKmGTrDKzPzdmLqMSchKJ2iBHNh2vbSRLA'
const pairAt = (address: string): Map<string, HeldAccount> =>
  new Map([
    [address, { owner: DLMM_PROGRAM, data: pairBytes }],
    [pair.reserveX, tokenAccount(pair.mintX, address, 1_000_000_000n)],
    [pair.reserveY, tokenAccount(pair.mintY, address, 3_000_000_000n)],
  ])

test('a scan for either mint finds a DLMM pool and describes it from the token’s side', async () => {
  const { rpc, scanned } = scanNode(pairAt(ELSEWHERE))
  const found = await meteora.findPools(rpc, pair.mintX)
  assert(found.ok)
  assert.deepEqual([...new Set(scanned)].sort(), [DAMM_V1_PROGRAM, DLMM_PROGRAM])
  const [pool, ...others] = found.value
  assert.equal(others.length, 0)
  assert.deepEqual(
    [pool!.address, pool!.baseMint, pool!.quoteMint, pool!.realBaseReserveRaw, pool!.realQuoteReserveRaw],
    [ELSEWHERE, pair.mintX, NATIVE_MINT, 1_000_000_000n, 3_000_000_000n],
  )
  assert.deepEqual(pool!.vaultOwners, [ELSEWHERE])
  assert.equal(pool!.creator, pair.creator)
})

test('a node that refuses scans still shows the pool at the derived address', async () => {
  const derived = customizableDlmmPda(pair.mintX, NATIVE_MINT).address
  const refusing = scanNode(pairAt(derived), { refusesScans: true })
  const found = await meteora.findPools(refusing.rpc, pair.mintX)
  assert(found.ok)
  assert.deepEqual(
    found.value.map(({ address }) => address),
    [derived],
  )
})

test('an account of another program that looks like a pool is none', async () => {
  const derived = customizableDlmmPda(pair.mintX, NATIVE_MINT).address
  const { rpc } = scanNode(new Map([[derived, { owner: DAMM_V1_PROGRAM, data: pairBytes }]]))
  const found = await meteora.findPools(rpc, pair.mintX)
  assert(found.ok)
  assert.deepEqual(found.value, [])
})

test('money is not scanned for', async () => {
  const { rpc, scanned } = scanNode(pairAt(ELSEWHERE))
  assert((await meteora.findPools(rpc, NATIVE_MINT)).ok)
  assert.deepEqual(scanned, [])
})

test('the reserves of a DAMM v1 pool are what its shares of both vaults are worth', async () => {
  const poolBytes = Buffer.from(vectors.dammV1.pools[0]!.bytes, 'base64')
  const pool = decodeDammV1Pool(poolBytes)!
  const vault = vectors.dammV1.vaults[1]!
  const held: HeldAccount = { owner: DYNAMIC_VAULT_PROGRAM, data: Buffer.from(vault.bytes, 'base64') }
  const accounts = new Map<string, HeldAccount>([
    [ELSEWHERE, { owner: DAMM_V1_PROGRAM, data: poolBytes }],
    [pool.vaultA, held],
    [pool.vaultB, held],
    [pool.vaultLpA, tokenAccount(vault.lpMint, ELSEWHERE, BigInt(vault.heldRaw))],
    [pool.vaultLpB, tokenAccount(vault.lpMint, ELSEWHERE, 2n * BigInt(vault.heldRaw))],
    [vault.lpMint, mintAccount(BigInt(vault.supplyRaw))],
  ])
  const found = await meteora.findPools(scanNode(accounts, { nowSec: vault.nowSec }).rpc, pool.mintB)
  assert(found.ok)
  const [told] = found.value
  assert.equal(found.value.length, 1)
  assert.equal(told!.programId, DAMM_V1_PROGRAM)
  assert.equal(told!.baseReserveRaw.toString(), vault.shareRaw)
  // Twice the shares, rounded down once.
  const over = told!.quoteReserveRaw - 2n * BigInt(vault.shareRaw)
  assert(over === 0n || over === 1n, `${over}`)
  assert.deepEqual(told!.vaultOwners, [pool.vaultA, pool.vaultB])
})

test('a DAMM v1 pool with a stable curve is an account of the program but not listed', async () => {
  const stable = Buffer.from(vectors.dammV1.pools[0]!.bytes, 'base64')
  stable[874] = 1
  const { mintA } = decodeDammV1Pool(stable)!
  const { rpc } = scanNode(new Map([[ELSEWHERE, { owner: DAMM_V1_PROGRAM, data: stable }]]))
  const found = await meteora.findPools(rpc, mintA)
  assert(found.ok)
  assert.deepEqual(found.value, [])
  const account = { address: ELSEWHERE, lamports: 1n, owner: DAMM_V1_PROGRAM, executable: false, data: stable }
  assert(meteora.isPoolAccount(account))
})
