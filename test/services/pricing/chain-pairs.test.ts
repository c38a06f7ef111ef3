import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpmmVault } from '../../../sandbox/programs/raydium-cpmm/layout.ts'
import { cpmmPoolBytes } from '../../../sandbox/programs/raydium-cpmm/pool-bytes.ts'
import { WHIRLPOOL_PROGRAM, whirlpoolPda } from '../../../src/chain/solana/dexes/orca/addresses.ts'
import { WHIRLPOOL_BYTES, WHIRLPOOL_TAG } from '../../../src/chain/solana/dexes/orca/state.ts'
import { ammConfigPda, CPMM_PROGRAM, cpmmPoolPda } from '../../../src/chain/solana/dexes/raydium-cpmm/addresses.ts'
import { addressBytes } from '../../../src/chain/solana/pda.ts'
import { TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { USD1_MINT, USDC_MINT } from '../../../src/contract/mints.ts'
import { fail } from '../../../src/contract/outcome.ts'
import { readChainPairs } from '../../../src/services/pricing/chain-pairs.ts'
import { fakeContext } from '../../support/fake-context.ts'
import { strangerAddress } from '../../support/published-tokens.ts'
import { type HeldAccount, mintAccount, scanNode, tokenAccount } from '../../support/scan-node.ts'

/** Mints of no decimals: amounts are base units. */
const COIN = strangerAddress(1)
const WHIRLPOOL = whirlpoolPda(COIN, USDC_MINT, 64)
const [VAULT_A, VAULT_B] = [strangerAddress(2), strangerAddress(3)]

/** A whirlpool of tokens against dollars at a price of 4, and what lies in its vaults. */
function whirlpool(coinRaw: bigint, dollarRaw: bigint): readonly (readonly [string, HeldAccount])[] {
  const data = Buffer.alloc(WHIRLPOOL_BYTES)
  data.set(WHIRLPOOL_TAG)
  data.writeUInt16LE(64, 41)
  data.writeBigUInt64LE(1_000_000n, 49)
  // The root of the price, 2, above its 64 fraction bits.
  data.writeBigUInt64LE(2n, 65 + 8)
  for (const [at, key] of [
    [101, COIN],
    [133, VAULT_A],
    [181, USDC_MINT],
    [213, VAULT_B],
  ] as const)
    data.set(addressBytes(key), at)
  return [
    [WHIRLPOOL, { owner: WHIRLPOOL_PROGRAM, data }],
    [VAULT_A, tokenAccount(COIN, WHIRLPOOL, coinRaw)],
    [VAULT_B, tokenAccount(USDC_MINT, WHIRLPOOL, dollarRaw)],
  ]
}

function askedOf(
  accounts: readonly (readonly [string, HeldAccount])[],
  scans: 'answered' | 'refused' | 'failed' = 'answered',
) {
  const mints = [COIN, USDC_MINT, USD1_MINT].map((mint) => [mint, mintAccount(1_000_000_000n)] as const)
  const { rpc } = scanNode(new Map([...mints, ...accounts]))
  const programAccounts = async () =>
    fail(scans === 'refused' ? 'upstream_refused' : 'upstream_timeout', 'no scans here')
  const node = scans === 'answered' ? rpc : { ...rpc, programAccounts }
  const { ctx } = fakeContext({
    parts: { chain: { rpc: node } } as never,
    store: { memo: (_: string, __: string, load: () => unknown) => load(), peek: () => undefined } as never,
  })
  return readChainPairs(ctx, [COIN])
}

async function pairOf(accounts: readonly (readonly [string, HeldAccount])[]) {
  const read = await askedOf(accounts)
  assert(read.ok, read.ok ? '' : read.message)
  assert.notEqual(read.cache?.degraded, true)
  return read.value.get(COIN)?.[0]
}

test('a pool of a price range is priced by its range, and tokens count for no more than the money beside them', async () => {
  const even = await pairOf(whirlpool(500n, 2_000n))
  assert.deepEqual([even?.priceNative, even?.priceUsd, even?.liquidityUsd], [4, 4, 4_000])
  const tokens = await pairOf(whirlpool(1_000_000n, 2_000n))
  assert.deepEqual([tokens?.priceUsd, tokens?.liquidityUsd, tokens?.liquidityBase], [4, 4_000, 1_000_000])
  const money = await pairOf(whirlpool(100n, 2_000n))
  assert.deepEqual([money?.priceUsd, money?.liquidityUsd, money?.liquidityQuote], [4, 2_400, 2_000])
  const bare = await pairOf(whirlpool(1_000_000n, 0n))
  assert.deepEqual([bare?.priceUsd, bare?.liquidityUsd], [4, 0])
})

test('a pool against USD1 is one against a dollar', async () => {
  const pool = cpmmPoolPda(ammConfigPda(0), COIN, USD1_MINT)
  const [mint0, mint1] = [COIN, USD1_MINT]
  const data = cpmmPoolBytes({
    pool,
    mint0,
    mint1,
    ammConfig: ammConfigPda(0),
    creator: strangerAddress(4),
    program0: TOKEN_PROGRAM,
    program1: TOKEN_PROGRAM,
    decimals0: 0,
    decimals1: 0,
    lpSupply: 1_000n,
    openTime: 0n,
    epoch: 0,
    creatorFeeOn: null,
  })
  const pair = await pairOf([
    [pool, { owner: CPMM_PROGRAM, data }],
    [cpmmVault(pool, mint0).address, tokenAccount(mint0, pool, 4_000n)],
    [cpmmVault(pool, mint1).address, tokenAccount(mint1, pool, 1_000n)],
  ])
  assert.deepEqual([pair?.dexId, pair?.priceUsd, pair?.liquidityUsd], ['raydium_cpmm', 0.25, 2_000])
})

test('where the node does not search for pools the known pairs are returned, as part of the answer', async () => {
  for (const scans of ['refused', 'failed'] as const) {
    const read = await askedOf(whirlpool(500n, 2_000n), scans)
    assert(read.ok)
    assert.equal(read.value.get(COIN)?.length, 1)
    assert.equal(read.cache?.degraded ?? false, scans === 'failed', 'a search that may soon succeed is soon made again')
  }
})
