import { setImmediate as nextTurn } from 'node:timers/promises'
import { knownAddress } from '../../chain/solana/labels.ts'
import type { LaunchFacts } from '../../chain/solana/launch-window.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { LIMITS } from '../../config/limits.ts'
import { counted } from '../../contract/counted.ts'
import type { ObservedTransaction } from '../evidence-bundle/evidence.ts'
import type { TransactionLog } from './transaction-log.ts'
import { readWalletHistories } from './wallet-histories.ts'
import type { WalletTrace } from './wallet-trace.ts'

/** Who has sold that much of what it bought is out. */
const MOSTLY_PCT = 50n
/** Looking at one transaction takes about 0.1 ms. */
const KEPT_PER_TURN = 4
/** Proceeds are followed to who got them, and once more to who got them from those. */
const HOPS = 2
const DUST_LAMPORTS = BigInt(LIMITS.evidenceDustLamports)

export type Exits = {
  /** Who was paid after a sale, by the most wallets first, then by address; at most `LIMITS.evidencePayees`. */
  readonly payees: readonly string[]
  /** Why part of it is missing. */
  readonly gap: string | null
}

/** Reads what insiders did after they began to sell: their newest transactions, and those of who got their proceeds.
 *  Only transactions in which they pay someone are kept. Returns why part of it is missing. */
export async function readExits(
  rpc: SolanaRpc,
  log: TransactionLog,
  launch: LaunchFacts | null,
  traces: ReadonlyMap<string, WalletTrace>,
  signal: AbortSignal,
): Promise<Exits> {
  let leaving = sellersAmong(log.kept(), launch)
  const followed = new Set<string>()
  const payersOf = new Map<string, number>()
  let failed = 0
  for (let hop = 0; hop < HOPS && leaving.size > 0; hop++) {
    const wallets = [...leaving.keys()].slice(0, Math.max(0, LIMITS.evidenceExitWallets - followed.size))
    for (const wallet of wallets) followed.add(wallet)
    const rowsOf = await newestRows(rpc, wallets, traces, signal)
    failed += wallets.length - rowsOf.size
    const wanted = new Map<string, readonly string[]>()
    for (const [wallet, rows] of rowsOf) {
      const since = rows.filter(({ slot, err }) => err === null && slot >= leaving.get(wallet)!)
      wanted.set(
        wallet,
        since.slice(0, LIMITS.evidenceExitTransactions).map(({ signature }) => signature),
      )
    }
    failed += await log.read([...wanted.values()].flat(), signal)
    const next = new Map<string, number>()
    for (const [wallet, signatures] of wanted)
      for (const [payee, slot] of await followPayments(log, wallet, signatures)) {
        payersOf.set(payee, (payersOf.get(payee) ?? 0) + 1)
        next.set(payee, Math.min(next.get(payee) ?? slot, slot))
      }
    leaving = new Map(
      [...next]
        .filter(([payee]) => !followed.has(payee) && knownAddress(payee) === null)
        .sort(([a], [b]) => payersOf.get(b)! - payersOf.get(a)! || (a < b ? -1 : 1)),
    )
  }
  const payees = [...payersOf]
    .sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))
    .slice(0, LIMITS.evidencePayees)
    .map(([payee]) => payee)
  return { payees, gap: failed === 0 ? null : `${counted(failed, 'read')} of exits failed` }
}

/** Keeps the transactions in which the wallet pays; who was paid, and from which slot on. */
async function followPayments(
  log: TransactionLog,
  wallet: string,
  signatures: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const paid = new Map<string, number>()
  for (const [i, signature] of signatures.entries()) {
    if (i % KEPT_PER_TURN === KEPT_PER_TURN - 1) await nextTurn()
    const observed = log.look(signature)
    const payments = observed === undefined ? [] : paymentsBy(wallet, observed)
    if (observed === undefined || payments.length === 0) continue
    log.keep(signature)
    for (const { to } of payments) paid.set(to, Math.min(paid.get(to) ?? observed.slot, observed.slot))
  }
  return paid
}

/** In SOL above dust, or in whatever the proceeds were turned into. */
function paymentsBy(
  wallet: string,
  { solMoves, otherMoves = [] }: ObservedTransaction,
): readonly { readonly from: string; readonly to: string }[] {
  return [...solMoves.filter(({ lamports }) => BigInt(lamports) >= DUST_LAMPORTS), ...otherMoves].filter(
    ({ from }) => from === wallet,
  )
}

async function newestRows(
  rpc: SolanaRpc,
  wallets: readonly string[],
  traces: ReadonlyMap<string, WalletTrace>,
  signal: AbortSignal,
) {
  const untraced = wallets.filter((wallet) => !traces.get(wallet)?.history)
  const read = untraced.length === 0 ? new Map() : await readWalletHistories(rpc, untraced, signal)
  const rowsOf = new Map<string, NonNullable<WalletTrace['history']>['rows']>()
  for (const wallet of wallets) {
    const history = traces.get(wallet)?.history ?? read.get(wallet)
    if (history !== undefined && history !== null) rowsOf.set(wallet, history.rows)
  }
  return rowsOf
}

/** Insiders of the launch that sold, and anyone who sold most of what it bought among the early ones, with the slot of
 *  the first sale; insiders first, then by slot. */
function sellersAmong(transactions: readonly ObservedTransaction[], launch: LaunchFacts | null): Map<string, number> {
  const bought = new Map<string, bigint>()
  const sold = new Map<string, { raw: bigint; slot: number }>()
  for (const { slot, trades } of transactions)
    for (const { wallet, side, baseRaw } of trades) {
      if (side === 'buy') bought.set(wallet, (bought.get(wallet) ?? 0n) + BigInt(baseRaw))
      else {
        const before = sold.get(wallet)
        sold.set(wallet, { raw: (before?.raw ?? 0n) + BigInt(baseRaw), slot: before?.slot ?? slot })
      }
    }
  const insiders = new Set(
    launch === null
      ? []
      : [launch.dev, launch.otherPayer, ...launch.bundlers, ...launch.insiders, ...launch.snipers].filter(
          (wallet) => wallet !== null,
        ),
  )
  const isLeaving = (wallet: string, raw: bigint): boolean =>
    insiders.has(wallet) || raw * 100n >= (bought.get(wallet) ?? 0n) * MOSTLY_PCT
  return new Map(
    [...sold]
      .filter(([wallet, { raw }]) => isLeaving(wallet, raw))
      .sort(([a, left], [b, right]) => {
        const first = Number(insiders.has(b)) - Number(insiders.has(a))
        return first || left.slot - right.slot || (a < b ? -1 : 1)
      })
      .map(([wallet, { slot }]) => [wallet, slot] as const),
  )
}
