import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RAYDIUM_AUTHORITY, RAYDIUM_PROGRAM } from '../../../../../src/chain/solana/dexes/raydium/addresses.ts'
import { raydium } from '../../../../../src/chain/solana/dexes/raydium/index.ts'
import { ammToPool } from '../../../../../src/chain/solana/dexes/raydium/pools.ts'
import { type AmmInfo, decodeAmmInfo } from '../../../../../src/chain/solana/dexes/raydium/state.ts'
import { findProgramAddress } from '../../../../../src/chain/solana/pda.ts'
import { NATIVE_MINT } from '../../../../../src/chain/solana/program-ids.ts'
import { account, poolNode, vault } from '../pool-node.ts'
import { accountBytes, checkVectors, readVectors } from '../sdk-vectors.ts'

const vectors = readVectors('raydium')
const bytes = accountBytes(vectors.pool)
const fields = vectors.pool.fields as Readonly<Record<string, string>>
const COIN = fields['baseMint']!
const QUOTE = fields['quoteMint']!
const CLOCK = { slot: 1n, timeSec: 1_000n }
const POOL = 'PooL111111111111111111111111111111111111111'

test('every swap instruction and every new pool of the SDK is read, in every version of transaction', () => {
  assert.deepEqual(checkVectors(raydium, vectors), new Set(['legacy', 0, 1]))
})

test('a pool account has its fields where the SDK puts them', () => {
  const amm = decodeAmmInfo(bytes)
  assert(amm)
  const pairs: readonly (readonly [keyof AmmInfo, string])[] = [
    ['status', 'status'],
    ['nonce', 'nonce'],
    ['coinDecimals', 'baseDecimal'],
    ['pcDecimals', 'quoteDecimal'],
    ['swapFeeNumerator', 'swapFeeNumerator'],
    ['swapFeeDenominator', 'swapFeeDenominator'],
    ['needTakePnlCoin', 'baseNeedTakePnl'],
    ['needTakePnlPc', 'quoteNeedTakePnl'],
    ['totalPnlPc', 'quoteTotalPnl'],
    ['poolOpenTimeSec', 'poolOpenTime'],
    ['swapCoinInAmount', 'swapBaseInAmount'],
    ['swapPcOutAmount', 'swapQuoteOutAmount'],
    ['swapAccCoinFee', 'swapQuote2BaseFee'],
    ['coinVault', 'baseVault'],
    ['pcVault', 'quoteVault'],
    ['coinMint', 'baseMint'],
    ['pcMint', 'quoteMint'],
    ['lpMint', 'lpMint'],
    ['openOrders', 'openOrders'],
    ['market', 'marketId'],
    ['marketProgram', 'marketProgramId'],
    ['targetOrders', 'targetOrders'],
    ['ammOwner', 'owner'],
    ['lpAmount', 'lpReserve'],
  ]
  for (const [ours, theirs] of pairs) assert.equal(String(amm[ours]), fields[theirs], ours)
  assert.equal(decodeAmmInfo(bytes.subarray(1)), null)
  assert.equal(decodeAmmInfo(new Uint8Array(753)), null)
})

test('the authority of all vaults is the derived one', () => {
  assert.equal(findProgramAddress([Buffer.from('amm authority')], RAYDIUM_PROGRAM).address, RAYDIUM_AUTHORITY)
})

test('pools of either mint are found by scan, with the untaken profit left out of the reserves', async () => {
  const coinRaw = BigInt(fields['baseNeedTakePnl']!) + 700n
  const node = poolNode([
    account(POOL, RAYDIUM_PROGRAM, bytes),
    vault(fields['baseVault']!, COIN, RAYDIUM_AUTHORITY, coinRaw),
    vault(fields['quoteVault']!, QUOTE, RAYDIUM_AUTHORITY, 1n),
  ])
  for (const mint of [COIN, QUOTE]) {
    const found = await raydium.findPools(node.rpc, mint)
    assert(found.ok)
    const [pool, ...others] = found.value
    assert(pool)
    assert.deepEqual(others, [])
    assert.deepEqual([pool.address, pool.baseMint, pool.quoteMint], [POOL, COIN, QUOTE])
    // The quote vault holds less than the profit that was not taken.
    assert.deepEqual([pool.baseReserveRaw, pool.quoteReserveRaw, pool.tradeable], [700n, 0n, false])
    assert.deepEqual([pool.vaultOwners, pool.curveProgressPct], [[RAYDIUM_AUTHORITY], null])
  }
})

test('a pool trades in the statuses that allow swaps, and names its token whichever side the money is on', () => {
  const amm = decodeAmmInfo(bytes)!
  const clean = { ...amm, needTakePnlCoin: 0n, needTakePnlPc: 0n, poolOpenTimeSec: 1_000n }
  const at = (changed: Partial<AmmInfo>) => ammToPool(POOL, { ...clean, ...changed }, { coinRaw: 5n, pcRaw: 9n }, CLOCK)
  assert.deepEqual(
    [0n, 1n, 2n, 3n, 4n, 5n, 6n, 7n].map((status) => at({ status }).tradeable),
    [false, true, false, false, false, false, true, true],
  )
  assert.equal(at({ status: 7n, poolOpenTimeSec: 1_001n }).tradeable, false)
  assert.equal(at({ status: 6n, poolOpenTimeSec: 1_001n }).tradeable, true)
  const flipped = at({ status: 6n, coinMint: NATIVE_MINT })
  assert.deepEqual(
    [flipped.baseMint, flipped.quoteMint, flipped.baseReserveRaw, flipped.quoteReserveRaw],
    [QUOTE, NATIVE_MINT, 9n, 5n],
  )
})

test('a refused scan fails, and money is never scanned for', async () => {
  const refusing = poolNode([], { scans: true })
  const failed = await raydium.findPools(refusing.rpc, COIN)
  assert.equal(failed.ok, false)
  assert.equal(refusing.scans.length, 2)
  const asked = poolNode([])
  assert.deepEqual(await raydium.findPools(asked.rpc, NATIVE_MINT), { ok: true, value: [] })
  assert.deepEqual(asked.scans, [])
})

test('only an account of the program with a pool’s length is a pool account', () => {
  assert.equal(raydium.isPoolAccount(account(POOL, RAYDIUM_PROGRAM, bytes)), true)
  assert.equal(raydium.isPoolAccount(account(POOL, NATIVE_MINT, bytes)), false)
  assert.equal(raydium.isPoolAccount(account(POOL, RAYDIUM_PROGRAM, bytes.subarray(0, 700))), false)
  assert.equal(raydium.launchAddress(COIN), null)
})
