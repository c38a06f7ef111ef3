import { setImmediate as nextTurn } from 'node:timers/promises'
import { knownAddress } from '../../chain/solana/labels.ts'
import type { SignatureRow, SolanaRpc } from '../../chain/solana/rpc.ts'
import { SIGNATURES_PER_PAGE } from '../../chain/solana/signature-pages.ts'
import { LIMITS } from '../../config/limits.ts'
import { counted } from '../../contract/counted.ts'
import { inParallel } from '../../runtime/in-parallel.ts'
import type { ObservedTransaction } from '../evidence-bundle/evidence.ts'
import { firstPurchases } from './read-money-before.ts'
import type { TransactionLog } from './transaction-log.ts'

type Withdrawal = {
  readonly exchange: string
  readonly lamports: bigint
  readonly timeSec: number
  readonly slot: number
  readonly signature: string
}

/** Fewer are no pattern. */
const LEAST_WITHDRAWALS = 4
/** What comes out again comes soon. */
const WITHIN_SECS = 45 * 60
/** Deposits this much above or below a withdrawal are kept; those below show what chance does. */
const APART_PCT = 3n
const BUSY_SECS = 120
const PAGES_IN_PARALLEL = 8
/** Looking at one transaction takes about 0.1 ms. */
const KEPT_PER_TURN = 4
const DUST_LAMPORTS = BigInt(LIMITS.evidenceDustLamports)

/** Deposits of about the same size that exchanges got shortly before they paid the wallets of a token: services that
 *  swap for anyone keep their money there. Reads up to `LIMITS.evidenceDepositRows` transactions of the exchange before
 *  each of the newest `LIMITS.evidenceWithdrawals` payments, unless all of those are of the last two minutes: on a busy
 *  exchange nothing is found. Deposits go into the log; returns who made them, by address, and why part of it is
 *  missing. */
export async function readExchangeDeposits(
  rpc: SolanaRpc,
  log: TransactionLog,
  wallets: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<{ readonly depositors: readonly string[]; readonly gap: string | null }> {
  const withdrawals = withdrawalsTo(log, wallets)
  if (withdrawals.length < LEAST_WITHDRAWALS) return { depositors: [], gap: null }
  const before = new Map<Withdrawal, readonly string[]>()
  const { rowsBefore, failed: pagesFailed } = await readRowsBefore(rpc, withdrawals, signal)
  let failed = pagesFailed
  for (const [withdrawal, rows] of rowsBefore) {
    const { timeSec } = withdrawal
    if (isTooBusy(rows, timeSec)) continue
    const telling = rows.filter(
      ({ err, blockTime }) => err === null && blockTime !== null && timeSec - blockTime <= WITHIN_SECS,
    )
    before.set(
      withdrawal,
      telling.map((row) => row.signature),
    )
  }
  failed += await log.read([...new Set(withdrawals.flatMap((one) => before.get(one) ?? []))], signal)
  const depositors = new Set<string>()
  let looked = 0
  for (const withdrawal of withdrawals)
    for (const signature of before.get(withdrawal) ?? []) {
      if (++looked % KEPT_PER_TURN === 0) await nextTurn()
      const found = depositsIn(log.look(signature), withdrawal)
      if (found.length > 0) log.keep(signature)
      for (const from of found) depositors.add(from)
    }
  return {
    depositors: [...depositors].sort().slice(0, LIMITS.evidenceDepositors),
    gap: failed === 0 ? null : `${counted(failed, 'read')} of exchanges failed`,
  }
}

/** What stands before each withdrawal in its exchange's history, `LIMITS.evidenceDepositRows` rows at most. A page is a
 *  thousand rows, so that one call tells of all withdrawals that lie in it. */
async function readRowsBefore(rpc: SolanaRpc, withdrawals: readonly Withdrawal[], signal: AbortSignal) {
  const rowsBefore = new Map<Withdrawal, readonly SignatureRow[]>()
  const byExchange = Map.groupBy(withdrawals, ({ exchange }) => exchange)
  let failed = 0
  await inParallel([...byExchange], PAGES_IN_PARALLEL, async ([exchange, newestFirst]) => {
    let page: readonly SignatureRow[] = []
    let isLast = false
    for (const withdrawal of newestFirst) {
      const at = page.findIndex(({ signature }) => signature === withdrawal.signature)
      const isInside = at >= 0 && (isLast || page.length - at > LIMITS.evidenceDepositRows)
      if (isInside) page = page.slice(at + 1)
      else {
        const answer = await rpc.signaturesOf(exchange, { before: withdrawal.signature, signal })
        if (!answer.ok) failed++
        page = answer.ok ? answer.value : []
        isLast = answer.ok && page.length < SIGNATURES_PER_PAGE
        if (!answer.ok) continue
      }
      rowsBefore.set(withdrawal, page.slice(0, LIMITS.evidenceDepositRows))
    }
  })
  return { rowsBefore, failed }
}

/** Whether all that one page holds happened just now: among so much nothing could be told, and reading it is dear. */
function isTooBusy(rows: readonly SignatureRow[], timeSec: number): boolean {
  const oldestSec = rows.at(-1)?.blockTime ?? null
  return rows.length >= LIMITS.evidenceDepositRows && oldestSec !== null && timeSec - oldestSec < BUSY_SECS
}

/** What exchanges paid each wallet for its first purchase, or at all where it has none; newest first. */
function withdrawalsTo(log: TransactionLog, wallets: ReadonlySet<string>): readonly Withdrawal[] {
  const purchases = firstPurchases(log)
  const useOf = new Map([...purchases].map(([wallet, signature]) => [wallet, log.get(signature)]))
  const found = log.kept().flatMap(({ solMoves, trades, slot, timeSec, signature }) =>
    trades.length > 0 || timeSec === null
      ? []
      : solMoves.flatMap(({ from, to, lamports }): Withdrawal[] => {
          const use = useOf.get(to)
          const isBefore = slot < (use?.slot ?? Number.POSITIVE_INFINITY)
          const isForIt = use?.blockTimeSec == null || use.blockTimeSec - timeSec <= LIMITS.evidenceWithdrawalBeforeSecs
          if (!wallets.has(to) || !isBefore || !isForIt || knownAddress(from)?.kind !== 'cex') return []
          if (BigInt(lamports) < DUST_LAMPORTS) return []
          return [{ exchange: from, lamports: BigInt(lamports), timeSec, slot, signature }]
        }),
  )
  return found.reverse().slice(0, LIMITS.evidenceWithdrawals)
}

function depositsIn(observed: ObservedTransaction | undefined, { exchange, lamports }: Withdrawal): readonly string[] {
  if (observed === undefined || observed.trades.length > 0) return []
  return observed.solMoves.flatMap(({ from, to, lamports: text }) => {
    const paid = BigInt(text)
    const apart = paid > lamports ? paid - lamports : lamports - paid
    return to === exchange && knownAddress(from) === null && apart * 100n <= lamports * APART_PCT ? [from] : []
  })
}
