import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DexLaunch, DexTrade } from '../../chain/solana/dexes/dex.ts'
import { DEXES } from '../../chain/solana/dexes/index.ts'
import { decodePossibleTrades } from '../../chain/solana/dexes/possible-trades.ts'
import { type SolTransfer, solTransfers } from '../../chain/solana/first-funding.ts'
import type { ChainTransaction } from '../../chain/solana/transaction.ts'
import type { TransactionLog } from '../evidence/transaction-log.ts'

/** A landed transaction with what it did. */
export type Acts = {
  readonly transaction: ChainTransaction
  readonly trades: readonly DexTrade[]
  readonly launches: readonly DexLaunch[]
  readonly transfers: readonly SolTransfer[]
}

/** Takes transactions of a log apart, each once, a few between turns of the loop. Those that the log does not have are
 *  left out; the others keep their order. */
export type ReadActs = (signatures: readonly string[]) => Promise<readonly Acts[]>

/** Taking one apart takes about 0.1 ms. */
const PER_TURN = 8

export function createActsReader(log: TransactionLog): ReadActs {
  const known = new Map<string, Acts>()
  return async (signatures) => {
    const found: Acts[] = []
    let work = 0
    for (const signature of signatures) {
      let acts = known.get(signature)
      const transaction = acts === undefined ? log.get(signature) : undefined
      if (transaction !== undefined) {
        if (++work % PER_TURN === 0) await nextTurn()
        acts = actsOf(transaction)
        known.set(signature, acts)
      }
      if (acts !== undefined) found.push(acts)
    }
    return found
  }
}

export function actsOf(transaction: ChainTransaction): Acts {
  return {
    transaction,
    trades: decodePossibleTrades(transaction),
    launches: DEXES.flatMap((dex) => dex.decodeLaunches(transaction)),
    transfers: solTransfers(transaction),
  }
}
