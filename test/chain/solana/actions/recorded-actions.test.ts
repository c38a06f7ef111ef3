import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeActions } from '../../../../src/chain/solana/actions/decode-actions.ts'
import { decodeTransaction } from '../../../../src/chain/solana/decode-transaction.ts'
import type { ChainTransaction } from '../../../../src/chain/solana/transaction.ts'
import {
  recordedBlock,
  recordedSkip,
  recordedStakes,
  recordedTransactions,
} from '../../../support/recorded-transactions.ts'
import { unbalanced } from './sums.ts'

/** Every recorded real transaction, explained. */

const SLOT = 254_170_887

function recorded(): ReadonlyMap<string, ChainTransaction> {
  if (recordedSkip !== false) return new Map()
  const block = recordedBlock()
  const place = { slot: SLOT, blockTimeSec: block['blockTime'] as number }
  const rows = [
    ...[...recordedTransactions(), ...recordedStakes()].map(
      ({ file, answer }) => [file, decodeTransaction(answer)] as const,
    ),
    ...block.transactions.map(
      (answer, indexInBlock) =>
        [`block ${indexInBlock}`, decodeTransaction(answer, { ...place, indexInBlock })] as const,
    ),
  ]
  return new Map(
    rows.map(([name, outcome]) => {
      assert(outcome.ok, name)
      return [name, outcome.value]
    }),
  )
}

const all = recorded()
const decoded = new Map([...all].map(([name, transaction]) => [name, decodeActions(transaction)]))
const skip = recordedSkip

test('each lamport and each unit that moved is in exactly one movement', { skip }, () => {
  for (const [name, { movements, isPartial }] of decoded) {
    assert.deepEqual(unbalanced(all.get(name)!, movements), [], name)
    assert.equal(isPartial, false, name)
  }
  assert(decoded.size > 600)
})

test('the types of the recorded transactions are counted, and one that failed has none', { skip }, () => {
  const counts: Record<string, number> = {}
  for (const { type, transaction } of decoded.values()) {
    const key = transaction.err === null ? type : `failed ${type}`
    counts[key] = (counts[key] ?? 0) + 1
  }
  assert.deepEqual(counts, TYPES)
})

const shown = (name: string) =>
  decoded.get(name)!.swaps.map(({ trader, paid, got, leftover, legs }) => ({
    trader,
    paid: `${paid.amountRaw} ${paid.mint}`,
    got: `${got.amountRaw} ${got.mint}`,
    leftover: leftover.map(({ amountRaw, mint }) => `${amountRaw} ${mint}`),
    pools: legs.map(({ dex }) => dex),
  }))
const SOL = 'So11111111111111111111111111111111111111112'
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

test('a route is one swap of the wallet, with what it left between its ends', { skip }, () => {
  assert.deepEqual(shown('jup6_route_v2_pumpswap_whirlpool_dlmm.json'), [
    {
      trader: all.get('jup6_route_v2_pumpswap_whirlpool_dlmm.json')!.feePayer,
      paid: `2000000 ${USDC}`,
      got: '66980582126 CFJxqK6Wo6CqCwa9RDwvLGUDUz3HYQXT15Lftqnupump',
      leftover: [`1637 ${SOL}`],
      pools: ['amm:humidifi', 'meteora', 'orca', 'pumpswap'],
    },
  ])
  const [arbitrage] = shown('blk254170887_289_jup6_dlmm_whirlpool_arb.json')
  assert.deepEqual(
    [arbitrage!.paid, arbitrage!.got, arbitrage!.pools],
    [`1400000000 ${SOL}`, `1400076089 ${SOL}`, ['orca', 'meteora', 'amm:invariant', 'orca']],
  )
})

test('a wallet pays what its router takes as well', { skip }, () => {
  const [swap] = decoded.get('photon_pumpfun_buy_0.json')!.swaps
  // The curve and its fee got less than the wallet paid.
  assert(swap!.paid.amountRaw > swap!.legs[0]!.paid.amountRaw)
  assert.equal(decoded.get('photon_pumpfun_buy_0.json')!.source, 'PHOTON')
})

test('stake accounts: what each transaction did', { skip }, () => {
  assert.deepEqual(
    recordedStakes().map(({ file }) => [file, decoded.get(file)!.type]),
    [
      ['tx_authorize.json', 'SET_AUTHORITY'],
      ['tx_creation_and_delegation.json', 'STAKE_SOL'],
      ['tx_deactivation.json', 'DEACTIVATE_STAKE'],
      ['tx_merge.json', 'MERGE_STAKE'],
      ['tx_split.json', 'SPLIT_STAKE'],
      ['tx_withdrawal.json', 'UNSTAKE_SOL'],
    ],
  )
})

/** What there is to find; a recording that is added shows here. Of the block's UNKNOWN most are prices that oracles
 *  publish, and orders on exchanges of futures. */
const TYPES = {
  CANCEL_ORDER: 1,
  CLOSE_ACCOUNT: 20,
  COMPRESSED_NFT_MINT: 6,
  CREATE: 1,
  CREATE_ORDER: 1,
  DEACTIVATE_STAKE: 1,
  FILL_ORDER: 4,
  INITIALIZE_ACCOUNT: 1,
  MERGE_STAKE: 1,
  SET_AUTHORITY: 1,
  SPLIT_STAKE: 1,
  STAKE_SOL: 1,
  SWAP: 68,
  TRANSFER: 20,
  UNKNOWN: 65,
  UNSTAKE_SOL: 1,
  VOTE: 158,
  WITHDRAW_LIQUIDITY: 1,
  'failed UNKNOWN': 305,
}
