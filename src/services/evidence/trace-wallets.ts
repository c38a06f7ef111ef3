import { setImmediate as nextTurn } from 'node:timers/promises'
import { largestPayerOf } from '../../chain/solana/first-funding.ts'
import { knownAddress } from '../../chain/solana/labels.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import type { ChainTransaction } from '../../chain/solana/transaction.ts'
import { DAY_SECS } from '../../config/durations.ts'
import { LIMITS } from '../../config/limits.ts'
import { counted } from '../../contract/counted.ts'
import type { ObservedWallet } from '../evidence-bundle/evidence.ts'
import { firstPurchases, movesMoney, noteEarliest, readMoneyBefore } from './read-money-before.ts'
import type { TransactionLog } from './transaction-log.ts'
import { readWalletHistories, type WalletHistory } from './wallet-histories.ts'
import type { WalletTrace } from './wallet-trace.ts'

export type Traces = {
  readonly traces: ReadonlyMap<string, WalletTrace>
  /** Why part of it is missing. */
  readonly gap: string | null
}

const DUST_LAMPORTS = BigInt(LIMITS.evidenceDustLamports)
/** Looking through one wallet's first transactions takes about 20 µs. */
const WALLETS_PER_TURN = 32
/** Looking at one transaction takes about 0.1 ms. */
const KEPT_PER_TURN = 4

/** Beginning and first money of each wallet, then of who paid them first or for their purchase, and so on for
 *  `LIMITS.evidenceFundingHops`; of a payer also what came in before it paid. Of wallets beyond the first
 *  `LIMITS.evidenceCloseWallets`, or whose life began long before the launch, only the first money is read; of those to
 *  whom both applies, and who did much else on many days before, not even that.
 *  Nothing is followed through known services and busy
 *  wallets; they are where a trail ends. The payments go into the log. Wallets are traced in the order given; funders
 *  beyond `LIMITS.evidenceFunders` are named and not traced. */
export async function traceWallets(
  rpc: SolanaRpc,
  log: TransactionLog,
  wallets: readonly string[],
  signal: AbortSignal,
  launchSec?: number | null,
): Promise<Traces> {
  const traces = new Map<string, WalletTrace>()
  const isOld = (history: WalletHistory | undefined): boolean => livedBefore(history, launchSec ?? null)
  const close = new Set(wallets.slice(0, LIMITS.evidenceCloseWallets))
  let wave: readonly string[] = wallets
  let fundersLeft = LIMITS.evidenceFunders
  let failed = 0
  /** What each wallet did with its money: its first purchase, or the payment it is known for. */
  let uses = firstPurchases(log)
  for (let hop = 0; wave.length > 0 && hop <= LIMITS.evidenceFundingHops; hop++) {
    const isWhole: IsWhole = (wallet, history) => hop === 0 && close.has(wallet) && !isOld(history)
    const isElsewhere: IsWhole = (wallet, history) =>
      hop === 0 && (livesElsewhere(history, launchSec ?? null) || (!close.has(wallet) && isOld(history)))
    await traceWave(rpc, log, wave, { traces, isWhole, isElsewhere }, signal)
    const next = new Map<string, string>()
    for (const wallet of wave) {
      const funding = traces.get(wallet)?.funding ?? null
      if (funding !== null) noteEarliest(log, next, funding.from, funding.signature)
      if (hop === 0) keepFirstMoves(log, traces.get(wallet)?.history ?? null)
    }
    const spenders = hop === 0 ? wave.filter((wallet) => close.has(wallet)) : wave
    const money = await readMoneyBefore(log, { traces, wave: spenders, uses, all: hop === 0 }, signal)
    for (const [payer, signature] of money.payers) noteEarliest(log, next, payer, signature)
    failed += money.failed
    wave = [...next.keys()].filter((payer) => knownAddress(payer) === null && !traces.has(payer)).slice(0, fundersLeft)
    uses = next
    fundersLeft -= wave.length
  }
  failed += [...traces.values()].filter(({ partial }) => partial).length
  return { traces, gap: gapOf(failed) }
}

/** Beginning and first money of addresses that are no part of the trail, and where money came from and went in their
 *  oldest and newest transactions: what kind of address it is. */
export async function traceAlone(
  rpc: SolanaRpc,
  log: TransactionLog,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<Traces> {
  const traces = new Map<string, WalletTrace>()
  const unknown = addresses.filter((address) => knownAddress(address) === null)
  await traceWave(rpc, log, unknown, { traces, isWhole: () => true }, signal)
  const newest = [...traces.values()].flatMap(({ history }) => newestSignatures(history))
  let failed = await log.read(newest, signal)
  for (const [i, signature] of newest.entries()) {
    if (i % KEPT_PER_TURN === KEPT_PER_TURN - 1) await nextTurn()
    keepMove(log, signature)
  }
  for (const { history } of traces.values()) keepFirstMoves(log, history)
  failed += [...traces.values()].filter(({ partial }) => partial).length
  return { traces, gap: gapOf(failed) }
}

/** Whether all its first transactions are read, or only those up to its first money. */
type IsWhole = (wallet: string, history: WalletHistory | undefined) => boolean

async function traceWave(
  rpc: SolanaRpc,
  log: TransactionLog,
  wallets: readonly string[],
  {
    traces,
    isWhole,
    isElsewhere,
  }: {
    readonly traces: Map<string, WalletTrace>
    readonly isWhole: IsWhole
    /** Of whom no transaction is read at all. */
    readonly isElsewhere?: IsWhole
  },
  signal: AbortSignal,
): Promise<void> {
  const histories = await readWalletHistories(rpc, wallets, signal)
  const firstOf = new Map(
    wallets.map((wallet) => {
      const history = histories.get(wallet)
      return [wallet, isElsewhere?.(wallet, history) ? [] : firstSignatures(history)]
    }),
  )
  const whole = wallets.filter((wallet) => isWhole(wallet, histories.get(wallet)))
  await log.read(
    whole.flatMap((wallet) => firstOf.get(wallet)!),
    signal,
  )
  if (whole.length < wallets.length) await readToFirstMoney(log, firstOf, new Set(whole), signal)
  for (const [i, wallet] of wallets.entries()) {
    if (i % WALLETS_PER_TURN === WALLETS_PER_TURN - 1) await nextTurn()
    const trace = traceOf(log, wallet, histories.get(wallet) ?? null, firstOf.get(wallet)!)
    if (trace.funding !== null) log.keep(trace.funding.signature)
    traces.set(wallet, trace)
  }
}

/** Whether the page of its signatures shows a life that began long before the launch: what it did first, beside getting
 *  its first money, has nothing to do with this token. */
function livedBefore(history: WalletHistory | undefined, launchSec: number | null): boolean {
  const oldestSec = history?.rows.at(-1)?.blockTime ?? null
  return oldestSec !== null && launchSec !== null && launchSec - oldestSec > LIMITS.evidenceLongBeforeSecs
}

/** Whether it did much else on several days before, too: then who paid it first, long ago, paid it for another life. */
function livesElsewhere(history: WalletHistory | undefined, launchSec: number | null): boolean {
  if (history === undefined || launchSec === null || !livedBefore(history, launchSec)) return false
  const secs = history.rows.flatMap(({ err, blockTime }) =>
    err === null && blockTime !== null && blockTime < launchSec ? [blockTime] : [],
  )
  const days = new Set(secs.map((sec) => Math.floor(sec / DAY_SECS))).size
  return secs.length >= LIMITS.evidenceLifeTransactions && days >= LIMITS.evidenceLifeDays
}

/** Reads first transactions one after another, of each wallet until one shows its first money, or that it had some
 *  before: the others could change nothing. Leaves the rest out of `firstOf`. */
async function readToFirstMoney(
  log: TransactionLog,
  firstOf: Map<string, readonly string[]>,
  done: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<void> {
  let open = [...firstOf].filter(([wallet, signatures]) => signatures.length > 0 && !done.has(wallet))
  for (let turn = 0; open.length > 0; turn++) {
    await log.read(
      open.map(([, signatures]) => signatures[turn]!),
      signal,
    )
    open = open.filter(([wallet, signatures]) => {
      const read = signatures.slice(0, turn + 1)
      const isOpen = read.length < signatures.length && isBeforeFirstMoney(log.get(signatures[turn]!), wallet)
      if (!isOpen) firstOf.set(wallet, read)
      return isOpen
    })
  }
}

/** Money that came to a wallet or left it in its first transactions. */
function keepFirstMoves(log: TransactionLog, history: WalletHistory | null): void {
  for (const signature of firstSignatures(history ?? undefined)) keepMove(log, signature)
}

function keepMove(log: TransactionLog, signature: string): void {
  const observed = log.look(signature)
  if (observed !== undefined && movesMoney(observed)) log.keep(signature)
}

function newestSignatures(history: WalletHistory | null): readonly string[] {
  if (history === null || history.isBusy) return []
  const landed = history.rows.filter(({ err }) => err === null)
  return landed.slice(0, LIMITS.evidencePurchaseTransactions).map(({ signature }) => signature)
}

function gapOf(failed: number): string | null {
  return failed === 0 ? null : `${counted(failed, 'read')} of wallets failed`
}

/** The oldest successful transactions, oldest first: the very first may be dust from a stranger. */
function firstSignatures(history: WalletHistory | undefined): readonly string[] {
  if (history === undefined || history.isBusy) return []
  return history.rows
    .filter(({ err }) => err === null)
    .slice(-LIMITS.evidenceFirstTransactions)
    .map(({ signature }) => signature)
    .reverse()
}

function traceOf(
  log: TransactionLog,
  wallet: string,
  history: WalletHistory | null,
  signatures: readonly string[],
): WalletTrace {
  const oldest = history?.rows.findLast(({ err }) => err === null)
  const isKnown = history !== null && !history.isBusy && oldest !== undefined
  const transactions = signatures.map((signature) => log.get(signature))
  return {
    history,
    firstSeenSec: isKnown ? (oldest.blockTime ?? transactions[0]?.blockTimeSec ?? null) : null,
    firstSeenSlot: isKnown ? oldest.slot : null,
    funding: firstMoneyOf(transactions, wallet),
    partial: history === null || transactions.includes(undefined),
  }
}

/** The first payment above dust to a wallet that had no more than dust; null when it had money before anything that is
 *  on record, or when no payment says where it came from. */
function firstMoneyOf(
  transactions: readonly (ChainTransaction | undefined)[],
  wallet: string,
): ObservedWallet['funding'] {
  for (const transaction of transactions) {
    if (isBeforeFirstMoney(transaction, wallet)) continue
    // Beyond a transaction that was not read, what is next is not the first.
    if (transaction === undefined || hadMoney(transaction, wallet)) return null
    const payer = largestPayerOf(transaction, wallet)!
    return {
      from: payer.from,
      lamports: payer.lamports.toString(),
      timeSec: transaction.blockTimeSec,
      slot: transaction.slot,
      signature: transaction.signature,
    }
  }
  return null
}

/** Whether the wallet's first money is in a later one. */
function isBeforeFirstMoney(transaction: ChainTransaction | undefined, wallet: string): boolean {
  if (transaction === undefined || hadMoney(transaction, wallet)) return false
  const payer = largestPayerOf(transaction, wallet)
  return payer === null || payer.lamports < DUST_LAMPORTS
}

/** Whether it had more than dust before, or takes no part at all. */
function hadMoney(transaction: ChainTransaction, wallet: string): boolean {
  const place = transaction.accountKeys.indexOf(wallet)
  return place < 0 || transaction.preBalances[place]! >= DUST_LAMPORTS
}
