import { cursorOf } from '../../chain/wallet-port.ts'
import { WALLET_BOOKS as B } from '../../config/wallet-books.ts'
import type { Context } from '../../context.ts'
import { WSOL_MINT } from '../../contract/mints.ts'
import { missingOf } from '../../contract/missing.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import { rawToNumber } from '../../contract/units.ts'
import type { TransferEdge, WalletTransfersReply } from '../../contract/wallet-transfers.ts'
import { fillPage } from './fill-page.ts'
import { type Scan, scanRows, UNKNOWN_BEFORE } from './scan-rows.ts'
import { namesOf, type Trade, toSynthetic, tradesOf } from './to-trades.ts'
import type { Edge, WalletRow } from './wallet-row.ts'

export type TransfersRequest = {
  readonly limit: number
  /** Empty: from the newest. */
  readonly before: string
  /** Empty: any. */
  readonly mint: string
  readonly counterparty: string
  readonly direction: 'any' | 'in' | 'out'
  readonly synthetic: boolean
}

/** Spec 4.2 `transfers`: everything that a wallet gave and got, newest first, with both owners; or with `synthetic` its
 *  swaps as trades. A page ends between two transactions. Fails `unconfigured` without a node,
 *  `invalid_request` for a `before` that the node does not know, and with the specification's sentence as the node
 *  fails. */
export async function listTransfers(
  ctx: Context,
  wallet: string,
  request: TransfersRequest,
  signal: AbortSignal,
): Promise<Outcome<WalletTransfersReply>> {
  return request.synthetic ? listSynthetic(ctx, wallet, request, signal) : listEdges(ctx, wallet, request, signal)
}

async function listEdges(
  ctx: Context,
  wallet: string,
  request: TransfersRequest,
  signal: AbortSignal,
): Promise<Outcome<WalletTransfersReply>> {
  const page = fillPage<TransferEdge>(request.limit, 'transfer')
  const scan = await scanPage(ctx, wallet, request, signal, (row) => {
    const wanted = row.edges.filter((edge) => isWanted(wallet, edge, request)).map((edge) => toEdge(wallet, row, edge))
    return page.take(row.signature, wanted)
  })
  if (!scan.ok) return asSpecified(scan)
  return ok({ wallet, count: page.rows.length, transfers: [...page.rows], ...endOf(scan.value, page.cut()) })
}

async function listSynthetic(
  ctx: Context,
  wallet: string,
  request: TransfersRequest,
  signal: AbortSignal,
): Promise<Outcome<WalletTransfersReply>> {
  const page = fillPage<Trade>(request.limit, 'trade')
  const scan = await scanPage(ctx, wallet, request, signal, (row) => {
    const wanted = tradesOf(row).filter((trade) => isWantedTrade(trade, request))
    return page.take(row.signature, wanted)
  })
  if (!scan.ok) return asSpecified(scan)
  const names = await namesOf(
    ctx,
    page.rows.map(({ base }) => base.mint),
  )
  const trades = page.rows.map((trade) => toSynthetic(trade, names))
  return ok({ wallet, synthetic: true, count: trades.length, trades, ...endOf(scan.value, page.cut()) })
}

function scanPage(
  ctx: Context,
  wallet: string,
  { before, synthetic }: TransfersRequest,
  signal: AbortSignal,
  take: (row: WalletRow) => boolean,
): Promise<Outcome<Scan>> {
  const scope = synthetic ? 'own' : 'all'
  return scanRows(ctx, wallet, { scope, before: cursorOf(before), lookedAt: B.transfersLookedAt }, signal, take)
}

function endOf({ nextBefore, isCapped, missing }: Scan, cut: string | null) {
  return { nextBefore, capped: isCapped, ...missingOf([...missing, cut]) }
}

function isWanted(wallet: string, edge: Edge, { mint, counterparty, direction }: TransfersRequest): boolean {
  const isIn = edge.to === wallet
  return (
    (mint === '' || mint === (edge.mint ?? WSOL_MINT)) &&
    (counterparty === '' || counterparty === (isIn ? edge.from : edge.to)) &&
    (direction === 'any' || direction === (isIn ? 'in' : 'out'))
  )
}

/** What was bought came in, what was sold went out; who is on the other side of a pool no one knows. */
function isWantedTrade({ base, quote, side }: Trade, { mint, direction }: TransfersRequest): boolean {
  return (
    (mint === '' || mint === base.mint || mint === quote.mint) &&
    (direction === 'any' || direction === (side === 'buy' ? 'in' : 'out'))
  )
}

function toEdge(wallet: string, row: WalletRow, edge: Edge): TransferEdge {
  const { mint, amountRaw, decimals, from, to, kind } = edge
  return {
    signature: row.signature,
    slot: row.slot,
    ts: row.timeSec,
    mint: mint ?? WSOL_MINT,
    amount: decimals === null ? null : rawToNumber(amountRaw, decimals),
    amountRaw: String(amountRaw),
    decimals,
    from,
    to,
    direction: to === wallet ? 'in' : 'out',
    kind: mint === null ? 'sol' : 'token',
    movement: kind,
    inSwap: row.swaps.length > 0,
  }
}

function asSpecified(failure: Failure): Failure {
  if (failure.code === 'cancelled' || failure.code === 'unconfigured' || failure === UNKNOWN_BEFORE) return failure
  const isCallers = failure.code === 'invalid_request'
  return fail(failure.code, isCallers ? 'invalid wallet address' : 'transfers unavailable', failure.retryAfterSec)
}
