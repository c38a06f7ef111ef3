import assert from 'node:assert/strict'
import { anchorEventsOf } from '../../../../../src/chain/solana/anchor-event.ts'
import { ZERO_KEY } from '../../../../../src/chain/solana/borsh-layout.ts'
import { type CurveReserves, quoteBuyExactTokens } from '../../../../../src/chain/solana/dexes/pumpfun/quote.ts'
import { PUMPSWAP_PROGRAM } from '../../../../../src/chain/solana/dexes/pumpswap/addresses.ts'
import {
  type BuyEvent,
  decodeBuyEvent,
  decodeSellEvent,
  type SellEvent,
} from '../../../../../src/chain/solana/dexes/pumpswap/events.ts'
import { quoteBuyExactBase } from '../../../../../src/chain/solana/dexes/pumpswap/quote.ts'
import { associatedTokenAddress } from '../../../../../src/chain/solana/pda.ts'
import { NATIVE_MINT } from '../../../../../src/chain/solana/program-ids.ts'
import { COIN as CURVE_COIN, curveAccounts, NEW_CURVE, readCoinCurve, SETTINGS } from '../pumpfun/curve-accounts.ts'
import {
  POOL_ADDRESS,
  COIN as POOL_COIN,
  POOL_STATE,
  poolAccounts,
  readCoinPool,
  SETTINGS as SWAP_SETTINGS,
} from '../pumpswap/swap-accounts.ts'
import {
  accountsOfTrade,
  assertBrackets,
  exactCost,
  exactOutput,
  FROM_BALANCES,
  heldBefore,
  movedBy,
  type RecordedQuote,
  type RecordedTrade,
} from './recorded-quote.ts'

const CLOCK = { slot: 0, unixSec: 0, epoch: 0 }
/** A curve's price counts 30 SOL and 73 million tokens that are not there; of its tokens 206.9 million are not for
 *  sale. */
const VIRTUAL_LAMPORTS = 30_000_000_000n
const VIRTUAL_TOKENS = 73_000_000_000_000n
const NOT_FOR_SALE = 206_900_000_000_000n
const CURVE_RENT_LAMPORTS = 1_231_920n
const CURVE_TOKENS_AT = 4
/** One hundredth for the protocol in all recordings, and nothing for creators. The program rounded it down until some
 *  day of March 2025 (recordings of the 1st and of 2 April differ), and up since: trades of before are quoted without a
 *  fee, which is put to them here. */
const ROUNDS_UP_SEC = Date.UTC(2025, 2, 15) / 1_000
const FEE_BPS = 100n
const roundedDown = (quoteRaw: bigint): bigint => (quoteRaw * FEE_BPS) / 10_000n

/** A curve's lamports and tokens before, or as the trades before it in the same transaction left them. `left` keeps
 *  those between the trades of a transaction. */
export function quoteCurve(recorded: RecordedTrade, left: Map<string, CurveReserves>): RecordedQuote {
  const { transaction, trade } = recorded
  const key = `${transaction.signature} ${trade.pool}`
  const known = left.get(key)
  const { reserves, from } =
    known === undefined ? curveBefore(recorded) : { reserves: known, from: `${FROM_BALANCES} and the buys in front` }
  const { side, baseAmountRaw, quoteAmountRaw } = trade
  const isOlder = trade.blockTimeSec! < ROUNDS_UP_SEC
  const feeBasisPoints = isOlder ? 0n : FEE_BPS
  const olderFee = (quoteRaw: bigint): bigint => (isOlder ? roundedDown(quoteRaw) : 0n)
  const curve = { ...NEW_CURVE, ...reserves, creator: ZERO_KEY }
  const read = readCoinCurve(curveAccounts({ curve, global: { ...SETTINGS, feeBasisPoints } }))
  assert(read.ok, read.ok ? '' : read.message)
  const pool = read.value
  if (side === 'sell') {
    const outRaw = pool.quote(CURVE_COIN, baseAmountRaw, CLOCK)!.amountOutRaw
    assert.equal(outRaw - olderFee(outRaw), quoteAmountRaw, trade.signature)
    return exactOutput(from)
  }
  const rates = { protocolFeeBps: feeBasisPoints, creatorFeeBps: 0n }
  const bought = quoteBuyExactTokens(reserves, rates, baseAmountRaw)!
  assert.equal(bought.traderQuote + olderFee(bought.traderQuote), quoteAmountRaw, trade.signature)
  left.set(key, bought.after)
  const order = { inRaw: bought.traderQuote, outRaw: baseAmountRaw, roomRaw: 1n, label: trade.signature }
  assertBrackets((raw) => pool.quote(NATIVE_MINT, raw, CLOCK), order)
  return exactCost(from)
}

function curveBefore(recorded: RecordedTrade): { readonly reserves: CurveReserves; readonly from: string } {
  const { transaction, trade } = recorded
  const lamports = transaction.preBalances[transaction.accountKeys.indexOf(trade.pool)]!
  if (lamports === 0n) return { reserves: NEW_CURVE, from: 'the start of every curve: made in the same transaction' }
  const realQuoteReserves = lamports - CURVE_RENT_LAMPORTS
  const { amountRaw } = heldBefore(transaction, accountsOfTrade(recorded)[CURVE_TOKENS_AT]!)
  const reserves = {
    virtualTokenReserves: amountRaw + VIRTUAL_TOKENS,
    virtualQuoteReserves: realQuoteReserves + VIRTUAL_LAMPORTS,
    realTokenReserves: amountRaw - NOT_FOR_SALE,
    realQuoteReserves,
  }
  return { reserves, from: FROM_BALANCES }
}

const [POOL_BASE_AT, POOL_QUOTE_AT] = [7, 8]

/** A pool's two vaults before; the rates are those of the swap's event, which hang on the token's market value. */
export function quotePumpSwap(recorded: RecordedTrade): RecordedQuote {
  const { transaction, trade } = recorded
  const accounts = accountsOfTrade(recorded)
  const [base, quote] = [POOL_BASE_AT, POOL_QUOTE_AT].map((at) => heldBefore(transaction, accounts[at]!))
  const event = eventOf(recorded)
  const isSolFirst = base!.mint === NATIVE_MINT
  const [baseMint, quoteMint] = isSolFirst ? [NATIVE_MINT, POOL_COIN] : [POOL_COIN, NATIVE_MINT]
  const read = readCoinPool(
    poolAccounts({
      pool: {
        ...POOL_STATE,
        baseMint,
        quoteMint,
        poolBaseTokenAccount: associatedTokenAddress(POOL_ADDRESS, baseMint),
        poolQuoteTokenAccount: associatedTokenAddress(POOL_ADDRESS, quoteMint),
        coinCreator: event.coinCreator === ZERO_KEY ? ZERO_KEY : POOL_STATE.coinCreator,
        virtualQuoteReserves: event.virtualQuoteReserves,
      },
      settings: {
        ...SWAP_SETTINGS,
        lpFeeBasisPoints: event.lpFeeBasisPoints,
        protocolFeeBasisPoints: event.protocolFeeBasisPoints,
        coinCreatorFeeBasisPoints: event.coinCreatorFeeBasisPoints,
      },
      balances: { base: base!.amountRaw, quote: quote!.amountRaw },
    }),
  )
  assert(read.ok, read.ok ? '' : read.message)
  const { inRaw, outRaw } = movedBy(trade)
  const ask = (inputMint: string) => (raw: bigint) => read.value.quote(inputMint, raw, CLOCK)
  if (!('baseAmountOut' in event)) {
    assert.equal(ask(baseMint)(inRaw)?.amountOutRaw, outRaw, trade.signature)
    return exactOutput(FROM_BALANCES)
  }
  const reserves = { base: base!.amountRaw, quote: quote!.amountRaw, virtualQuote: event.virtualQuoteReserves }
  const rates = {
    lpFeeBps: event.lpFeeBasisPoints,
    protocolFeeBps: event.protocolFeeBasisPoints,
    creatorFeeBps: event.coinCreatorFeeBasisPoints,
  }
  assert.equal(quoteBuyExactBase(reserves, rates, event.baseAmountOut)?.traderQuote, inRaw, trade.signature)
  // One unit of the base is worth many of the quote where SOL is the base.
  const unitRaw = quote!.amountRaw / base!.amountRaw + 2n
  assertBrackets(ask(quoteMint), { inRaw, outRaw, roomRaw: unitRaw, label: trade.signature })
  return exactCost(FROM_BALANCES)
}

function eventOf({ transaction, trade }: RecordedTrade): BuyEvent | SellEvent {
  const found = anchorEventsOf(transaction, PUMPSWAP_PROGRAM)
    .filter(({ path }) => path.join() === trade.instructionPath.join())
    .map(({ bytes }) => decodeBuyEvent(bytes) ?? decodeSellEvent(bytes))
    .find((event) => event !== null)
  assert(found, trade.signature)
  return found
}
