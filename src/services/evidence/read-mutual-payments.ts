import { setImmediate as nextTurn } from 'node:timers/promises'
import { LIMITS } from '../../config/limits.ts'
import { movesMoney } from './read-money-before.ts'
import type { TransactionLog } from './transaction-log.ts'
import type { WalletTrace } from './wallet-trace.ts'

type Found = { readonly signature: string; readonly slot: number; wallets: number }

/** Looking at one transaction takes about 0.1 ms. */
const KEPT_PER_TURN = 4
/** One that names more wallets hands something out. */
const MOST_WALLETS = 3

/** Reads the payments among wallets of the token at any time: a transaction between two of them stands in the histories
 *  of both, which are known already. At most `LIMITS.evidenceMutualTransactions` reads, the newest first. Returns why
 *  part of it is missing. */
export async function readMutualPayments(
  log: TransactionLog,
  wallets: readonly string[],
  traces: ReadonlyMap<string, WalletTrace>,
  signal: AbortSignal,
): Promise<string | null> {
  const found = new Map<string, Found>()
  for (const wallet of wallets)
    for (const { signature, slot, err } of traces.get(wallet)?.history?.rows ?? []) {
      if (err !== null) continue
      const held = found.get(signature)
      if (held === undefined) found.set(signature, { signature, slot, wallets: 1 })
      else held.wallets++
    }
  const kept = new Set(log.kept().map(({ signature }) => signature))
  const mutual = [...found.values()]
    .filter((one) => one.wallets > 1 && one.wallets <= MOST_WALLETS && !kept.has(one.signature))
    .sort((a, b) => b.slot - a.slot || (a.signature < b.signature ? -1 : 1))
    .slice(0, LIMITS.evidenceMutualTransactions)
  const failed = await log.read(
    mutual.map(({ signature }) => signature),
    signal,
  )
  for (const [i, { signature }] of mutual.entries()) {
    if (i % KEPT_PER_TURN === KEPT_PER_TURN - 1) await nextTurn()
    const observed = log.look(signature)
    if (observed !== undefined && movesMoney(observed)) log.keep(signature)
  }
  return failed === 0 ? null : `${failed} payments between wallets were not read`
}
