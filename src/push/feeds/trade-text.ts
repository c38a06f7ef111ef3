import type { TradeEvent } from '../../contract/tape-event.ts'
import { rawToNumber } from '../../contract/units.ts'
import { type Cursors, pathText } from './to-wire.ts'

/** `JSON.stringify(toStreamEvent(tape, trade))` in a fifth of the time: an event of a topic with few subscribers is as
 *  dear to encode as to deliver. Joining texts is most of that, when it is done and when the whole is laid flat, so
 *  what trades have in common is kept joined. Its texts are addresses, hex and names of ours, in which nothing wants
 *  escaping. `cursor` is that of the trade. */
export function streamTradeText(
  tape: Cursors,
  trade: TradeEvent,
  cursor: string = tape.formatCursor(trade.seq),
): string {
  const { amountRaw, quoteAmountRaw } = trade
  const raw = amountRaw.toString()
  const quoteRaw = quoteAmountRaw.toString()
  const market = marketText(trade, tape.isFinalized(trade.chain, trade.slot))
  const amount = amountText(amountRaw, raw, trade.decimals)
  const amountQuote = amountText(quoteAmountRaw, quoteRaw, trade.quoteDecimals)
  return `{"type":"trade","eventId":"${trade.eventId}","chain":"${trade.chain}","cursor":"${cursor}${blockText(trade)}${trade.txIndex}${placeText(trade.path)}${trade.signature}${market}${amount},"amountQuote":${amountQuote},"amountRaw":"${raw}","amountQuoteRaw":"${quoteRaw}","priceUSD":${numberText(trade.priceUsd)},"amountUSD":${numberText(trade.amountUsd)},"maker":"${trade.maker}"}}`
}

type Block = { readonly slot: number; readonly blockTimeSec: number | null; readonly text: string }
let lastBlock: Block = { slot: -1, blockTimeSec: null, text: '' }

/** From the end of the cursor to the number of the transaction: a slot's trades follow each other. */
function blockText({ slot, blockTimeSec }: TradeEvent): string {
  if (slot !== lastBlock.slot || blockTimeSec !== lastBlock.blockTimeSec)
    lastBlock = {
      slot,
      blockTimeSec,
      text: flat(`","block":{"number":${slot},"time":${blockTimeSec}},"position":{"tx":`),
    }
  return lastBlock.text
}

/** There are few paths, and nearly all are short. */
const SHARED_OUTER = 32
const SHARED_INNER = 64
const PLACES: (string | undefined)[] = new Array(SHARED_OUTER * SHARED_INNER)

/** From the end of the transaction's number to its signature. */
function placeText(path: readonly [number, number]): string {
  const [outer, inner] = path
  const made = (): string => flat(`,"log":"${pathText(path)}"},"txHash":"`)
  if (outer >= SHARED_OUTER || inner + 1 >= SHARED_INNER) return made()
  const at = outer * SHARED_INNER + inner + 1
  PLACES[at] ??= made()
  return PLACES[at]
}

type Market = Pick<TradeEvent, 'pool' | 'dex' | 'mint' | 'quoteMint'> & { readonly texts: (string | undefined)[] }

/** The markets traded last, each at a place that a few letters of its pool name: about 2 MB when all are taken. */
const MARKETS: (Market | undefined)[] = new Array(1_024)

/** From the end of the signature to the amount, by side and commitment. */
function marketText(trade: TradeEvent, isFinalized: boolean): string {
  const { pool, dex, mint, quoteMint, side } = trade
  const at = (pool.charCodeAt(5) ^ (pool.charCodeAt(11) << 3) ^ (pool.charCodeAt(17) << 5)) & (MARKETS.length - 1)
  let market = MARKETS[at]
  if (
    market === undefined ||
    market.pool !== pool ||
    market.mint !== mint ||
    market.quoteMint !== quoteMint ||
    market.dex !== dex
  ) {
    const texts = [undefined, undefined, undefined, undefined]
    market = { pool: flat(pool), dex, mint: flat(mint), quoteMint: flat(quoteMint), texts }
    MARKETS[at] = market
  }
  const kind = (side === 'buy' ? 0 : 1) + (isFinalized ? 2 : 0)
  market.texts[kind] ??= flat(
    `","commitment":"${isFinalized ? 'finalized' : 'confirmed'}","trade":{"pool":"${pool}","dex":"${dex}","token":"${mint}","quote":"${quoteMint}","side":"${side}","amount":`,
  )
  return market.texts[kind]
}

/** In one piece and of its own: a joined text would be walked each time it is used, and one cut from a block of the
 *  tape would hold that in memory. */
function flat(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1')
}

/** Decimals of up to so many digits have distinct nearest doubles, so the shortest text of that is themselves. */
const EXACT_DIGITS = 15
/** Below a millionth a number is written with an exponent. */
const MAX_ZEROS = 5
const ZERO = 48

/** The number that an amount in base units is, as JSON has it; `digits` is the amount's own text. Moving the point
 *  costs a fifth of printing a double. */
function amountText(amountRaw: bigint, digits: string, decimals: number): string {
  const { length } = digits
  const whole = length - decimals
  if (length > EXACT_DIGITS || whole < -MAX_ZEROS || amountRaw < 0n) return numberText(rawToNumber(amountRaw, decimals))
  let end = length
  while (end > whole && end > 0 && digits.charCodeAt(end - 1) === ZERO) end--
  if (end === 0) return '0'
  if (whole <= 0) return `0.${'0'.repeat(-whole)}${digits.slice(0, end)}`
  return end === whole ? digits.slice(0, whole) : `${digits.slice(0, whole)}.${digits.slice(whole, end)}`
}

/** A number as JSON has it. */
function numberText(value: number | null): string {
  return value === null || !Number.isFinite(value) ? 'null' : String(value)
}
