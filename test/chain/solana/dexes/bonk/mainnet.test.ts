import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { decodeTransaction } from '../../../../../src/chain/solana/decode-transaction.ts'
import { LAUNCHLAB_AUTHORITY } from '../../../../../src/chain/solana/dexes/bonk/addresses.ts'
import { bonk } from '../../../../../src/chain/solana/dexes/bonk/index.ts'
import { orca } from '../../../../../src/chain/solana/dexes/orca/index.ts'
import { NATIVE_MINT } from '../../../../../src/chain/solana/program-ids.ts'
import type { ChainTransaction } from '../../../../../src/chain/solana/transaction.ts'

const fixture = JSON.parse(
  readFileSync(new URL('../../../../fixtures/dexes/launchlab-mainnet.json', import.meta.url), 'utf8'),
) as { readonly transactions: Readonly<Record<string, unknown>> }

function load(name: string): ChainTransaction {
  const outcome = decodeTransaction(fixture.transactions[name])
  assert(outcome.ok)
  return outcome.value
}

/** Change of what a wallet holds of a mint, over its token accounts. */
function delta({ preTokenBalances, postTokenBalances }: ChainTransaction, owner: string, mint: string): bigint {
  const sum = (rows: ChainTransaction['preTokenBalances']) =>
    rows.filter((row) => row.owner === owner && row.mint === mint).reduce((total, row) => total + row.amountRaw, 0n)
  return sum(postTokenBalances) - sum(preTokenBalances)
}

/** Paid out of the pool's vault besides what the trader got. */
const CREATOR_FEES = '56XVRVAsgWv6ADaxzoNnbL38LMoWKM5WiSAhrAWUbd2p'

test('a sell is what left the seller and what reached him, fees off', () => {
  const transaction = load('sell')
  const [trade, ...others] = bonk.decodeTrades(transaction)
  assert(trade)
  assert.deepEqual(others, [])
  assert.deepEqual([trade.side, trade.quoteMint], ['sell', NATIVE_MINT])
  assert.equal(trade.trader, transaction.feePayer)
  assert.equal(trade.baseAmountRaw, -delta(transaction, trade.trader, trade.baseMint))
  const left = -delta(transaction, LAUNCHLAB_AUTHORITY, NATIVE_MINT)
  assert.equal(trade.quoteAmountRaw, left - delta(transaction, CREATOR_FEES, NATIVE_MINT))
})

test('a launch is read with its name, creator and curve, and the first buy after it', () => {
  const transaction = load('launchAndBuy')
  const [launch, ...otherLaunches] = bonk.decodeLaunches(transaction)
  const [trade, ...otherTrades] = bonk.decodeTrades(transaction)
  assert(launch && trade)
  assert.deepEqual([otherLaunches, otherTrades], [[], []])
  assert.deepEqual(
    [launch.kind, launch.name, launch.symbol, launch.creator, launch.quoteMint, launch.instructionPath],
    ['launch', 'SpaceXSI', 'XSI', transaction.feePayer, NATIVE_MINT, [2, -1]],
  )
  assert.equal(launch.uri, 'https://gateway.irys.xyz/59ECgELpUeAVJGgQ9ey6wfuoXe8A6YWuKQXqbRjNj4jk')
  assert.equal(launch.mint, transaction.signers[1])
  assert.deepEqual([trade.side, trade.pool, trade.baseMint], ['buy', launch.pool, launch.mint])
  assert.equal(trade.baseAmountRaw, delta(transaction, trade.trader, trade.baseMint))
  // The whole payment entered the vault, and the creator's fee left it again.
  const entered = delta(transaction, LAUNCHLAB_AUTHORITY, NATIVE_MINT)
  assert.equal(trade.quoteAmountRaw, entered + delta(transaction, CREATOR_FEES, NATIVE_MINT))
  // 1,073 million virtual tokens against about 30 virtual SOL, less what the buy took.
  assert.equal(trade.baseReserveRaw, 1_073_025_605_596_382n - trade.baseAmountRaw)
})

test('of a token with a transfer fee a version 1 transaction bought what arrived, not what was sent', () => {
  const transaction = load('version1BuyThroughRouter')
  assert.equal(transaction.version, 1)
  const [trade, ...others] = bonk.decodeTrades(transaction)
  const [routed, ...otherRouted] = orca.decodeTrades(transaction)
  assert(trade && routed)
  assert.deepEqual([others, otherRouted], [[], []])
  assert.equal(trade.baseAmountRaw, delta(transaction, trade.trader, trade.baseMint))
  const left = -delta(transaction, LAUNCHLAB_AUTHORITY, trade.baseMint)
  assert.equal(left - trade.baseAmountRaw, (left + 99n) / 100n)
  // What the router got for it in a Whirlpool, less what the wallet kept.
  assert.equal(routed.baseAmountRaw - trade.quoteAmountRaw, delta(transaction, trade.trader, trade.quoteMint))
  assert.equal(routed.quoteAmountRaw, delta(transaction, routed.pool, routed.quoteMint))
  assert.equal(routed.baseAmountRaw, -delta(transaction, routed.pool, routed.baseMint))
})

test('without inner instructions no amounts are known, and no trade is invented', () => {
  const transaction = load('sell')
  assert.deepEqual(bonk.decodeTrades({ ...transaction, innerInstructions: [] }), [])
})
