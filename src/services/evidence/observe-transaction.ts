import type { DexTrade } from '../../chain/solana/dexes/dex.ts'
import { decodePossibleTrades } from '../../chain/solana/dexes/possible-trades.ts'
import { readMove, type SolTransfer } from '../../chain/solana/first-funding.ts'
import { instructionAt } from '../../chain/solana/instruction-at.ts'
import { knownAddress } from '../../chain/solana/labels.ts'
import { computeBudgetOf, memosOf, nonceOf } from '../../chain/solana/message-marks.ts'
import { NATIVE_MINT, SYSTEM_PROGRAM } from '../../chain/solana/program-ids.ts'
import { closedAccounts, type SeenTokenAccount, tokenAccountsOf, tokenFlows } from '../../chain/solana/token-flows.ts'
import type { ChainInstruction, ChainTransaction } from '../../chain/solana/transaction.ts'
import { REGULATED_STABLECOINS } from '../../config/known-mints.ts'
import { LIMITS } from '../../config/limits.ts'
import { readU32 } from '../../hot-paths/account-layouts.ts'
import type { ObservedTrade, ObservedTransaction } from '../evidence-bundle/evidence.ts'
import { paidInTrades } from './fee-takers.ts'
import { heldAfter } from './held-after.ts'
import { holdingsOf } from './holdings.ts'
import { movesByBalances } from './moves-by-balances.ts'

/** System instruction: number u32, lamports u64, space u64, owner. */
const CREATE_ACCOUNT = 0
const CREATE_ACCOUNT_OWNER_AT = 20
const CREATE_ACCOUNT_BYTES = 52
const MOVE_LAMPORTS = BigInt(LIMITS.evidenceMoveLamports)
/** Collectibles and specks. */
const LEAST_OTHER_RAW = 1_000n
const TRADE_DUST_LAMPORTS = BigInt(LIMITS.evidenceTradeDustLamports)

/** What a landed, successful transaction shows of its senders, and what it did with the mint. Pure: about 0.1 ms for a
 *  trade. Transfers that a DEX made as part of a trade appear only as that trade. */
export function observeTransaction(transaction: ChainTransaction, mint: string): ObservedTransaction {
  const trades = decodePossibleTrades(transaction)
  const isOfTrade = callsOfTrades(transaction, trades)
  const accounts = tokenAccountsOf(transaction)
  const moves = [
    ...solMovesOf(transaction, accounts, isOfTrade),
    ...wrappedMovesOf(transaction, mint, accounts, isOfTrade),
  ]
  if (trades.length === 0) moves.push(...movesByBalances(transaction, accounts, moves))
  const leastLamports = trades.some(({ baseMint }) => baseMint === mint) ? TRADE_DUST_LAMPORTS : MOVE_LAMPORTS
  const solMoves = moves
    .filter((move) => !isTip(move) && move.lamports >= leastLamports)
    .map(({ from, to, lamports }) => ({ from, to, lamports: lamports.toString() }))
  const otherMoves = otherMovesOf(transaction, mint, accounts, isOfTrade)
  const holdings = holdingsOf(transaction, solMoves, otherMoves)
  const otherSales = otherSalesOf(trades, mint)
  const otherTrades = otherTradesOf(trades, mint)
  const memos = memosOf(transaction)
  const tradeFees = paidInTrades(transaction, accounts, { trades, moves })
  const { unitLimit, unitPriceMicroLamports, priorityFeeLamports } = computeBudgetOf(transaction)
  return {
    signature: transaction.signature,
    slot: transaction.slot,
    timeSec: transaction.blockTimeSec,
    indexInBlock: transaction.indexInBlock,
    version: transaction.version,
    feePayer: transaction.feePayer,
    signers: transaction.signers,
    lookupTables: transaction.lookupTables,
    nonce: nonceOf(transaction),
    computeUnitLimit: unitLimit,
    computeUnitPrice: unitPriceMicroLamports?.toString() ?? null,
    priorityFeeLamports: priorityFeeLamports?.toString() ?? null,
    programs: [...new Set(transaction.instructions.map(({ programId }) => programId))],
    ...(memos.length === 0 ? {} : { memos }),
    tips: moves.filter(isTip).map(({ to, lamports }) => ({ to, lamports: lamports.toString() })),
    solMoves,
    ...(otherMoves.length === 0 ? {} : { otherMoves }),
    ...(holdings.length === 0 ? {} : { holdings }),
    ...(otherSales.length === 0 ? {} : { otherSales }),
    ...(otherTrades.length === 0 ? {} : { otherTrades }),
    ...(tradeFees.length === 0 ? {} : { tradeFees }),
    trades: trades.filter(({ baseMint }) => baseMint === mint).map((trade) => toObservedTrade(transaction, trade)),
    tokenMoves: tokenFlows(transaction, mint, accounts, (top, inner) => !isOfTrade(top, inner)).map((flow) => ({
      ...flow,
      amountRaw: flow.amountRaw.toString(),
    })),
  }
}

/** Whether an inner instruction was called, at any depth, by an instruction that traded. Records without stack heights
 *  count everything up to the program's next own call. */
function callsOfTrades(
  transaction: ChainTransaction,
  trades: readonly DexTrade[],
): (top: number, inner: number) => boolean {
  const marked = new Set<string>()
  for (const { instructionPath } of trades) {
    const [top, path] = instructionPath
    const group = transaction.innerInstructions[top] ?? []
    const caller = instructionAt(transaction, instructionPath)
    const height = path < 0 ? 1 : (caller?.stackHeight ?? null)
    for (let inner = path + 1; inner < group.length; inner++) {
      const call = group[inner]!
      if (height !== null && call.stackHeight !== null && call.stackHeight <= height) break
      marked.add(`${top} ${inner}`)
      if (call.stackHeight === null && call.programId === caller?.programId) break
    }
  }
  return (top, inner) => marked.has(`${top} ${inner}`)
}

/** SOL that changed hands. A deposit for a token account is no one's gain, SOL that is wrapped is its owner's. */
function solMovesOf(
  transaction: ChainTransaction,
  accounts: ReadonlyMap<string, SeenTokenAccount>,
  isOfTrade: (top: number, inner: number) => boolean,
): readonly SolTransfer[] {
  const moves: SolTransfer[] = []
  for (const [top, instruction] of transaction.instructions.entries()) {
    if (!isDeposit(instruction)) moves.push(...readMove(instruction))
    for (const [inner, call] of (transaction.innerInstructions[top] ?? []).entries())
      if (!isOfTrade(top, inner) && !isDeposit(call)) moves.push(...readMove(call))
  }
  return moves.flatMap((move) => {
    const account = accounts.get(move.to)
    if (account === undefined) return move.from === move.to ? [] : [move]
    const isGift = account.mint === NATIVE_MINT && account.owner !== move.from
    return isGift ? [{ ...move, to: account.owner }] : []
  })
}

/** SOL that changed hands wrapped: sent as a token, or left in an account that was closed in another's favour (its
 *  rent, where it held another token). */
function wrappedMovesOf(
  transaction: ChainTransaction,
  mint: string,
  accounts: ReadonlyMap<string, SeenTokenAccount>,
  isOfTrade: (top: number, inner: number) => boolean,
): readonly SolTransfer[] {
  if (mint === NATIVE_MINT) return []
  const sent = tokenFlows(transaction, NATIVE_MINT, accounts, (top, inner) => !isOfTrade(top, inner))
  const moves = sent.map(({ from, to, amountRaw }) => ({ from, to, lamports: amountRaw }))
  for (const { account, destination } of closedAccounts(transaction)) {
    const closed = accounts.get(account)
    if (closed === undefined || closed.owner === destination || accounts.has(destination)) continue
    const place = transaction.accountKeys.indexOf(destination)
    const lamports = place < 0 ? 0n : transaction.postBalances[place]! - transaction.preBalances[place]!
    if (lamports > 0n) moves.push({ from: closed.owner, to: destination, lamports })
  }
  return moves
}

/** Other tokens that changed hands: stablecoins are money, and anything that sells can carry it. */
function otherMovesOf(
  transaction: ChainTransaction,
  mint: string,
  accounts: ReadonlyMap<string, SeenTokenAccount>,
  isOfTrade: (top: number, inner: number) => boolean,
): NonNullable<ObservedTransaction['otherMoves']> {
  const mints = [...new Set([...accounts.values()].map((account) => account.mint))].sort()
  return mints
    .filter((other) => other !== mint && other !== NATIVE_MINT)
    .flatMap((other) =>
      tokenFlows(transaction, other, accounts, (top, inner) => !isOfTrade(top, inner)).map((flow) => ({
        mint: other,
        ...flow,
      })),
    )
    .filter(({ amountRaw }) => amountRaw >= LEAST_OTHER_RAW)
    .map((move) => ({ ...move, amountRaw: move.amountRaw.toString() }))
}

/** Trades of other tokens that brought money. */
function otherSalesOf(trades: readonly DexTrade[], mint: string): NonNullable<ObservedTransaction['otherSales']> {
  return trades.flatMap(({ trader: wallet, side, baseMint, quoteMint }) => {
    const [given, got] = side === 'sell' ? [baseMint, quoteMint] : [quoteMint, baseMint]
    const isSale = given !== mint && got !== mint && given !== NATIVE_MINT && isMoney(got)
    return isSale ? [{ wallet, mint: given }] : []
  })
}

/** Trades of other tokens for SOL. */
function otherTradesOf(trades: readonly DexTrade[], mint: string): NonNullable<ObservedTransaction['otherTrades']> {
  return trades.flatMap(({ trader: wallet, side, baseMint, quoteMint, pool, baseAmountRaw, quoteAmountRaw }) =>
    baseMint === mint || quoteMint !== NATIVE_MINT || isMoney(baseMint)
      ? []
      : [
          {
            wallet,
            side,
            mint: baseMint,
            pool,
            baseRaw: baseAmountRaw.toString(),
            lamports: quoteAmountRaw.toString(),
          },
        ],
  )
}

function isMoney(mint: string): boolean {
  return mint === NATIVE_MINT || REGULATED_STABLECOINS.has(mint)
}

/** Whether an instruction makes an account of a program: what it puts there is rent, and no one's gain. */
function isDeposit({ programId, data }: ChainInstruction): boolean {
  if (programId !== SYSTEM_PROGRAM || data.length < CREATE_ACCOUNT_BYTES || readU32(data, 0) !== CREATE_ACCOUNT)
    return false
  return data.subarray(CREATE_ACCOUNT_OWNER_AT, CREATE_ACCOUNT_BYTES).some((byte) => byte !== 0)
}

function isTip({ to }: SolTransfer): boolean {
  return knownAddress(to)?.kind === 'mev'
}

function toObservedTrade(transaction: ChainTransaction, trade: DexTrade): ObservedTrade {
  const held = trade.baseReserveRaw === null ? heldAfter(transaction, trade) : null
  return {
    wallet: trade.trader,
    side: trade.side,
    dex: trade.dex,
    pool: trade.pool,
    baseRaw: trade.baseAmountRaw.toString(),
    quoteRaw: trade.quoteAmountRaw.toString(),
    quoteMint: trade.quoteMint,
    baseReserveRaw: trade.baseReserveRaw?.toString() ?? null,
    quoteReserveRaw: trade.quoteReserveRaw?.toString() ?? null,
    ...(held === null ? {} : { heldBaseRaw: held.baseRaw.toString(), heldQuoteRaw: held.quoteRaw.toString() }),
  }
}
