import { setImmediate as nextTurn } from 'node:timers/promises'
import { LIMITS } from '../../config/limits.ts'
import { counted, oneOrMany } from '../../contract/counted.ts'
import { firstPurchases, movesMoney } from './read-money-before.ts'
import type { TransactionLog } from './transaction-log.ts'
import type { WalletTrace } from './wallet-trace.ts'

/** Looking at one transaction takes about 0.1 ms. */
const KEPT_PER_TURN = 4

/** Reads what wallets did and got right after their first purchase, beside trades of the token: who is paid for holding
 *  is paid then. At most `LIMITS.evidenceAfterPurchase` transactions of each wallet, the earliest first, and
 *  `LIMITS.evidenceAfterPurchases` in all; those that move money are kept. Returns why part of it is missing. */
export async function readAfterPurchases(
  log: TransactionLog,
  wallets: readonly string[],
  traces: ReadonlyMap<string, WalletTrace>,
  signal: AbortSignal,
): Promise<string | null> {
  const purchaseOf = firstPurchases(log)
  const kept = new Set(log.kept().map(({ signature }) => signature))
  const rowsOf = wallets.map((wallet) => {
    const history = traces.get(wallet)?.history ?? null
    if (history === null || history.isBusy) return []
    const at = history.rows.findIndex(({ signature }) => signature === purchaseOf.get(wallet))
    const since =
      at < 0 ? [] : history.rows.slice(0, at).filter(({ err, signature }) => err === null && !kept.has(signature))
    return since.slice(-LIMITS.evidenceAfterPurchase).reverse()
  })
  // The next transaction of everyone before the second of anyone.
  const inScanQueue = Array.from({ length: LIMITS.evidenceAfterPurchase }, (_, turn) =>
    rowsOf.flatMap((rows) => rows[turn]?.signature ?? []),
  ).flat()
  const signatures = [...new Set(inScanQueue)].slice(0, LIMITS.evidenceAfterPurchases)
  const failed = await log.read(signatures, signal)
  for (const [i, signature] of signatures.entries()) {
    if (i % KEPT_PER_TURN === KEPT_PER_TURN - 1) await nextTurn()
    const observed = log.look(signature)
    if (observed !== undefined && movesMoney(observed)) log.keep(signature)
  }
  return failed === 0
    ? null
    : `${counted(failed, 'transaction')} after purchases ${oneOrMany(failed, 'was', 'were')} not read`
}
