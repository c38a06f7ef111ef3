import { readU32, readU64 } from '../../hot-paths/account-layouts.ts'
import { balanceChangesOf, payerByBalances } from './balance-changes.ts'
import { knownAddress } from './labels.ts'
import { SYSTEM_PROGRAM } from './program-ids.ts'
import type { SolanaRpc } from './rpc.ts'
import { readTransactions, SIGNATURES_PER_PAGE } from './signature-pages.ts'
import type { ChainInstruction, ChainTransaction } from './transaction.ts'

export type SolTransfer = { readonly from: string; readonly to: string; readonly lamports: bigint }
/** Where a wallet's first money came from. */
export type Funding = {
  readonly from: string
  readonly lamports: bigint
  readonly atSec: number | null
  readonly signature: string
}
export type FundingTrace = {
  readonly wallet: string
  readonly funding: Funding | null
  /** Time of the wallet's first transaction; null when its history is too long to reach it. */
  readonly firstSeenSec: number | null
  /** No one's single wallet: so many transactions that sharing it as a funder says nothing. */
  readonly isBusy: boolean
}

/** System instructions that move SOL: number, then the places of source and destination and of the amount. */
const MOVES: Readonly<Record<number, { from: number; to: number; amountAt: number }>> = {
  0: { from: 0, to: 1, amountAt: 4 },
  2: { from: 0, to: 1, amountAt: 4 },
  11: { from: 0, to: 2, amountAt: 4 },
}

/** SOL that System instructions of a transaction moved, inner ones included. */
export function solTransfers(transaction: ChainTransaction): readonly SolTransfer[] {
  const all = transaction.instructions.flatMap((one, i) => [one, ...(transaction.innerInstructions[i] ?? [])])
  return all.flatMap(readMove)
}

/** Who paid a wallet most, all its payments together. Where System transfers explain less than half of what its balance
 *  gained, the balances say who paid: programs move lamports without an instruction. Null when no one did. */
export function largestPayerOf(
  transaction: ChainTransaction,
  wallet: string,
): { readonly from: string; readonly lamports: bigint } | null {
  const given = new Map<string, bigint>()
  let explained = 0n
  for (const { from, to, lamports } of solTransfers(transaction)) {
    if (to !== wallet || from === wallet) continue
    given.set(from, (given.get(from) ?? 0n) + lamports)
    explained += lamports
  }
  let largest: { from: string; lamports: bigint } | null = null
  for (const [from, lamports] of given)
    if (largest === null || lamports > largest.lamports) largest = { from, lamports }
  const paid = payerByBalances(balanceChangesOf(transaction), wallet)
  return paid !== null && explained * 2n < paid.lamports ? paid : largest
}

/** The funding of a wallet that had nothing before this transaction; null when it had, or when no payer is
 *  seen. Of several payers the largest counts. */
export function fundingOf(transaction: ChainTransaction, wallet: string): Funding | null {
  const place = transaction.accountKeys.indexOf(wallet)
  if (place < 0 || transaction.preBalances[place] !== 0n || !(transaction.postBalances[place]! > 0n)) return null
  const largest = largestPayerOf(transaction, wallet)
  if (largest === null) return null
  const { from, lamports } = largest
  return { from, lamports, atSec: transaction.blockTimeSec, signature: transaction.signature }
}

/** First funding of each wallet, from its oldest transaction. One page of signatures per wallet: a wallet with a full
 *  page is busy, and its beginning is not searched for. Of wallets for which `isAsked` is false the page alone says when
 *  they began. Wallets the node fails on are absent. */
export async function traceFunding(
  rpc: SolanaRpc,
  wallets: readonly string[],
  signal?: AbortSignal,
  isAsked: (wallet: string) => boolean = () => true,
): Promise<ReadonlyMap<string, FundingTrace>> {
  const traces = new Map<string, FundingTrace>()
  const options = { limit: SIGNATURES_PER_PAGE, ...(signal ? { signal } : {}) }
  const pages = await Promise.all(wallets.map((wallet) => rpc.signaturesOf(wallet, options)))
  const oldest: { wallet: string; signature: string }[] = []
  wallets.forEach((wallet, i) => {
    const page = pages[i]!
    if (!page.ok) return
    const first = page.value.findLast(({ err }) => err === null)
    const isBusy = page.value.length >= SIGNATURES_PER_PAGE
    const firstSeenSec = isBusy || first === undefined ? null : first.blockTime
    if (isBusy || first === undefined || (firstSeenSec !== null && !isAsked(wallet)))
      traces.set(wallet, { wallet, funding: null, firstSeenSec, isBusy })
    else oldest.push({ wallet, signature: first.signature })
  })
  const transactions = await readTransactions(
    rpc,
    oldest.map(({ signature }) => signature),
    signal,
  )
  oldest.forEach(({ wallet }, i) => {
    const transaction = transactions[i]
    if (!transaction) return
    const funding = fundingOf(transaction, wallet)
    traces.set(wallet, { wallet, funding, firstSeenSec: transaction.blockTimeSec, isBusy: false })
  })
  return traces
}

/** Whether sharing this funder links two wallets: exchanges, services and busy addresses fund strangers. */
export function isIndividualFunder(address: string, trace: FundingTrace | undefined): boolean {
  return knownAddress(address) === null && !(trace?.isBusy ?? false)
}

/** The SOL a System instruction moves; empty for any other instruction. */
export function readMove({ programId, accounts, data }: ChainInstruction): SolTransfer[] {
  if (programId !== SYSTEM_PROGRAM || data.length < 12) return []
  const move = MOVES[readU32(data, 0)]
  const from = move && accounts[move.from]
  const to = move && accounts[move.to]
  if (move === undefined || from === undefined || to === undefined) return []
  return [{ from, to, lamports: readU64(data, move.amountAt) }]
}
