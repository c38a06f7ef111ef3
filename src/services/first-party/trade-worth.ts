import { WSOL_MINT } from '../../contract/mints.ts'
import type { TradeEvent } from '../../contract/tape-event.ts'
import type { Worth } from '../cost-basis/types.ts'

const USD_MICROS = 1_000_000

/** What a trade was worth: exact in lamports where it was paid in SOL, in dollars as the tape valued it then. */
export function worthOf({ quoteMint, quoteAmountRaw, amountUsd }: TradeEvent): Worth {
  return {
    lamports: quoteMint === WSOL_MINT ? quoteAmountRaw : null,
    usdMicros: amountUsd === null ? null : toMicros(amountUsd),
  }
}

/** Dollars to millionths of a dollar, rounded. */
export function toMicros(usd: number): bigint {
  return BigInt(Math.round(usd * USD_MICROS))
}

export function microsToUsd(micros: bigint): number {
  return Number(micros) / USD_MICROS
}
