import { balanceChangesOf } from '../../chain/solana/balance-changes.ts'
import type { DexTrade } from '../../chain/solana/dexes/dex.ts'
import type { SolTransfer } from '../../chain/solana/first-funding.ts'
import { knownAddress } from '../../chain/solana/labels.ts'
import type { SeenTokenAccount } from '../../chain/solana/token-flows.ts'
import type { ChainTransaction } from '../../chain/solana/transaction.ts'
import { LIMITS } from '../../config/limits.ts'
import type { ObservedTransaction } from '../evidence-bundle/evidence.ts'

const LEAST_LAMPORTS = BigInt(LIMITS.evidenceTradeDustLamports)

/** Who else got SOL (wrapped or not) of a transaction that trades: referrers, fee takers, creators of a token, whatever
 *  program paid them. Pools, traders, addresses on the list, and what plain transfers and tips show already are left
 *  out. Sorted by address. */
export function paidInTrades(
  transaction: ChainTransaction,
  accounts: ReadonlyMap<string, SeenTokenAccount>,
  { trades, moves }: { readonly trades: readonly DexTrade[]; readonly moves: readonly SolTransfer[] },
): NonNullable<ObservedTransaction['tradeFees']> {
  if (trades.length === 0) return []
  const parties = new Set([...trades.flatMap(({ pool, trader }) => [pool, trader]), ...moves.map(({ to }) => to)])
  const largestTrade = trades.reduce((most, { quoteAmountRaw: raw }) => (raw > most ? raw : most), 0n)
  return [...balanceChangesOf(transaction, accounts).lamports]
    .filter(([to, gained]) => gained >= LEAST_LAMPORTS && gained * 2n < largestTrade && !parties.has(to))
    .filter(([to]) => knownAddress(to) === null)
    .map(([to, gained]) => ({ to, lamports: gained.toString() }))
    .sort((a, b) => (a.to < b.to ? -1 : 1))
}
