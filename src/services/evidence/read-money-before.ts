import { setImmediate as nextTurn } from 'node:timers/promises'
import { knownAddress } from '../../chain/solana/labels.ts'
import { REGULATED_STABLECOINS } from '../../config/known-mints.ts'
import { LIMITS } from '../../config/limits.ts'
import type { ObservedTransaction } from '../evidence-bundle/evidence.ts'
import type { TransactionLog } from './transaction-log.ts'
import type { WalletTrace } from './wallet-trace.ts'

type Before = {
  readonly traces: ReadonlyMap<string, WalletTrace>
  /** Whose money is looked for. */
  readonly wave: readonly string[]
  /** Signature of what each of them did with it. */
  readonly uses: ReadonlyMap<string, string>
  /** Whether everything that moves money is kept and every payer reported, or only the largest payments and their
   *  payers. */
  readonly all: boolean
}
type Inflow = {
  readonly from: string
  readonly amountRaw: bigint
  /** `lamports`, or a mint. */
  readonly unit: string
}

const KEPT_PER_TURN = 4
/** A payer of less than dust, or of tokens that are no money, is reported when it paid so many of the wallets. */
const SHARED_BY = 3
const DUST_LAMPORTS = BigInt(LIMITS.evidenceDustLamports)

/** Signature of each wallet's first purchase among what is kept. */
export function firstPurchases(log: TransactionLog): ReadonlyMap<string, string> {
  const purchaseOf = new Map<string, string>()
  for (const { signature, trades } of log.kept())
    for (const { wallet, side } of trades)
      if (side === 'buy' && !purchaseOf.has(wallet)) purchaseOf.set(wallet, signature)
  return purchaseOf
}

/** Of several payments of one payer the earliest is what its money was used for first. */
export function noteEarliest(
  log: TransactionLog,
  payments: Map<string, string>,
  payer: string,
  signature: string,
): void {
  const held = payments.get(payer)
  const slotOf = (one: string): number => log.get(one)?.slot ?? Number.MAX_SAFE_INTEGER
  if (held === undefined || slotOf(signature) < slotOf(held)) payments.set(payer, signature)
}

/** Whether it shows money, or what can carry it, going from one to another, or turned into money or bought with it, and
 *  is no trade of the token. */
export function movesMoney(observed: ObservedTransaction): boolean {
  const { solMoves, otherMoves = [], otherSales = [], otherTrades = [], trades } = observed
  return trades.length === 0 && solMoves.length + otherMoves.length + otherSales.length + otherTrades.length > 0
}

/** Who paid wallets right before they used their money: an old wallet may have been filled for the occasion, and its
 *  first money long ago says nothing. Reads the transactions before the use and keeps those that moved money. Returns
 *  the payers that are no known service, sorted, each with its payment, and how many reads failed. */
export async function readMoneyBefore(
  log: TransactionLog,
  { traces, wave, uses, all }: Before,
  signal: AbortSignal,
): Promise<{ readonly payers: ReadonlyMap<string, string>; readonly failed: number }> {
  const before = new Map<string, readonly string[]>()
  for (const wallet of wave) {
    const history = traces.get(wallet)?.history
    if (history === null || history === undefined || (history.isBusy && !all)) continue
    const { rows } = history
    const at = rows.findIndex(({ signature }) => signature === uses.get(wallet))
    if (at < 0) continue
    const usedSec = rows[at]!.blockTime
    const isLate = (sec: number | null): boolean =>
      usedSec === null || sec === null || usedSec - sec <= LIMITS.evidenceMoneyBeforeSecs
    const succeeded = rows.slice(at + 1).filter(({ err, blockTime }) => err === null && isLate(blockTime))
    before.set(
      wallet,
      succeeded.slice(0, LIMITS.evidencePurchaseTransactions).map(({ signature }) => signature),
    )
  }
  const failed = await log.read([...before.values()].flat(), signal)
  const payers = new Map<string, string>()
  const small = new Map<string, { readonly wallets: Set<string>; readonly signature: string }>()
  let looked = 0
  for (const [wallet, signatures] of before) {
    const largest = new Map<Inflow['unit'], Inflow & { readonly signature: string }>()
    const passedOn = all ? new Set<string>() : tokensPaidBy(wallet, log.look(uses.get(wallet)!))
    for (const signature of signatures) {
      if (++looked % KEPT_PER_TURN === 0) await nextTurn()
      const observed = log.look(signature)
      if (observed === undefined || !movesMoney(observed)) continue
      if (all) log.keep(signature)
      for (const inflow of inflowsOf(observed, wallet)) {
        if (isAdvertisement(inflow) && !passedOn.has(inflow.unit)) noteSmall(small, inflow.from, wallet, signature)
        else if (all) noteEarliest(log, payers, inflow.from, signature)
        else if (inflow.amountRaw > (largest.get(inflow.unit)?.amountRaw ?? 0n))
          largest.set(inflow.unit, { ...inflow, signature })
      }
    }
    for (const { from, signature } of largest.values()) {
      log.keep(signature)
      noteEarliest(log, payers, from, signature)
    }
  }
  for (const [payer, { wallets, signature }] of small)
    if (all && wallets.size >= SHARED_BY && !payers.has(payer)) payers.set(payer, signature)
  const unknown = [...payers].filter(([payer]) => knownAddress(payer) === null)
  return { payers: new Map(unknown.sort(([a], [b]) => (a < b ? -1 : 1))), failed }
}

function inflowsOf({ solMoves, otherMoves = [] }: ObservedTransaction, wallet: string): readonly Inflow[] {
  return [
    ...solMoves.map(({ from, to, lamports }) => ({ from, to, amountRaw: BigInt(lamports), unit: 'lamports' })),
    ...otherMoves.map(({ from, to, amountRaw, mint }) => ({ from, to, amountRaw: BigInt(amountRaw), unit: mint })),
  ].filter(({ from, to }) => to === wallet && from !== wallet)
}

/** Tokens that the wallet spent in its known actions: the giver of those funded it. */
function tokensPaidBy(wallet: string, use: ObservedTransaction | undefined): ReadonlySet<string> {
  return new Set((use?.otherMoves ?? []).flatMap(({ from, mint }) => (from === wallet ? [mint] : [])))
}

/** What anyone sends to strangers: specks, and tokens of their own. */
function isAdvertisement({ unit, amountRaw }: Inflow): boolean {
  return unit === 'lamports' ? amountRaw < DUST_LAMPORTS : !REGULATED_STABLECOINS.has(unit)
}

function noteSmall(
  small: Map<string, { readonly wallets: Set<string>; readonly signature: string }>,
  payer: string,
  wallet: string,
  signature: string,
): void {
  const own = small.get(payer) ?? { wallets: new Set<string>(), signature }
  small.set(payer, own)
  own.wallets.add(wallet)
}
