import type { CandleRow } from '../../contract/chart.ts'
import type { TokenPriceEntry } from '../../contract/token.ts'
import type { UdfQuote } from '../../contract/udf.ts'
import { EXCHANGE } from './describe-symbol.ts'

/** Rows of `quotes`. `name` is the symbol as it was asked for: libraries look for it. */
export function quoteOfPrice(name: string, { priceUsd, priceChange24h, volume24h }: TokenPriceEntry): UdfQuote {
  return {
    s: 'ok',
    n: name,
    v: {
      ...{ short_name: name, exchange: EXCHANGE, description: `${name} / USD`, lp: priceUsd },
      ...(volume24h !== null && { volume: volume24h }),
      ...changeOf(priceUsd, priceChange24h),
    },
  }
}

export function quoteOfCandle(name: string, { c, v }: CandleRow): UdfQuote {
  return {
    s: 'ok',
    n: name,
    v: {
      ...{ short_name: name, exchange: EXCHANGE, description: `${name} / USD`, lp: c },
      ...(v !== null && { volume: v }),
    },
  }
}

export function noQuote(name: string): UdfQuote {
  return { s: 'error', n: name, v: {} }
}

/** The change in USD follows from the percent; a token that lost all of its price had one that cannot be computed. */
function changeOf(priceUsd: number, percent: number | null): { chp?: number; ch?: number; prev_close_price?: number } {
  if (percent === null) return {}
  const before = priceUsd / (1 + percent / 100)
  if (!Number.isFinite(before) || percent <= -100) return { chp: percent }
  return { chp: percent, ch: priceUsd - before, prev_close_price: before }
}
