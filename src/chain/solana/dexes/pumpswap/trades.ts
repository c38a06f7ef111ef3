import { type AnchorEvent, anchorEventsOf } from '../../anchor-event.ts'
import { ZERO_KEY } from '../../borsh-layout.ts'
import { instructionAt } from '../../instruction-at.ts'
import type { ChainTransaction } from '../../transaction.ts'
import type { DexLaunch, DexTrade } from '../dex.ts'
import { SWAP_BUY_ACCOUNTS } from './account-lists.ts'
import { PUMPSWAP_PROGRAM } from './addresses.ts'
import { type BuyFacts, decodeBuyFacts, decodeCreatePoolEvent, decodeSellFacts, type SellFacts } from './events.ts'
import { isFlipped } from './pools.ts'

const POOL_INDEX = SWAP_BUY_ACCOUNTS.names.indexOf('pool')
const BASE_MINT_INDEX = SWAP_BUY_ACCOUNTS.names.indexOf('baseMint')
const QUOTE_MINT_INDEX = SWAP_BUY_ACCOUNTS.names.indexOf('quoteMint')

/** One trade as the program logs it, before it is oriented to the token. */
type RawTrade = {
  readonly isBuy: boolean
  readonly pool: string
  readonly user: string
  readonly base: bigint
  readonly quote: bigint
  readonly baseAfter: bigint
  readonly quoteAfter: bigint
}
type Mints = { readonly baseMint: string; readonly quoteMint: string }

/** Trades in PumpSwap pools in a transaction, direct or through other programs. The trader is the event's user when
 *  that wallet signed, else the fee payer: routers trade through an account of their own. Where a pool has money as its
 *  base and a token as its quote, the trade is from the token's side. A trade whose mints the record does not show is
 *  left out. */
export function decodeSwapTrades(transaction: ChainTransaction): readonly DexTrade[] {
  const trades: DexTrade[] = []
  for (const event of anchorEventsOf(transaction, PUMPSWAP_PROGRAM)) {
    const raw = readTrade(event)
    const mints = raw === null ? null : mintsOf(transaction, event, raw)
    if (raw !== null && mints !== null) trades.push(toTrade(transaction, event, raw, mints))
  }
  return trades
}

/** Pools that were made, by graduation or by anyone. */
export function decodeSwapLaunches(transaction: ChainTransaction): readonly DexLaunch[] {
  const launches: DexLaunch[] = []
  for (const event of anchorEventsOf(transaction, PUMPSWAP_PROGRAM)) {
    const made = decodeCreatePoolEvent(event.bytes)
    if (made === null) continue
    const flipped = isFlipped(made)
    launches.push({
      dex: 'pumpswap',
      kind: 'pool',
      pool: made.pool,
      mint: flipped ? made.quoteMint : made.baseMint,
      quoteMint: flipped ? made.baseMint : made.quoteMint,
      creator: made.coinCreator === ZERO_KEY ? made.creator : made.coinCreator,
      name: null,
      symbol: null,
      uri: null,
      signature: transaction.signature,
      instructionPath: event.path,
      slot: transaction.slot,
      blockTimeSec: transaction.blockTimeSec,
    })
  }
  return launches
}

function readTrade(event: AnchorEvent): RawTrade | null {
  const buy = decodeBuyFacts(event.bytes)
  if (buy !== null) return fromBuy(buy)
  const sell = decodeSellFacts(event.bytes)
  return sell === null ? null : fromSell(sell)
}

/** Events state the balances before the trade. */
function fromBuy(event: BuyFacts): RawTrade {
  return {
    isBuy: true,
    pool: event.pool,
    user: event.user,
    base: event.baseAmountOut,
    quote: event.userQuoteAmountIn,
    baseAfter: event.poolBaseTokenReserves - event.baseAmountOut,
    quoteAfter: event.poolQuoteTokenReserves + event.quoteAmountInWithLpFee + event.virtualQuoteReserves,
  }
}

function fromSell(event: SellFacts): RawTrade {
  return {
    isBuy: false,
    pool: event.pool,
    user: event.user,
    base: event.baseAmountIn,
    quote: event.userQuoteAmountOut,
    baseAfter: event.poolBaseTokenReserves + event.baseAmountIn,
    quoteAfter: event.poolQuoteTokenReserves - event.quoteAmountOutWithoutLpFee + event.virtualQuoteReserves,
  }
}

/** The events do not name the mints. Every trade instruction has pool and mints in the same places; for an instruction
 *  that trades several pools at once, the pool's own token balances tell. */
function mintsOf(transaction: ChainTransaction, event: AnchorEvent, trade: RawTrade): Mints | null {
  const accounts = instructionAt(transaction, event.path)?.accounts ?? []
  const baseMint = accounts[BASE_MINT_INDEX]
  const quoteMint = accounts[QUOTE_MINT_INDEX]
  if (accounts[POOL_INDEX] === trade.pool && baseMint !== undefined && quoteMint !== undefined)
    return { baseMint, quoteMint }
  const before = new Map(transaction.preTokenBalances.map((row) => [row.accountIndex, row.amountRaw]))
  const held = transaction.postTokenBalances.filter((row) => row.owner === trade.pool)
  const moved = trade.isBuy ? -trade.base : trade.base
  const base = held.find((row) => row.amountRaw - (before.get(row.accountIndex) ?? 0n) === moved)
  const quote = held.find((row) => row.mint !== base?.mint)
  return base === undefined || quote === undefined ? null : { baseMint: base.mint, quoteMint: quote.mint }
}

function toTrade(transaction: ChainTransaction, event: AnchorEvent, raw: RawTrade, mints: Mints): DexTrade {
  const flipped = isFlipped(mints)
  return {
    dex: 'pumpswap',
    programId: PUMPSWAP_PROGRAM,
    pool: raw.pool,
    signature: transaction.signature,
    instructionPath: event.path,
    slot: transaction.slot,
    blockTimeSec: transaction.blockTimeSec,
    indexInBlock: transaction.indexInBlock,
    side: raw.isBuy === flipped ? 'sell' : 'buy',
    trader: transaction.signers.includes(raw.user) ? raw.user : transaction.feePayer,
    baseMint: flipped ? mints.quoteMint : mints.baseMint,
    quoteMint: flipped ? mints.baseMint : mints.quoteMint,
    baseAmountRaw: flipped ? raw.quote : raw.base,
    quoteAmountRaw: flipped ? raw.base : raw.quote,
    baseReserveRaw: flipped ? raw.quoteAfter : raw.baseAfter,
    quoteReserveRaw: flipped ? raw.baseAfter : raw.quoteAfter,
  }
}
