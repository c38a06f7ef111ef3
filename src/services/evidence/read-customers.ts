import { setImmediate as nextTurn } from 'node:timers/promises'
import { knownAddress } from '../../chain/solana/labels.ts'
import { REGULATED_STABLECOINS } from '../../config/known-mints.ts'
import { LIMITS } from '../../config/limits.ts'
import type { ObservedTransaction, ObservedWallet } from './evidence.ts'
import type { WalletTrace } from './trace-wallets.ts'
import type { TransactionLog } from './transaction-log.ts'

export type Customers = NonNullable<ObservedWallet['customers']>
type Input = {
  /** Who is asked about, in that order. */
  readonly addresses: readonly string[]
  readonly traces: ReadonlyMap<string, WalletTrace>
  /** The coin's people, and everybody behind their money. */
  readonly isOfCoin: (address: string) => boolean
}

const DAY_SECS = 86_400
/** Looking at one transaction takes about 0.1 ms. */
const KEPT_PER_TURN = 4
/** Who has fewer transactions has too few customers to be anybody's service. */
const LEAST_TRANSACTIONS = 12

/** With whom else several wallets' payer or payee moves money: transactions spread evenly over all its history, of at
 *  most `LIMITS.evidenceCustomerSamples` addresses. They are counted, not kept. Busy addresses are services already.
 *  `gap`: why part of it is missing. */
export async function readCustomers(
  log: TransactionLog,
  { addresses, traces, isOfCoin }: Input,
  signal: AbortSignal,
): Promise<{ readonly customers: ReadonlyMap<string, Customers>; readonly gap: string | null }> {
  const samples = addresses
    .flatMap((address) => {
      const rows = landedRows(traces.get(address))
      return rows.length < LEAST_TRANSACTIONS ? [] : [{ address, signatures: spread(rows) }]
    })
    .slice(0, LIMITS.evidenceCustomerSamples)
  const failed = await log.read(
    samples.flatMap(({ signatures }) => signatures),
    signal,
  )
  const customers = new Map<string, Customers>()
  for (const { address, signatures } of samples) {
    const seen: ObservedTransaction[] = []
    for (const [i, signature] of signatures.entries()) {
      if (i % KEPT_PER_TURN === KEPT_PER_TURN - 1) await nextTurn()
      const observed = log.look(signature)
      if (observed !== undefined) seen.push(observed)
    }
    customers.set(address, countCustomers(address, seen, isOfCoin))
  }
  return { customers, gap: failed === 0 ? null : `${failed} transactions of counterparties were not read` }
}

function landedRows(trace: WalletTrace | undefined): readonly string[] {
  const history = trace?.history ?? null
  if (history === null || history.isBusy) return []
  return history.rows.filter(({ err }) => err === null).map(({ signature }) => signature)
}

function spread(signatures: readonly string[]): readonly string[] {
  const most = LIMITS.evidenceCustomerTransactions
  if (signatures.length <= most) return signatures
  return Array.from({ length: most }, (_, i) => signatures[Math.floor((i * signatures.length) / most)]!)
}

function countCustomers(
  address: string,
  transactions: readonly ObservedTransaction[],
  isOfCoin: (address: string) => boolean,
): Customers {
  const people = new Set<string>()
  /** With the day on which each was first met. */
  const others = new Map<string, number>()
  for (const observed of transactions)
    for (const partner of partnersOf(address, observed)) {
      if (knownAddress(partner) !== null) continue
      if (isOfCoin(partner)) people.add(partner)
      else if (!others.has(partner)) others.set(partner, Math.floor((observed.timeSec ?? 0) / DAY_SECS))
    }
  const perDay = new Map<number, number>()
  for (const day of others.values()) perDay.set(day, (perDay.get(day) ?? 0) + 1)
  return {
    sampled: transactions.length,
    people: people.size,
    others: others.size,
    mostOthersInADay: Math.max(0, ...perDay.values()),
  }
}

/** Who paid it or was paid by it. */
function partnersOf(address: string, { solMoves, otherMoves = [] }: ObservedTransaction): readonly string[] {
  const moves = [...solMoves, ...otherMoves.filter(({ mint }) => REGULATED_STABLECOINS.has(mint))]
  return moves.flatMap(({ from, to }) => (from === address ? [to] : to === address ? [from] : []))
}
