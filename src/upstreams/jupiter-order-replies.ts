import Type, { type Static, type TSchema } from 'typebox'
import { compileReply } from '../runtime/reply-check.ts'
import { U64Text } from '../runtime/reply-ranges.ts'
import { readIsoMs } from './decimal-text.ts'
import { AddressOrNull, SolanaAddress } from './solana-address.ts'
import type { DcaPosition, LimitOrder, OrderFill } from './swap-capabilities.ts'

/* Replies of Trigger v1 (limit orders) and Recurring v1 (DCA). Amounts are texts on the wire; numbers, which a client
 * in between may have made of them, are read from their digits. */

const maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))
/** A text of digits, or a `WrittenNumber`. */
const Amount = Type.Union([U64Text, Type.Object({ text: U64Text })])
const Count = Type.Union([
  Type.String({ pattern: '^\\d{1,9}$' }),
  Type.Object({ text: Type.String({ pattern: '^\\d{1,9}$' }) }),
])
const Text = Type.String()

const TradeRow = Type.Object({
  txId: Text,
  rawInputAmount: Amount,
  rawOutputAmount: Amount,
  feeMint: maybe(AddressOrNull),
  rawFeeAmount: maybe(Amount),
  confirmedAt: maybe(Text),
})
const Common = {
  orderKey: SolanaAddress,
  inputMint: SolanaAddress,
  outputMint: SolanaAddress,
  createdAt: maybe(Text),
  updatedAt: maybe(Text),
  openTx: maybe(Text),
  closeTx: maybe(Text),
  trades: maybe(Type.Array(TradeRow)),
}
const TriggerRow = Type.Object({
  ...Common,
  userPubkey: Text,
  rawMakingAmount: Amount,
  rawTakingAmount: Amount,
  rawRemainingMakingAmount: Amount,
  rawRemainingTakingAmount: Amount,
  slippageBps: maybe(Count),
  expiredAt: maybe(Text),
  status: Text,
})
const RecurringRow = Type.Object({
  ...Common,
  /** Missing from what a client wrote down; the page then says whose it is. */
  userPubkey: maybe(Text),
  rawInDeposited: Amount,
  rawInWithdrawn: Amount,
  rawInUsed: Amount,
  rawOutReceived: Amount,
  rawOutWithdrawn: Amount,
  rawInAmountPerCycle: maybe(Amount),
  rawMinOutAmount: maybe(Amount),
  rawMaxOutAmount: maybe(Amount),
  cycleFrequency: maybe(Count),
  userClosed: maybe(Type.Boolean()),
})

const Page = {
  user: Text,
  page: maybe(Count),
  totalPages: maybe(Count),
  /** In an older text of the documentation, in the place of the number of pages. */
  hasMoreData: maybe(Type.Boolean()),
}
export const TriggerPage = Type.Object({ ...Page, orders: Type.Array(Type.Unknown()) })
export const RecurringPage = Type.Object({ ...Page, time: Type.Array(Type.Unknown()) })
export const TransactionReply = Type.Object({
  requestId: Type.String(),
  transaction: Type.String({ minLength: 1 }),
  /** Of what is created: another than the transaction's own is refused, so it stays what it is. */
  order: maybe(Type.String()),
})

const triggerCheck = compileReply(TriggerRow)
const recurringCheck = compileReply(RecurringRow)

/** A row of a wallet's list: another wallet's is none. */
export function isTriggerRow(row: unknown, wallet: string): row is Static<typeof TriggerRow> {
  return triggerCheck.matches(row) && row.userPubkey === wallet
}

/** `user`: whose rows the page says it holds. */
export function isRecurringRow(
  row: unknown,
  { user, wallet }: { readonly user: string; readonly wallet: string },
): row is Static<typeof RecurringRow> {
  return recurringCheck.matches(row) && (row.userPubkey ?? user) === wallet
}

export function toLimitOrder(row: Static<typeof TriggerRow>): LimitOrder {
  return {
    ...commonOf(row),
    wallet: row.userPubkey,
    makingRaw: digits(row.rawMakingAmount),
    takingRaw: digits(row.rawTakingAmount),
    remainingMakingRaw: digits(row.rawRemainingMakingAmount),
    remainingTakingRaw: digits(row.rawRemainingTakingAmount),
    slippageBps: countOf(row.slippageBps),
    expiredAt: endOf(row.expiredAt),
    status: row.status,
  }
}

export function toDcaPosition(row: Static<typeof RecurringRow>, user: string): DcaPosition {
  return {
    ...commonOf(row),
    wallet: row.userPubkey ?? user,
    depositedRaw: digits(row.rawInDeposited),
    withdrawnRaw: digits(row.rawInWithdrawn),
    usedRaw: digits(row.rawInUsed),
    perCycleRaw: maybeDigits(row.rawInAmountPerCycle),
    receivedRaw: digits(row.rawOutReceived),
    receivedWithdrawnRaw: digits(row.rawOutWithdrawn),
    minOutRaw: maybeDigits(row.rawMinOutAmount),
    maxOutRaw: maybeDigits(row.rawMaxOutAmount),
    cycleSecs: countOf(row.cycleFrequency),
    userClosed: row.userClosed ?? null,
  }
}

/** Number of this page and of all. */
export function pagesOf(
  reply: Pick<Static<typeof TriggerPage>, 'page' | 'totalPages' | 'hasMoreData'>,
  asked: number,
): { readonly page: number; readonly totalPages: number } {
  const page = countOf(reply.page) ?? asked
  return { page, totalPages: countOf(reply.totalPages) ?? (reply.hasMoreData ? page + 1 : page) }
}

type Row = Static<typeof TriggerRow> | Static<typeof RecurringRow>

function commonOf(row: Row) {
  return {
    key: row.orderKey,
    inputMint: row.inputMint,
    outputMint: row.outputMint,
    createdAt: pastOf(row.createdAt),
    updatedAt: pastOf(row.updatedAt),
    // Empty while there is none.
    openSignature: row.openTx || null,
    closeSignature: row.closeTx || null,
    fills: (row.trades ?? []).map(toFill),
  }
}

function toFill(trade: Static<typeof TradeRow>): OrderFill {
  return {
    signature: trade.txId,
    inputRaw: digits(trade.rawInputAmount),
    outputRaw: digits(trade.rawOutputAmount),
    feeMint: trade.feeMint ?? null,
    feeRaw: maybeDigits(trade.rawFeeAmount),
    confirmedAt: pastOf(trade.confirmedAt),
  }
}

/** A time that has been, as it was written. */
function pastOf(text: string | null | undefined): string | null {
  return readIsoMs(text) === null ? null : text!
}

const FIRST_ORDER_MS = Date.UTC(2020, 0)

/** A time that may be to come. */
function endOf(text: string | null | undefined): string | null {
  return Date.parse(text ?? '') >= FIRST_ORDER_MS ? text! : null
}

type Written = string | { readonly text: string }

function digits(value: Written): string {
  return typeof value === 'string' ? value : value.text
}

function maybeDigits(value: Written | null | undefined): string | null {
  return value === null || value === undefined ? null : digits(value)
}

function countOf(value: Written | null | undefined): number | null {
  return value === null || value === undefined ? null : Number(digits(value))
}
