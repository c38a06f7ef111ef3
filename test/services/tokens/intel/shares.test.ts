import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldHolderRows, largestHolders } from '../../../../src/chain/solana/holder-table.ts'
import type { OwnerIdentity } from '../../../../src/chain/solana/labels.ts'
import type { LaunchFacts } from '../../../../src/chain/solana/launch-window.ts'
import type { MintInfo } from '../../../../src/chain/solana/mint-info.ts'
import { INCINERATOR, NATIVE_MINT } from '../../../../src/chain/solana/program-ids.ts'
import { encodeBase58 } from '../../../../src/hot-paths/base58.ts'
import { pctOf, supplyShares, vaultsIn, walletsOf, wholeOf } from '../../../../src/services/tokens/intel/shares.ts'

const wallet = (n: number) => encodeBase58(Uint8Array.from({ length: 32 }, (_, i) => (n * 29 + i * 5 + 1) % 256))
const KNOWN = new Set([INCINERATOR])

test('percent is rounded down at six decimals and never above 100', () => {
  assert.equal(pctOf(1n, 3n), 33.333333)
  assert.equal(pctOf(2n, 3n), 66.666666)
  assert.equal(pctOf(5n, 4n), 100)
  assert.equal(pctOf(0n, 4n), 0)
  assert.equal(pctOf(4n, 0n), 0)
  assert.equal(pctOf(2n ** 64n - 1n, 2n ** 64n - 1n), 100)
})
test('wrapped SOL is shared out of what all accounts hold, for its mint counts nothing', async () => {
  const mint = { mint: NATIVE_MINT, supplyRaw: 0n } as MintInfo
  const table = await foldHolderRows([
    { owner: wallet(1), amountRaw: 3n },
    { owner: wallet(2), amountRaw: 1n },
  ])
  assert.equal(wholeOf(mint, table, true), 4n)
  assert.equal(wholeOf(mint, table, false), null)
  assert.equal(wholeOf({ ...mint, mint: wallet(9), supplyRaw: 7n }, table, false), 7n)
  const input = { table, largest: largestHolders(table, 10), vaults: new Map(), launch: null, dev: wallet(1) }
  const balanceOf = () => 3n
  assert.equal(supplyShares({ ...input, supplyRaw: 4n, balanceOf }).devPct, 75)
  const unknown = supplyShares({ ...input, supplyRaw: null, balanceOf })
  assert.deepEqual(new Set(Object.values(unknown)), new Set([null]))
})
test('vaults are those known by address that hold something, and those their account gave away', async () => {
  const table = await foldHolderRows([{ owner: INCINERATOR, amountRaw: 4n }])
  const locker = { entity: null, entityType: 'locker', source: 'program', isContract: true } as const
  const person = { entity: null, entityType: 'wallet', source: null, isContract: false } as const
  const identities = new Map<string, OwnerIdentity>([
    [wallet(1), locker],
    [wallet(2), person],
  ])
  const vaults = vaultsIn(table, new Set([...KNOWN, wallet(3)]), new Map([[wallet(3), 'Some DEX']]), identities)
  assert.deepEqual(
    [...vaults],
    [
      [INCINERATOR, 'burn'],
      [wallet(1), 'locker'],
    ],
  )
})
test('the eleventh wallet is not in the top ten, and a vault takes no one’s place', async () => {
  const rows = Array.from({ length: 11 }, (_, i) => ({ owner: wallet(i), amountRaw: BigInt(20 - i) }))
  const table = await foldHolderRows([...rows, { owner: INCINERATOR, amountRaw: 500n }])
  const largest = largestHolders(table, 100)
  const vaults = new Map([[INCINERATOR, 'burn']] as const)
  const shares = supplyShares({
    supplyRaw: 1_000n,
    table,
    largest,
    vaults,
    launch: null,
    dev: null,
    balanceOf: () => 0n,
  })
  assert.equal(shares.top10Pct, (20 + 19 + 18 + 17 + 16 + 15 + 14 + 13 + 12 + 11) / 10)
  assert.equal(shares.burnedPct, 50)
  assert.deepEqual([shares.devPct, shares.insidersPct], [null, null])
})
test('one wallet whose balance is unknown makes the whole share unknown', async () => {
  const table = await foldHolderRows([])
  const launch = {
    status: 'found',
    dev: wallet(1),
    insiders: [],
    bundlers: [wallet(2), wallet(3)],
    snipers: [wallet(4)],
  }
  const balanceOf = (one: string) => (one === wallet(3) ? null : 10n)
  const shares = supplyShares({
    supplyRaw: 100n,
    table,
    largest: [],
    vaults: new Map(),
    launch: launch as unknown as LaunchFacts,
    dev: wallet(1),
    balanceOf,
  })
  assert.deepEqual([shares.bundlersPct, shares.snipersPct, shares.devPct, shares.insidersPct], [null, 10, 10, 0])
})
test('each wallet of a launch is asked about once', () => {
  const launch = { insiders: ['b', 'c'], bundlers: ['b'], snipers: ['s'] } as unknown as LaunchFacts
  assert.deepEqual(walletsOf(launch, 'd'), ['d', 'b', 'c', 's'])
  assert.deepEqual(walletsOf(null, null), [])
})
