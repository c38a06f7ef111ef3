import { setImmediate as nextTurn } from 'node:timers/promises'
import { LIMITS } from '../../config/limits.ts'
import { counted, oneOrMany } from '../../contract/counted.ts'
import { movesMoney } from './read-money-before.ts'
import type { TransactionLog } from './transaction-log.ts'
import type { WalletTrace } from './wallet-trace.ts'

type Found = { readonly signature: string; readonly slot: number; readonly wallets: string[] }

/** Looking at one transaction takes about 0.1 ms. */
const KEPT_PER_TURN = 4
/** One that names more wallets hands something out. */
const MOST_WALLETS = 3

/** Reads the payments among wallets of the token at any time: a transaction between two of them stands in the histories
 *  of both, which are known already. Of the same wallets only the newest few: more of them say the same. At most
 *  `LIMITS.evidenceMutualTransactions` reads, the newest first. Returns why part of it is missing. */
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
      if (held === undefined) found.set(signature, { signature, slot, wallets: [wallet] })
      else held.wallets.push(wallet)
    }
  const kept = new Set(log.kept().map(({ signature }) => signature))
  const newestFirst = [...found.values()]
    .filter(({ wallets }) => wallets.length > 1 && wallets.length <= MOST_WALLETS)
    .sort((a, b) => b.slot - a.slot || (a.signature < b.signature ? -1 : 1))
  const perGroup = new Map<string, number>()
  const mutual = newestFirst
    .filter(({ signature, wallets }) => {
      const group = wallets.join(' ')
      const before = perGroup.get(group) ?? 0
      perGroup.set(group, before + 1)
      return before < LIMITS.evidenceMutualOfGroup && !kept.has(signature)
    })
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
  return failed === 0
    ? null
    : `${counted(failed, 'payment')} between wallets ${oneOrMany(failed, 'was', 'were')} not read`
}
