import { setImmediate as nextTurn } from 'node:timers/promises'
import { knownAddress } from '../../chain/solana/labels.ts'
import { DAY_SECS } from '../../config/durations.ts'
import { LIMITS } from '../../config/limits.ts'
import { counted, oneOrMany } from '../../contract/counted.ts'
import type { ObservedTransaction, ObservedTurnover, ObservedWallet } from '../evidence-bundle/evidence.ts'
import type { TransactionLog } from './transaction-log.ts'
import type { WalletTrace } from './wallet-trace.ts'

export type Customers = NonNullable<ObservedWallet['customers']>
type Input = {
  /** Who is asked about, in that order. */
  readonly addresses: readonly string[]
  readonly traces: ReadonlyMap<string, WalletTrace>
  /** The token's people and their funders. */
  readonly isOfToken: (address: string) => boolean
}

/** Looking at one transaction takes about 0.1 ms. */
const KEPT_PER_TURN = 4
/** With fewer transactions a counterparty shows no relation. */
const LEAST_TRANSACTIONS = 4
/** Read at first, of each. */
const FIRST_READ = 12
const PLAIN_OTHERS = 8
/** Of all addresses together: those with short histories leave room for more. */
const MOST_READS = LIMITS.evidenceCustomerSamples * LIMITS.evidenceCustomerTransactions

/** Other counterparties of a payer or payee of several wallets: transactions spread evenly over all its history, at
 *  most `LIMITS.evidenceCustomerTransactions` of each, and what is kept of it already. They are counted, not kept. Busy
 *  addresses are services already. `gap`: why part of it is missing. */
export async function readCustomers(
  log: TransactionLog,
  { addresses, traces, isOfToken }: Input,
  signal: AbortSignal,
): Promise<{ readonly customers: ReadonlyMap<string, Customers>; readonly gap: string | null }> {
  let left = MOST_READS
  const samples = addresses.flatMap((address) => {
    const signatures = spread(landedRows(traces.get(address)))
    if (signatures.length < LEAST_TRANSACTIONS || signatures.length > left) return []
    left -= signatures.length
    return [{ address, signatures, all: landedRows(traces.get(address)) }]
  })
  const known = log.kept()
  let failed = 0
  const customers = new Map<string, Customers>()
  let open = samples
  for (const isLast of [false, true]) {
    const part = open.map((sample) => ({
      ...sample,
      signatures: isLast ? sample.signatures : someOf(sample.signatures),
    }))
    failed += await log.read(
      part.flatMap(({ signatures }) => signatures),
      signal,
    )
    for (const { address, signatures, all } of part) {
      const seen: ObservedTransaction[] = []
      for (const [i, signature] of signatures.entries()) {
        if (i % KEPT_PER_TURN === KEPT_PER_TURN - 1) await nextTurn()
        const observed = log.look(signature)
        if (observed !== undefined) seen.push(observed)
      }
      customers.set(
        address,
        countCustomers({ address, seen, known: ownAmong(known, all), total: all.length, isOfToken }),
      )
    }
    open = open.filter(({ address }) => !isPlain(customers.get(address)!))
  }
  return {
    customers,
    gap:
      failed === 0
        ? null
        : `${counted(failed, 'transaction')} of counterparties ${oneOrMany(failed, 'was', 'were')} not read`,
  }
}

/** Of a spread sample as many as say whom an address serves where that is plain; spread as evenly. */
function someOf(signatures: readonly string[]): readonly string[] {
  return signatures.filter((_, i) => (i * FIRST_READ) % signatures.length < FIRST_READ)
}

/** Whether many strangers on several days, beside hardly anyone of the token, show a service: what else it paid and to
 *  whom says no more. */
function isPlain({ people, others, mostOthersInADay }: Customers): boolean {
  return others >= PLAIN_OTHERS && people * PLAIN_OTHERS <= others && mostOthersInADay * 2 <= others
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

/** One payment of the address or to it. */
type Payment = { readonly partner: string; readonly isOut: boolean; readonly mint: string | null; readonly raw: bigint }
type Sums = { toPeople: bigint; toOthers: bigint; fromPeople: bigint; fromOthers: bigint }

type Sample = {
  readonly address: string
  /** The sample. */
  readonly seen: readonly ObservedTransaction[]
  /** What is part of the evidence anyhow: nearly all that passed between the address and people of the token. */
  readonly known: readonly ObservedTransaction[]
  readonly total: number
  readonly isOfToken: (address: string) => boolean
}

function ownAmong(known: readonly ObservedTransaction[], all: readonly string[]): readonly ObservedTransaction[] {
  const own = new Set(all)
  return known.filter(({ signature }) => own.has(signature))
}

function countCustomers({ address, seen: transactions, known, total, isOfToken }: Sample): Customers {
  const people = new Set<string>()
  const peoplePaid = new Set<string>()
  /** With the day on which each was first met. */
  const others = new Map<string, number>()
  const turnover = new Map<string | null, Sums>()
  for (const observed of transactions)
    for (const payment of paymentsOf(address, observed)) {
      const { partner } = payment
      if (knownAddress(partner) !== null) continue
      const isPerson = isOfToken(partner)
      if (isPerson) people.add(partner)
      else if (!others.has(partner)) others.set(partner, Math.floor((observed.timeSec ?? 0) / DAY_SECS))
      if (isPerson && payment.isOut) peoplePaid.add(partner)
      addPayment(turnover, payment, isPerson)
    }
  const missed = addKnown(turnover, { address, seen: transactions, known, total, isOfToken })
  for (const { partner, isOut } of missed) if (isOut && isOfToken(partner)) peoplePaid.add(partner)
  const cosigners = cosignersOf(address, transactions, isOfToken)
  const perDay = new Map<number, number>()
  for (const day of others.values()) perDay.set(day, (perDay.get(day) ?? 0) + 1)
  return {
    sampled: transactions.length,
    people: people.size,
    peoplePaid: peoplePaid.size,
    others: others.size,
    mostOthersInADay: Math.max(0, ...perDay.values()),
    turnover: turnoverOf(turnover),
    ...(cosigners === null ? {} : { cosigners }),
  }
}

function cosignersOf(
  address: string,
  transactions: readonly ObservedTransaction[],
  isOfToken: (address: string) => boolean,
): Customers['cosigners'] | null {
  const all = new Set(transactions.flatMap(actorsOf).filter((one) => one !== address))
  if (all.size === 0) return null
  const people = [...all].filter(isOfToken).length
  return { people, others: all.size - people }
}

/** Signers that did something: keys of new mints and accounts sign only that they exist. */
function actorsOf(observed: ObservedTransaction): readonly string[] {
  const { signers, feePayer, trades, otherSales = [], otherTrades = [], solMoves, otherMoves = [], nonce } = observed
  const acting = new Set([
    feePayer,
    ...[...trades, ...otherSales, ...otherTrades].map(({ wallet }) => wallet),
    ...[...solMoves, ...otherMoves].map(({ from }) => from),
    ...(nonce === null ? [] : [nonce.authority]),
  ])
  return signers.filter((signer) => acting.has(signer))
}

function addPayment(turnover: Map<string | null, Sums>, { isOut, mint, raw }: Payment, isPerson: boolean): void {
  const sums = turnover.get(mint) ?? { toPeople: 0n, toOthers: 0n, fromPeople: 0n, fromOthers: 0n }
  turnover.set(mint, sums)
  if (isOut) sums[isPerson ? 'toPeople' : 'toOthers'] += raw
  else sums[isPerson ? 'fromPeople' : 'fromOthers'] += raw
}

/** A sample of a long history misses most of what few people got: that is known, and the others' part is what the
 *  sample stands for among the rest. Answers with the payments that the sample missed. */
function addKnown(
  turnover: Map<string | null, Sums>,
  { address, seen, known, total, isOfToken }: Sample,
): readonly Payment[] {
  const sampled = new Set(seen.map(({ signature }) => signature))
  const missed = known.filter(({ signature }) => !sampled.has(signature))
  const unread = total - sampled.size - missed.length
  if (unread > 0 && sampled.size > 0)
    for (const sums of turnover.values()) {
      sums.toOthers += (sums.toOthers * BigInt(unread)) / BigInt(sampled.size)
      sums.fromOthers += (sums.fromOthers * BigInt(unread)) / BigInt(sampled.size)
    }
  const payments = missed
    .flatMap((observed) => paymentsOf(address, observed))
    .filter(({ partner }) => knownAddress(partner) === null)
  for (const payment of payments) addPayment(turnover, payment, isOfToken(payment.partner))
  return payments
}

function turnoverOf(turnover: ReadonlyMap<string | null, Sums>): readonly ObservedTurnover[] {
  return [...turnover]
    .sort(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1))
    .map(([mint, { toPeople, toOthers, fromPeople, fromOthers }]) => ({
      mint,
      toPeopleRaw: toPeople.toString(),
      toOthersRaw: toOthers.toString(),
      fromPeopleRaw: fromPeople.toString(),
      fromOthersRaw: fromOthers.toString(),
    }))
}

function paymentsOf(address: string, { solMoves, otherMoves = [] }: ObservedTransaction): readonly Payment[] {
  const moves = [
    ...solMoves.map(({ from, to, lamports }) => ({ from, to, mint: null, raw: BigInt(lamports) })),
    ...otherMoves.map(({ from, to, mint, amountRaw }) => ({ from, to, mint, raw: BigInt(amountRaw) })),
  ]
  return moves.flatMap(({ from, to, mint, raw }) => {
    if ((from === address) === (to === address)) return []
    return [{ partner: from === address ? to : from, isOut: from === address, mint, raw }]
  })
}
