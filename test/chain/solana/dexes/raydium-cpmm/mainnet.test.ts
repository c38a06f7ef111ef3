import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { anchorEventsOf } from '../../../../../src/chain/solana/anchor-event.ts'
import { decodeTransaction } from '../../../../../src/chain/solana/decode-transaction.ts'
import { bonk } from '../../../../../src/chain/solana/dexes/bonk/index.ts'
import { DEXES } from '../../../../../src/chain/solana/dexes/index.ts'
import { CLMM_PROGRAM } from '../../../../../src/chain/solana/dexes/raydium-clmm/addresses.ts'
import { decodeClmmSwapEvent } from '../../../../../src/chain/solana/dexes/raydium-clmm/events.ts'
import { CPMM_AUTHORITY, CPMM_PROGRAM } from '../../../../../src/chain/solana/dexes/raydium-cpmm/addresses.ts'
import { decodeSwapEvent } from '../../../../../src/chain/solana/dexes/raydium-cpmm/events.ts'
import { raydiumCpmm } from '../../../../../src/chain/solana/dexes/raydium-cpmm/index.ts'
import { NATIVE_MINT } from '../../../../../src/chain/solana/program-ids.ts'
import type { ChainTransaction } from '../../../../../src/chain/solana/transaction.ts'
import { account, poolNode } from '../pool-node.ts'

const fixture = JSON.parse(
  readFileSync(new URL('../../../../fixtures/dexes/cpmm-mainnet.json', import.meta.url), 'utf8'),
) as { readonly sale: unknown; readonly accounts: Readonly<Record<string, { owner: string; data: string }>> }

const COIN = 'AqoPZcUumKUBHrnfBsNtoNuneYEjoimaiWYq8GH8gpX9'
const POOL = 'nEnhtdXrHocxDQnmfTWgaLodJP8jxFbY6958iv28GzV'
const CURVE = '2NdMyxQWNG7CxjfR2CVvonz8xtRJif4EZGwtZYBmMT2Z'

function sale(): ChainTransaction {
  const outcome = decodeTransaction(fixture.sale)
  assert(outcome.ok)
  return outcome.value
}

/** Change of what an owner holds of a mint. */
function delta({ preTokenBalances, postTokenBalances }: ChainTransaction, owner: string, mint: string): bigint {
  const sum = (rows: ChainTransaction['preTokenBalances']) =>
    rows.filter((row) => row.owner === owner && row.mint === mint).reduce((total, row) => total + row.amountRaw, 0n)
  return sum(postTokenBalances) - sum(preTokenBalances)
}

const mainnetNode = (refuses: { readonly scans?: boolean } = {}) =>
  poolNode(
    Object.entries(fixture.accounts).map(([address, { owner, data }]) =>
      account(address, owner, new Uint8Array(Buffer.from(data, 'base64'))),
    ),
    refuses,
  ).rpc

test('a sale through a router that then buys in a CLMM pool is a trade in each', () => {
  const transaction = sale()
  assert.equal(transaction.version, 0)
  const [trade, bought, ...others] = DEXES.flatMap((dex) => dex.decodeTrades(transaction))
  assert(trade && bought)
  assert.deepEqual(others, [])
  assert.deepEqual(
    [bought.dex, bought.side, bought.pool, bought.instructionPath, bought.trader],
    ['raydium_clmm', 'buy', '2AXXcN6oN9bBT5owwmTH53C7QHUXvhLeu718Kqt8rvY2', [0, 3], transaction.feePayer],
  )
  assert.deepEqual([bought.baseAmountRaw, bought.quoteAmountRaw], [984_800n, 17_101_636n])
  assert.equal(bought.quoteAmountRaw, delta(transaction, bought.pool, NATIVE_MINT))
  assert.equal(bought.baseAmountRaw, -delta(transaction, bought.pool, bought.baseMint))
  // Of a build that says what the pool's fee was.
  const [logged] = anchorEventsOf(transaction, CLMM_PROGRAM)
  const event = logged && decodeClmmSwapEvent(logged.bytes)
  assert.equal(logged?.bytes.length, 221)
  assert.deepEqual(
    [event?.pool, event?.isZeroForOne, event?.amount0, event?.amount1],
    [bought.pool, true, bought.quoteAmountRaw, bought.baseAmountRaw],
  )
  assert.deepEqual([trade.dex, trade.side, trade.pool], ['raydium_cpmm', 'sell', POOL])
  assert.deepEqual([trade.baseMint, trade.quoteMint, trade.instructionPath], [COIN, NATIVE_MINT, [0, 0]])
  assert.equal(trade.trader, transaction.feePayer)
  assert.equal(trade.baseAmountRaw, -delta(transaction, trade.trader, COIN))
  assert.equal(trade.baseAmountRaw, delta(transaction, CPMM_AUTHORITY, COIN))
  assert.equal(trade.quoteAmountRaw, -delta(transaction, CPMM_AUTHORITY, NATIVE_MINT))
})

test('its event gives the reserves, and follows the formula of the pool with a creator fee on the output', () => {
  const transaction = sale()
  const [logged] = anchorEventsOf(transaction, CPMM_PROGRAM)
  const event = logged && decodeSwapEvent(logged.bytes)
  assert(event)
  const netIn = event.inputAmount - event.tradeFee
  assert.equal(event.tradeFee, (event.inputAmount * 2_500n + 999_999n) / 1_000_000n)
  const gross = (netIn * event.outputVaultBefore) / (event.inputVaultBefore + netIn)
  assert.equal(event.creatorFeeOnInput, false)
  assert.equal(event.creatorFee, (gross * 10_000n + 999_999n) / 1_000_000n)
  assert.equal(event.outputAmount, gross - event.creatorFee)
  const [trade] = raydiumCpmm.decodeTrades(transaction)
  assert(trade)
  assert.equal(trade.baseReserveRaw, event.inputVaultBefore + event.inputAmount)
  assert.equal(trade.quoteReserveRaw, event.outputVaultBefore - gross)
  const [cut] = raydiumCpmm.decodeTrades({ ...transaction, logs: ['Log truncated'] })
  assert.deepEqual(cut, { ...trade, baseReserveRaw: null, quoteReserveRaw: null })
})

test('the pool is found at its derived address where scans are refused, and so is the curve it came from', async () => {
  const found = await raydiumCpmm.findPools(mainnetNode({ scans: true }), COIN)
  assert(found.ok)
  assert.deepEqual(
    found.value.map(({ address, baseMint, quoteMint, creator }) => [address, baseMint, quoteMint, creator]),
    [[POOL, COIN, NATIVE_MINT, '5CEbueQnq1Ym2uSSx2xXds3jQAqT1BDnkA59RZobSPAG']],
  )
  const curves = await bonk.findPools(mainnetNode({ scans: true }), COIN)
  assert(curves.ok)
  const [curve, ...others] = curves.value
  assert(curve)
  assert.deepEqual(others, [])
  assert.deepEqual(
    [curve.address, curve.curveComplete, curve.curveProgressPct, curve.tradeable, curve.creator],
    [CURVE, true, 100, false, 'GDLafJUokaU85DFZK2JNhWtNhe5nWQUBQRCWoGJ9cncv'],
  )
  // All that was for sale was sold, for 85 SOL.
  assert.deepEqual(
    [curve.baseReserveRaw, curve.quoteReserveRaw],
    [1_073_025_605_596_382n - 793_100_000_000_000n, 30_000_852_951n + 85_000_000_010n],
  )
  assert.equal(curve.quoteMint, NATIVE_MINT)
})
