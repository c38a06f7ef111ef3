import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SandboxChain } from '../../../sandbox/chain/types.ts'
import { DEXES } from '../../../src/chain/solana/dexes/index.ts'
import {
  BUYBACK_FEE_RECIPIENTS,
  bondingCurvePda,
  FEE_RECIPIENTS,
  metadataPda,
  PUMP_FEE_CONFIG,
  PUMP_FEES_PROGRAM,
  PUMP_GLOBAL,
  PUMP_PROGRAM,
} from '../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import { decodeFeeConfig, decodeGlobal } from '../../../src/chain/solana/dexes/pumpfun/state.ts'
import {
  canonicalPoolPda,
  PUMPSWAP_FEE_CONFIG,
  PUMPSWAP_GLOBAL_CONFIG,
  PUMPSWAP_PROGRAM,
  poolPda,
} from '../../../src/chain/solana/dexes/pumpswap/addresses.ts'
import { buildPumpSwapCreatePool } from '../../../src/chain/solana/dexes/pumpswap/instructions.ts'
import { decodeGlobalConfig } from '../../../src/chain/solana/dexes/pumpswap/state.ts'
import { syncNative, transferLamports } from '../../../src/chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { NATIVE_MINT, TOKEN_METADATA_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import type { AccountView, SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import { resolveTokenMetadata } from '../../../src/chain/solana/token-metadata.ts'
import { fail, ok } from '../../../src/contract/outcome.ts'
import { decodeBase58 } from '../../../src/hot-paths/base58.ts'
import { createToken } from '../chain/chain-fixture.ts'
import { ALICE, BOB, curveOf, ensureWrapped, graduate, launchCoin, openPumpChain, run, SOL } from './pump-fixture.ts'

/** A node that answers from the chain; `scans` says whether it enumerates programs. */
function nodeOf(chain: SandboxChain, { scans = true, reads = true } = {}) {
  const calls: string[] = []
  const view = (address: string): AccountView | null => {
    const account = chain.account(address)
    return account === null ? null : { ...account, address }
  }
  const refused = fail('upstream_refused', 'excluded from account secondary indexes')
  const rpc = {
    async accounts(addresses: readonly string[]) {
      calls.push(`accounts ${addresses.length}`)
      return reads ? ok({ slot: 1, accounts: addresses.map(view) }) : fail('upstream_timeout', 'no answer')
    },
    async programAccounts(program: string, options: Parameters<SolanaRpc['programAccounts']>[1]) {
      calls.push('programAccounts')
      if (!scans) return refused
      const fits = ({ data }: AccountView) =>
        options.filters.every((filter) => {
          if ('dataSize' in filter) return data.length === filter.dataSize
          const { offset, bytes } = filter.memcmp
          const wanted = decodeBase58(bytes)!
          return Buffer.compare(data.subarray(offset, offset + wanted.length), wanted) === 0
        })
      return ok(
        chain
          .accountsOfProgram(program)
          .map((address) => view(address)!)
          .filter(fits),
      )
    },
  }
  return { rpc: rpc as unknown as SolanaRpc, calls }
}
const [pumpfun, pumpswap] = [
  DEXES.find((dex) => dex.name === 'pumpfun')!,
  DEXES.find((dex) => dex.name === 'pumpswap')!,
]

test('the programs stand with their configuration, and show no program bytes', () => {
  const chain = openPumpChain()
  for (const program of [PUMP_PROGRAM, PUMPSWAP_PROGRAM, PUMP_FEES_PROGRAM, TOKEN_METADATA_PROGRAM]) {
    assert.equal(chain.isEmulated(program), true)
    assert.equal(chain.account(program)?.executable, true)
  }
  const global = decodeGlobal(chain.account(PUMP_GLOBAL)!.data)!
  assert.deepEqual([global.feeRecipient, ...global.feeRecipients], FEE_RECIPIENTS)
  assert.deepEqual(global.buybackFeeRecipients, BUYBACK_FEE_RECIPIENTS)
  assert.equal(global.initialRealTokenReserves, 793_100_000_000_000n)
  assert.deepEqual(
    decodeGlobalConfig(chain.account(PUMPSWAP_GLOBAL_CONFIG)!.data)?.protocolFeeRecipients,
    FEE_RECIPIENTS,
  )
  const swapFees = decodeFeeConfig(chain.account(PUMPSWAP_FEE_CONFIG)!.data)!
  assert.deepEqual([swapFees.feeTiers.length, swapFees.stableFeeTiers.length], [25, 25])
  for (const { feeTiers, stableFeeTiers } of [swapFees, decodeFeeConfig(chain.account(PUMP_FEE_CONFIG)!.data)!])
    for (const tiers of [feeTiers, stableFeeTiers])
      tiers.reduce((last, tier) => {
        assert(tier.marketCapLamportsThreshold > last, 'thresholds rise')
        return tier.marketCapLamportsThreshold
      }, -1n)
})

test('the metadata of both kinds of token reads back as it was given', () => {
  const chain = openPumpChain()
  for (const isV2 of [false, true]) {
    const { mint } = launchCoin(chain, isV2 ? 'modern' : 'classic', { isV2 })
    const read = (address: string) => chain.account(address)?.data ?? null
    const metadata = resolveTokenMetadata(mint, chain.account(mint)!.data, read)
    assert(metadata)
    assert.deepEqual(
      [metadata.source, metadata.name, metadata.symbol, metadata.uri],
      isV2
        ? ['token2022', 'modern coin', 'COIN', 'https://example.com/modern.json']
        : ['metaplex', 'classic coin', 'COIN', 'https://example.com/classic.json'],
    )
    assert.equal(chain.account(metadataPda(mint).address)?.owner ?? null, isV2 ? null : TOKEN_METADATA_PROGRAM)
  }
})

test('a curve is found by its derived address in one call', async () => {
  const chain = openPumpChain()
  const coin = launchCoin(chain, 'found')
  const { rpc, calls } = nodeOf(chain)
  const found = await pumpfun.findPools(rpc, coin.mint)
  assert(found.ok)
  assert.deepEqual(calls, ['accounts 2'])
  assert.equal(found.value.length, 1)
  const pool = found.value[0]!
  const curve = curveOf(chain, coin)
  assert.deepEqual(
    [pool.dex, pool.address, pool.baseMint, pool.quoteMint, pool.creator, pool.vaultOwners],
    ['pumpfun', pumpfun.launchAddress(coin.mint), coin.mint, NATIVE_MINT, ALICE.address, [pool.address]],
  )
  assert.deepEqual(
    [pool.baseReserveRaw, pool.quoteReserveRaw, pool.realBaseReserveRaw, pool.realQuoteReserveRaw],
    [curve.virtualTokenReserves, curve.virtualQuoteReserves, curve.realTokenReserves, curve.realQuoteReserves],
  )
  assert.deepEqual([pool.curveProgressPct, pool.curveComplete, pool.tradeable], [0, false, true])
  const swaps = await pumpswap.findPools(rpc, coin.mint)
  assert.deepEqual(swaps.ok && swaps.value, [])
})

test('after graduation the curve is complete and the canonical pool is found, also where scans are refused', async () => {
  const chain = openPumpChain()
  const coin = launchCoin(chain, 'moved', { isV2: true })
  graduate(chain, coin)
  const { rpc, calls } = nodeOf(chain, { scans: false })
  const curves = await pumpfun.findPools(rpc, coin.mint)
  assert(curves.ok)
  assert.deepEqual(
    curves.value.map((pool) => [pool.tradeable, pool.curveComplete, pool.curveProgressPct]),
    [[false, true, 100]],
  )
  calls.length = 0
  const found = await pumpswap.findPools(rpc, coin.mint)
  assert(found.ok)
  assert.equal(found.value.length, 1)
  const pool = found.value[0]!
  assert.deepEqual(calls, ['accounts 8', 'programAccounts', 'programAccounts'])
  assert.deepEqual(
    [pool.address, pool.baseMint, pool.quoteMint, pool.creator, pool.tradeable],
    [canonicalPoolPda(coin.mint).address, coin.mint, NATIVE_MINT, ALICE.address, true],
  )
  assert.equal(pool.address, pumpswap.launchAddress(coin.mint))
  assert.equal(pool.baseReserveRaw, 206_900_000_000_000n)
  const accountOf = (address: string) => ({ ...chain.account(address)!, address })
  assert.equal(pumpswap.isPoolAccount(accountOf(pool.address)), true)
  assert.equal(pumpfun.isPoolAccount(accountOf(pool.address)), false)
  assert.equal(pumpfun.isPoolAccount(accountOf(bondingCurvePda(coin.mint).address)), true)
  assert.equal(pumpswap.isPoolAccount({ ...accountOf(pool.address), owner: ALICE.address }), false)
})

test('pools that anyone made are found by a scan, and one with SOL as its base is shown the other way round', async () => {
  const chain = openPumpChain()
  const token = createToken(chain, 'two-pools', 10n ** 15n)
  const wrapped = associatedTokenAddress(ALICE.address, NATIVE_MINT)
  const pool = { index: 0, creator: ALICE.address }
  const straight = { ...pool, baseMint: token.mint, quoteMint: NATIVE_MINT, baseRaw: 10n ** 14n, quoteRaw: 30n * SOL }
  const turned = {
    ...pool,
    baseMint: NATIVE_MINT,
    quoteMint: token.mint,
    baseRaw: 10n * SOL,
    quoteRaw: 3n * 10n ** 13n,
  }
  run(chain, [
    ensureWrapped(ALICE),
    transferLamports({ from: ALICE.address, to: wrapped, lamports: 60n * SOL }),
    syncNative(wrapped),
    buildPumpSwapCreatePool(straight),
  ])
  run(chain, [buildPumpSwapCreatePool(turned)])
  const { rpc, calls } = nodeOf(chain)
  const found = await pumpswap.findPools(rpc, token.mint)
  assert(found.ok)
  assert.deepEqual(calls, ['accounts 8', 'programAccounts', 'programAccounts', 'accounts 4'])
  const byAddress = new Map(found.value.map((one) => [one.address, one]))
  assert.equal(byAddress.size, 2)
  for (const [input, base, quote] of [
    [straight, 10n ** 14n, 30n * SOL],
    [turned, 3n * 10n ** 13n, 10n * SOL],
  ] as const) {
    const one = byAddress.get(poolPda(input).address)!
    assert.deepEqual([one.baseMint, one.quoteMint, one.creator], [token.mint, NATIVE_MINT, ALICE.address])
    assert.deepEqual([one.baseReserveRaw, one.quoteReserveRaw], [base, quote])
  }
})

test('a node that does not answer is a failure, not an empty list', async () => {
  const chain = openPumpChain()
  const { rpc } = nodeOf(chain, { reads: false })
  for (const dex of [pumpfun, pumpswap]) {
    const found = await dex.findPools(rpc, BOB.address)
    assert(!found.ok && found.code === 'upstream_timeout')
  }
})
