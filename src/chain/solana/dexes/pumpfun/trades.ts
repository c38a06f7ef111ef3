import { readU64 } from '../../../../hot-paths/account-layouts.ts'
import { type AnchorEvent, anchorEventsOf, startsWith } from '../../anchor-event.ts'
import { ZERO_KEY } from '../../borsh-layout.ts'
import { callsOf, instructionAt } from '../../instruction-at.ts'
import { SYSTEM_PROGRAM } from '../../program-ids.ts'
import type { ChainTransaction } from '../../transaction.ts'
import type { DexLaunch, DexTrade } from '../dex.ts'
import { BUY_ACCOUNTS, BUY_V2_ACCOUNTS, PUMP_TAGS } from './account-lists.ts'
import { bondingCurvePda, PUMP_PROGRAM, SOL_LIKE_MINTS } from './addresses.ts'
import {
  decodeCreateEvent,
  decodeMigrationEvent,
  decodeTradeFacts,
  TRADE_EVENT_BYTES_WITHOUT_FEES,
  type TradeFacts,
} from './events.ts'
import { BPS, feeOf } from './fees.ts'
import { spellQuoteMint } from './pools.ts'

/** Fee of the program before creator fees; its events do not say it. It was rounded down in recorded trades up to slot
 *  323,876,932 (March 2025) and up in those from 330,900,240 (April) on; where between is not known. */
const EARLY_FEE_BPS = 100n
const EARLY_FEE_ROUNDED_UP_FROM_SLOT = 327_000_000
const FEE_RECIPIENT_INDEX = BUY_ACCOUNTS.names.indexOf('feeRecipient')
const CURVE_INDEX = BUY_ACCOUNTS.names.indexOf('bondingCurve')
const CURVE_INDEX_V2 = BUY_V2_ACCOUNTS.names.indexOf('bondingCurve')
const LEGACY_TRADE_TAGS = [PUMP_TAGS.buy, PUMP_TAGS.buyExactSolIn, PUMP_TAGS.sell]
const V2_TRADE_TAGS = [PUMP_TAGS.buyV2, PUMP_TAGS.buyExactQuoteInV2, PUMP_TAGS.sellV2]

/** Trades on curves in a transaction, direct or through other programs. The trader is the event's user when that wallet
 *  signed, else the fee payer: routers trade through an account of their own. */
export function decodeCurveTrades(transaction: ChainTransaction): readonly DexTrade[] {
  const trades: DexTrade[] = []
  for (const event of anchorEventsOf(transaction, PUMP_PROGRAM)) {
    const trade = decodeTradeFacts(event.bytes)
    if (trade !== null) trades.push(toTrade(transaction, event, trade))
  }
  return trades
}

/** Tokens that were created and curves that graduated. */
export function decodeCurveLaunches(transaction: ChainTransaction): readonly DexLaunch[] {
  const launches: DexLaunch[] = []
  for (const event of anchorEventsOf(transaction, PUMP_PROGRAM)) {
    const launch = launchOf(transaction, event)
    if (launch !== null) launches.push(launch)
  }
  return launches
}

function toTrade(transaction: ChainTransaction, event: AnchorEvent, trade: TradeFacts): DexTrade {
  // Quoted in SOL: both spellings of the amounts agree, but only the older one is in older events.
  const isSol = SOL_LIKE_MINTS.has(trade.quoteMint)
  const gross = isSol ? trade.solAmount : trade.quoteAmount
  const fees = feesOf(transaction, event, trade)
  return {
    dex: 'pumpfun',
    programId: PUMP_PROGRAM,
    pool: curveOf(transaction, event, trade.mint),
    signature: transaction.signature,
    instructionPath: event.path,
    slot: transaction.slot,
    blockTimeSec: transaction.blockTimeSec,
    indexInBlock: transaction.indexInBlock,
    side: trade.isBuy ? 'buy' : 'sell',
    trader: transaction.signers.includes(trade.user) ? trade.user : transaction.feePayer,
    baseMint: trade.mint,
    quoteMint: spellQuoteMint(trade.quoteMint),
    baseAmountRaw: trade.tokenAmount,
    quoteAmountRaw: trade.isBuy ? gross + fees : gross - fees,
    baseReserveRaw: trade.virtualTokenReserves,
    quoteReserveRaw: isSol ? trade.virtualSolReserves : trade.virtualQuoteReserves,
  }
}

/** Fees the trader paid on top (buy) or was short of (sell). */
function feesOf(transaction: ChainTransaction, event: AnchorEvent, trade: TradeFacts): bigint {
  if (event.bytes.length > TRADE_EVENT_BYTES_WITHOUT_FEES) return trade.fee + trade.creatorFee
  // A buy's fee went out as a transfer of the user's, next to the one into the curve.
  const transfers = trade.isBuy ? callsOf(transaction, event.path).filter(isLamportTransfer) : []
  if (transfers.length === 0) return earlyFee(transaction, event, trade)
  const curve = curveOf(transaction, event, trade.mint)
  return transfers.reduce((sum, { accounts, data }) => (accounts[1] === curve ? sum : sum + readU64(data, 4)), 0n)
}

/** A sell's fee left the curve without a transfer: the gain of its recipient shows the rounding, if it gained nothing
 *  else. */
function earlyFee(transaction: ChainTransaction, event: AnchorEvent, trade: TradeFacts): bigint {
  const roundedDown = (trade.solAmount * EARLY_FEE_BPS) / BPS
  const roundedUp = feeOf(trade.solAmount, EARLY_FEE_BPS)
  const recipient = instructionAt(transaction, event.path)?.accounts[FEE_RECIPIENT_INDEX]
  const index = recipient === undefined ? -1 : transaction.accountKeys.indexOf(recipient)
  const gained = index < 0 ? -1n : transaction.postBalances[index]! - transaction.preBalances[index]!
  if (gained === roundedDown || gained === roundedUp) return gained
  return transaction.slot < EARLY_FEE_ROUNDED_UP_FROM_SLOT ? roundedDown : roundedUp
}

function isLamportTransfer({ programId, data }: { programId: string; data: Uint8Array }): boolean {
  return programId === SYSTEM_PROGRAM && data.length === 12 && data[0] === 2
}

/** Address of the traded curve: named by the instruction, derived where the instruction is of a kind we do not know. */
function curveOf(transaction: ChainTransaction, event: AnchorEvent, mint: string): string {
  const instruction = instructionAt(transaction, event.path)
  if (instruction !== undefined) {
    const { accounts, data } = instruction
    if (LEGACY_TRADE_TAGS.some((tag) => startsWith(data, tag))) return accounts[CURVE_INDEX] ?? derive(mint)
    if (V2_TRADE_TAGS.some((tag) => startsWith(data, tag))) return accounts[CURVE_INDEX_V2] ?? derive(mint)
  }
  return derive(mint)
}

function derive(mint: string): string {
  return bondingCurvePda(mint).address
}

function launchOf(transaction: ChainTransaction, event: AnchorEvent): DexLaunch | null {
  const place = {
    dex: 'pumpfun',
    signature: transaction.signature,
    instructionPath: event.path,
    slot: transaction.slot,
    blockTimeSec: transaction.blockTimeSec,
  } as const
  const created = decodeCreateEvent(event.bytes)
  if (created !== null) {
    const { name, symbol, uri, mint, bondingCurve, user, creator, quoteMint } = created
    return {
      ...place,
      kind: 'launch',
      pool: bondingCurve,
      mint,
      quoteMint: spellQuoteMint(quoteMint),
      // Events of 2024 end after the user, who was the creator.
      creator: creator === ZERO_KEY ? user : creator,
      name,
      symbol,
      uri,
    }
  }
  const migrated = decodeMigrationEvent(event.bytes)
  if (migrated === null) return null
  const nameless = { creator: null, name: null, symbol: null, uri: null }
  const { pool, mint, quoteMint } = migrated
  return { ...place, ...nameless, kind: 'graduation', pool, mint, quoteMint: spellQuoteMint(quoteMint) }
}
