import { setImmediate as nextTurn } from 'node:timers/promises'
import { knownAddress } from '../../chain/solana/labels.ts'
import { LIMITS } from '../../config/limits.ts'
import type { WalletTrace } from './trace-wallets.ts'
import type { TransactionLog } from './transaction-log.ts'

const KEPT_PER_TURN = 4

/** Who paid buyers right before their first purchase: an old wallet may have been filled for the occasion, and its first
 *  money long ago says nothing. Reads the transactions before the purchase and keeps those that brought money. Returns
 *  the payers that are no known service, sorted, and how many reads failed. */
export async function readPurchaseMoney(
  log: TransactionLog,
  traces: ReadonlyMap<string, WalletTrace>,
  signal: AbortSignal,
): Promise<{ readonly payers: readonly string[]; readonly failed: number }> {
  const purchaseOf = new Map<string, string>()
  for (const { signature, trades } of log.kept())
    for (const { wallet, side } of trades)
      if (side === 'buy' && !purchaseOf.has(wallet)) purchaseOf.set(wallet, signature)
  const before = new Map<string, readonly string[]>()
  for (const [wallet, { history }] of traces) {
    const rows = history?.rows ?? []
    const at = rows.findIndex(({ signature }) => signature === purchaseOf.get(wallet))
    if (at < 0) continue
    const telling = rows.slice(at + 1).filter(({ err }) => err === null)
    before.set(
      wallet,
      telling.slice(0, LIMITS.evidencePurchaseTransactions).map(({ signature }) => signature),
    )
  }
  const failed = await log.read([...before.values()].flat(), signal)
  const payers = new Set<string>()
  let looked = 0
  for (const [wallet, signatures] of before)
    for (const signature of signatures) {
      if (++looked % KEPT_PER_TURN === 0) await nextTurn()
      const brought = log.look(signature)?.solMoves.filter(({ from, to }) => to === wallet && from !== wallet) ?? []
      if (brought.length === 0) continue
      log.keep(signature)
      for (const { from } of brought) if (knownAddress(from) === null) payers.add(from)
    }
  return { payers: [...payers].sort(), failed }
}
