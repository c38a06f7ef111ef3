import assert from 'node:assert/strict'
import { decodeTransaction } from '../../../../src/chain/solana/decode-transaction.ts'
import type { Dex, DexTrade } from '../../../../src/chain/solana/dexes/dex.ts'
import type { ChainTransaction } from '../../../../src/chain/solana/transaction.ts'
import { recordedBlock, recordedSkip, recordedTransactions } from '../../../support/recorded-transactions.ts'

/** A second way to what a swap moved: the balances before and after, which no decoder of trades reads for amounts. */

export type Recorded = { readonly name: string; readonly transaction: ChainTransaction }

/** Every recorded transaction, those of the recorded block among them. */
export function recordedLedger(): readonly Recorded[] {
  if (recordedSkip !== false) return []
  const block = recordedBlock()
  return [
    ...recordedTransactions().map(({ file, answer }) => ({ name: file, answer, place: undefined })),
    ...block.transactions.map((answer, indexInBlock) => ({
      name: `block entry ${indexInBlock}`,
      answer,
      place: { slot: 254_170_887, blockTimeSec: 1_710_000_000, indexInBlock },
    })),
  ].map(({ name, answer, place }) => {
    const outcome = decodeTransaction(answer, place)
    assert(outcome.ok, name)
    return { name, transaction: outcome.value }
  })
}

/** How often a transaction calls a program with data that `isSwap`, at any depth. */
export function swapsCalled(
  { instructions, innerInstructions }: ChainTransaction,
  programs: readonly string[],
  isSwap: (data: Uint8Array) => boolean,
): number {
  return [instructions, ...innerInstructions]
    .flat()
    .filter(({ programId, data }) => programs.includes(programId) && isSwap(data)).length
}

/** What a token account gained or lost. */
export function accountDelta(transaction: ChainTransaction, address: string): bigint {
  const index = transaction.accountKeys.indexOf(address)
  const at = (rows: ChainTransaction['preTokenBalances']) =>
    rows.find((row) => row.accountIndex === index)?.amountRaw ?? 0n
  return at(transaction.postTokenBalances) - at(transaction.preTokenBalances)
}

/** Token accounts of a mint among some addresses. */
export function accountsOfMint(
  transaction: ChainTransaction,
  addresses: readonly string[],
  owner: string,
  mint: string,
): readonly string[] {
  const rows = [...transaction.preTokenBalances, ...transaction.postTokenBalances]
  const held = rows.filter((row) => row.owner === owner && row.mint === mint)
  return addresses.filter((address) => held.some((row) => transaction.accountKeys[row.accountIndex] === address))
}

/** Checks a transaction's trades pool by pool: together they moved what the pool's own vaults gained and lost, to the
 *  base unit. `vaultOwnerOf` says whose token accounts a pool's vaults are. Returns how many trades it checked. */
export function checkAgainstVaults(
  { name, transaction }: Recorded,
  dex: Dex,
  vaultOwnerOf: (pool: string) => string,
  accountsOf: (trade: DexTrade) => readonly string[],
): number {
  const trades = dex.decodeTrades(transaction)
  for (const pool of new Set(trades.map((trade) => trade.pool))) {
    const ofPool = trades.filter((trade) => trade.pool === pool)
    const { baseMint, quoteMint } = ofPool[0]!
    const intoPool = { base: 0n, quote: 0n }
    for (const { side, baseAmountRaw, quoteAmountRaw } of ofPool) {
      intoPool.base += side === 'sell' ? baseAmountRaw : -baseAmountRaw
      intoPool.quote += side === 'sell' ? -quoteAmountRaw : quoteAmountRaw
    }
    const addresses = [...new Set(ofPool.flatMap(accountsOf))]
    const vault = (mint: string): string => {
      const found = accountsOfMint(transaction, addresses, vaultOwnerOf(pool), mint)
      assert.equal(found.length, 1, `${name}: one vault of ${mint}`)
      return found[0]!
    }
    assert.equal(accountDelta(transaction, vault(baseMint)), intoPool.base, `${name} base`)
    assert.equal(accountDelta(transaction, vault(quoteMint)), intoPool.quote, `${name} quote`)
  }
  for (const trade of trades) {
    assert(transaction.signers.includes(trade.trader), `${name} trader`)
    assert(trade.baseAmountRaw > 0n && trade.quoteAmountRaw > 0n, name)
    assert.equal(trade.dex, dex.name)
    assert.equal(trade.signature, transaction.signature)
    assert.equal(trade.indexInBlock, transaction.indexInBlock)
  }
  return trades.length
}
