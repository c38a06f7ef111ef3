import { UNKNOWN_CURSOR, type WalletTransaction } from '../../chain/wallet-port.ts'
import { WALLET_BOOKS as B } from '../../config/wallet-books.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { addressesOf, listPage, type Scope } from './list-signatures.ts'
import { toWalletRow, type WalletRow } from './wallet-row.ts'

export type ScanRequest = {
  readonly scope: Scope
  /** Transactions that are looked at. */
  readonly lookedAt: number
  /** Empty: from the newest. */
  readonly before?: string
  /** Oldest first, of what the node lists within `WALLET_BOOKS.signaturePages`. */
  readonly oldestFirst?: boolean
  /** Failed ones, too: they move nothing, but their fee payer paid the fee. */
  readonly withFailed?: boolean
  /** Those that it does not want are not read; a list that is behind `untilSec` ends. */
  readonly wants?: (listed: WalletTransaction) => boolean
  readonly untilSec?: number
}
export type Scan = {
  /** The last transaction that was taken, where older ones may follow; null at the end of what the node has. */
  readonly nextBefore: string | null
  /** More than were looked at, though the caller wanted more. */
  readonly isCapped: boolean
  readonly missing: readonly string[]
}
export const UNKNOWN_BEFORE = fail('invalid_request', 'before: the node knows no such transaction')
/** Whether a row was taken: a false one, and all behind it, is for the next page. */
type Take = (row: WalletRow) => boolean

/** Transactions of a wallet that executed (`withFailed`: all), one after the other, until `take` refuses one, the budget is
 *  used up, or the node has no more. Each is explained once for all routes within 30 s (spec 8). Fails as the node fails,
 *  `unconfigured` without one, and `UNKNOWN_BEFORE` where it does not know that transaction. */
export async function scanRows(
  ctx: Context,
  wallet: string,
  request: ScanRequest,
  signal: AbortSignal,
  take: Take,
): Promise<Outcome<Scan>> {
  const found = await addressesOf(ctx, wallet, request.scope, signal)
  if (!found.ok) return found
  const { addresses, missing } = found.value
  const budget = { left: request.lookedAt }
  if (request.oldestFirst) return scanUpwards(ctx, wallet, { addresses, missing, request, budget }, signal, take)
  let before = request.before ?? ''
  // Lists go on before a signature; of its slot they may name others again that stood in front of it here.
  const listed = new Set<string>()
  for (let pages = 0; pages < B.signaturePages; pages++) {
    const page = await listPage(ctx, addresses, { before, limit: B.signaturesPerPage, signal })
    if (!page.ok) return pages === 0 && before !== '' && page.rpcCode === UNKNOWN_CURSOR ? UNKNOWN_BEFORE : page
    const wanted = page.value.rows.filter((row) => !listed.has(row.signature) && isWanted(row, request))
    for (const { signature } of page.value.rows) listed.add(signature)
    const read = await readInTurn(ctx, wallet, { listed: wanted, budget }, signal, take)
    if (!read.ok) return read
    const { last, end } = read.value
    if (end !== 'all') return ok({ nextBefore: last ?? (before || null), isCapped: end === 'budget', missing })
    const isPast = page.value.rows.some((row) => isBehind(row, request))
    if (!page.value.hasMore || isPast) return ok({ nextBefore: null, isCapped: false, missing })
    before = page.value.rows.at(-1)!.signature
  }
  return ok({ nextBefore: before, isCapped: true, missing })
}

type Upwards = {
  readonly addresses: readonly string[]
  readonly missing: readonly string[]
  readonly request: ScanRequest
  readonly budget: { left: number }
}

async function scanUpwards(
  ctx: Context,
  wallet: string,
  { addresses, missing, request, budget }: Upwards,
  signal: AbortSignal,
  take: Take,
): Promise<Outcome<Scan>> {
  const listed: WalletTransaction[] = []
  let before = ''
  let hasMore = true
  for (let pages = 0; hasMore && pages < B.signaturePages; pages++) {
    const page = await listPage(ctx, addresses, { before, limit: B.signaturesPerPage, signal })
    if (!page.ok) return page
    listed.push(...page.value.rows)
    hasMore = page.value.hasMore
    before = page.value.rows.at(-1)?.signature ?? before
  }
  const wanted = listed.reverse().filter((row) => isWanted(row, request))
  const read = await readInTurn(ctx, wallet, { listed: wanted, budget }, signal, take)
  if (!read.ok) return read
  const tooOld = hasMore ? [`transactions before the newest ${listed.length}: the oldest come first only of those`] : []
  return ok({ nextBefore: null, isCapped: read.value.end === 'budget', missing: [...missing, ...tooOld] })
}

function isWanted(row: WalletTransaction, { wants, untilSec, withFailed = false }: ScanRequest): boolean {
  return (withFailed || !row.isFailed) && !isBehind(row, { untilSec }) && (wants === undefined || wants(row))
}

function isBehind(
  { blockTimeSec }: WalletTransaction,
  { untilSec }: Pick<ScanRequest, 'untilSec'> | { untilSec: number | undefined },
): boolean {
  return untilSec !== undefined && blockTimeSec !== null && blockTimeSec < untilSec
}

type Read = { readonly last: string | null; readonly end: 'all' | 'refused' | 'budget' }

async function readInTurn(
  ctx: Context,
  wallet: string,
  { listed, budget }: { readonly listed: readonly WalletTransaction[]; readonly budget: { left: number } },
  signal: AbortSignal,
  take: Take,
): Promise<Outcome<Read>> {
  let last: string | null = null
  for (let at = 0; at < listed.length; ) {
    if (budget.left <= 0) return ok({ last, end: 'budget' })
    const chunk = listed.slice(at, at + Math.min(B.rowsAtOnce, budget.left)).map(({ signature }) => signature)
    const rows = await readRows(ctx, wallet, chunk, signal)
    if (!rows.ok) return rows
    if (signal.aborted) return fail('cancelled', 'the request was cancelled')
    budget.left -= chunk.length
    for (const signature of chunk) {
      const row = rows.value.get(signature)
      if (row && !take(row)) return ok({ last, end: 'refused' })
      last = signature
    }
    at += chunk.length
  }
  return ok({ last, end: 'all' })
}

/** By signature; null for those that the node does not have, or that cannot be read. */
async function readRows(
  ctx: Context,
  wallet: string,
  signatures: readonly string[],
  signal: AbortSignal,
): Promise<Outcome<ReadonlyMap<string, WalletRow | null>>> {
  const keyOf = (signature: string): string => `${wallet}\n${signature}`
  const keys = signatures.map(keyOf)
  const rows = await ctx.store.memoMany<WalletRow>('walletTransfers', keys, async (missing) => {
    const explained = await ctx.chain.wallets!.explain(
      missing.map((key) => key.slice(wallet.length + 1)),
      signal,
    )
    if (!explained.ok) return explained
    return ok(new Map(explained.value.map((one) => [keyOf(one.signature), toWalletRow(wallet, one)])))
  })
  if (!rows.ok) return rows
  return ok(new Map(signatures.map((signature) => [signature, rows.value.get(keyOf(signature)) ?? null])))
}
