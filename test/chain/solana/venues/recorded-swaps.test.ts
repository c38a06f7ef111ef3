import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeTransaction } from '../../../../src/chain/solana/decode-transaction.ts'
import type { DexTrade } from '../../../../src/chain/solana/dexes/dex.ts'
import { DEXES } from '../../../../src/chain/solana/dexes/index.ts'
import type { RawBlock, RawTransaction } from '../../../../src/chain/solana/rpc.ts'
import type { ChainTransaction } from '../../../../src/chain/solana/transaction.ts'
import { decodeGenericSwaps } from '../../../../src/chain/solana/venues/generic-swaps.ts'
import { unreadSwap } from '../../../../src/chain/solana/venues/unread-swap.ts'
import { SWAP_KINDS, type TradeVenue } from '../../../../src/contract/tape-event.ts'
import { createFactReader } from '../../../../src/ingest/solana/read-facts.ts'
import { recordedBlock, recordedSkip, recordedTransactions } from '../../../support/recorded-transactions.ts'

/** Every recorded real transaction, of whatever program, against what its balances show. */

type Recorded = { readonly name: string; readonly transaction: ChainTransaction }
type Trade = DexTrade<TradeVenue>

const SOL = 'So11111111111111111111111111111111111111112'
const SLOT = 254_170_887

function recorded(): readonly Recorded[] {
  if (recordedSkip !== false) return []
  const block = recordedBlock()
  const place = { slot: SLOT, blockTimeSec: block['blockTime'] as number }
  const rows = [
    ...recordedTransactions().map(({ file, answer }) => ({ name: file, outcome: decodeTransaction(answer) })),
    ...block.transactions.map((answer, indexInBlock) => ({
      name: `block ${indexInBlock}`,
      outcome: decodeTransaction(answer, { ...place, indexInBlock }),
    })),
  ]
  return rows.map(({ name, outcome }) => {
    assert(outcome.ok, name)
    return { name, transaction: outcome.value }
  })
}

const ledger = recorded()
const tradesOf = (transaction: ChainTransaction): readonly Trade[] => [
  ...DEXES.flatMap((dex) => dex.decodeTrades(transaction)),
  ...decodeGenericSwaps(transaction),
]

test('every swap of a venue without a decoder is found once, under the name of its program', {
  skip: recordedSkip,
}, () => {
  const found: Record<string, number> = {}
  for (const { transaction } of ledger)
    for (const { dex } of decodeGenericSwaps(transaction)) found[dex] = (found[dex] ?? 0) + 1
  // What there is to find; a recording that is added shows here.
  assert.deepEqual(found, RECORDED_SWAPS)
})

test('what a venue paid out and took in is what its token accounts lost and gained', { skip: recordedSkip }, () => {
  let checked = 0
  for (const { name, transaction } of ledger) {
    const trades = decodeGenericSwaps(transaction)
    for (const trade of trades) {
      for (const [mint, isPaidIn] of [
        [trade.baseMint, trade.side === 'sell'],
        [trade.quoteMint, trade.side === 'buy'],
      ] as const) {
        // One vault may serve several swaps of a transaction: it shows their sum.
        const sums = sumsByOrder(trades, mint, isPaidIn)
        const changes = changesOfOthers(transaction, trade.trader, mint).map((raw) => (isPaidIn ? raw : -raw))
        const amount = mint === trade.baseMint ? trade.baseAmountRaw : trade.quoteAmountRaw
        const isShown = changes.includes(amount) || sums.some((sum) => changes.includes(sum))
        assert(isShown, `${name} ${trade.dex} ${mint} ${amount}: no account changed by that: ${changes.join()}`)
        checked++
      }
    }
  }
  assert(checked > 60, `${checked} sides`)
})

test('no transaction is left with a swap that nothing read, and none has a swap twice', { skip: recordedSkip }, () => {
  for (const { name, transaction } of ledger) {
    if (transaction.err !== null) {
      assert.deepEqual(tradesOf(transaction), [], name)
      continue
    }
    const trades = tradesOf(transaction)
    assert.equal(unreadSwap(transaction, trades), null, name)
    const paths = trades.map(({ instructionPath, pool }) => `${instructionPath.join()} ${pool}`)
    assert.equal(new Set(paths).size, paths.length, `${name}: ${paths.join(' | ')}`)
    for (const { instructionPath: path } of decodeGenericSwaps(transaction))
      for (const { instructionPath: other } of trades)
        assert(path === other || !isWithin(transaction, other, path), `${name}: ${other} is a part of ${path}`)
  }
})

test('the share of decoded volume over the recorded block', { skip: recordedSkip }, async () => {
  const block = recordedBlock()
  const raw: RawBlock = {
    slot: SLOT,
    blockHash: String(block['blockhash']),
    parentSlot: Number(block['parentSlot']),
    parentHash: String(block['previousBlockhash']),
    blockTimeSec: Number(block['blockTime']),
    blockHeight: null,
    transactionCount: block.transactions.length,
    transactions: block.transactions.map((row, transactionIndex) => ({
      ...(row as RawTransaction),
      transactionIndex,
    })),
  }
  const share = async (readsVenues: boolean) => {
    const reader = createFactReader({
      dexes: DEXES,
      readsVenues,
      watched: null,
      prices: { prepare: async () => {}, learn: () => {}, of: (mint) => PRICES_USD[mint] ?? null },
      decimalsOf: async () => new Map(),
      askDecimals: async () => new Map(),
      onUnreadable: (place, reason) => assert.fail(`${place}: ${reason}`),
    })
    return reader.read(raw)
  }
  const { swaps, events } = await share(true)
  assert(swaps !== undefined)
  assert.equal((await share(false)).swaps, undefined, 'a follower of a part says nothing')
  const totalUsd = SWAP_KINDS.reduce((sum, kind) => sum + swaps[kind].usd, 0)
  const line = SWAP_KINDS.map(
    (kind) => `${kind} ${swaps[kind].count} (${((100 * swaps[kind].usd) / totalUsd).toFixed(1)} %)`,
  )
  console.log(`recorded block ${SLOT}: ${events.length} swaps, ${line.join(', ')}, ${swaps.unpriced} without a price`)
  assert(swaps.unread.usd / totalUsd < 0.01, 'nearly all of the volume is decoded')
})

/** SOL at the time of the block, to the dollar. */
const PRICES_USD: Readonly<Record<string, number>> = {
  [SOL]: 166,
  EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: 1,
  Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB: 1,
}

const RECORDED_SWAPS: Readonly<Record<string, number>> = {
  'amm:byreal': 1,
  'amm:goonfi': 1,
  'amm:humidifi': 1,
  'amm:invariant': 4,
  'amm:jupiter_z': 1,
  'amm:lifinity_v2': 4,
  'amm:mercurial': 2,
  'amm:orca_v1': 1,
  'amm:orca_v2': 7,
  'amm:pancakeswap': 1,
  'amm:phoenix': 3,
  'amm:saber': 3,
  'amm:saros': 4,
  'amm:zerofi': 3,
}

/** Sums of runs of trades that moved a mint the same way. */
function sumsByOrder(trades: readonly Trade[], mint: string, isPaidIn: boolean): readonly bigint[] {
  const signed = trades.flatMap(({ side, baseMint, quoteMint, baseAmountRaw, quoteAmountRaw }) => {
    if (mint === baseMint) return [side === 'sell' ? baseAmountRaw : -baseAmountRaw]
    return mint === quoteMint ? [side === 'buy' ? quoteAmountRaw : -quoteAmountRaw] : []
  })
  const sums: bigint[] = []
  for (let from = 0; from < signed.length; from++)
    for (let to = from + 2; to <= signed.length; to++) {
      const sum = signed.slice(from, to).reduce((total, one) => total + one, 0n)
      sums.push(isPaidIn ? sum : -sum)
    }
  return sums
}

/** By how much the accounts of a mint changed that are not the trader's. */
function changesOfOthers(
  { preTokenBalances, postTokenBalances }: ChainTransaction,
  trader: string,
  mint: string,
): readonly bigint[] {
  const changes = new Map<number, bigint>()
  for (const [rows, sign] of [
    [preTokenBalances, -1n],
    [postTokenBalances, 1n],
  ] as const)
    for (const row of rows)
      if (row.mint === mint && row.owner !== trader)
        changes.set(row.accountIndex, (changes.get(row.accountIndex) ?? 0n) + sign * row.amountRaw)
  return [...changes.values()]
}

/** Whether the instruction at one path was called, at any depth, by the one at another. */
function isWithin(
  { innerInstructions }: ChainTransaction,
  [top, inner]: readonly [number, number],
  [outerTop, outerInner]: readonly [number, number],
): boolean {
  if (top !== outerTop || inner <= outerInner) return false
  if (outerInner < 0) return true
  const group = innerInstructions[top]!
  const height = group[outerInner]!.stackHeight ?? 0
  return group.slice(outerInner + 1, inner + 1).every(({ stackHeight }) => (stackHeight ?? 0) > height)
}
