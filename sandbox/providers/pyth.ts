import { WSOL_MINT } from '../../src/contract/mints.ts'
import type { Market } from './market.ts'
import { candlesOfPath, pathOfToken } from './price-path.ts'
import type { Provider, ProviderReply } from './provider-reply.ts'

const SOL_USD_FEED = 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d'
const SOL_USD_SYMBOL = 'Crypto.SOL/USD'
const EXPO = -8
/** Publishers of a liquid feed disagree by about this share. */
const CONFIDENCE_SHARE = 0.0005
const MAX_BARS = 5_000
const STEP_SECS: Readonly<Record<string, number>> = {
  '1': 60,
  '5': 300,
  '15': 900,
  '60': 3_600,
  '240': 14_400,
  '1D': 86_400,
  D: 86_400,
}

type PythSources = { readonly market: Market }

/** Pyth's SOL/USD feed (Hermes) and its bars (Benchmarks) on one address. Source: the provider's OpenAPI
 *  description. */
export function createPyth(sources: PythSources): Provider {
  return {
    prefix: '/pyth',
    handle({ path, query }) {
      if (path === '/v2/updates/price/latest') return latest(sources, query.getAll('ids[]'))
      if (path === '/v1/shims/tradingview/history') return bars(sources, query)
      return text(404, 'Not Found')
    },
  }
}

function latest(sources: PythSources, ids: readonly string[]): ProviderReply {
  const { market } = sources
  if (ids.length === 0) return text(400, 'Failed to deserialize query string: missing field `ids`')
  const unknown = ids.filter((id) => id.replace(/^0x/, '').toLowerCase() !== SOL_USD_FEED)
  const usd = market.priceUsd(WSOL_MINT)
  if (unknown.length > 0 || usd === null) return text(404, `Price ids not found: ${unknown.join(', ')}`)
  const price = {
    price: String(Math.round(usd * 10 ** -EXPO)),
    conf: String(Math.round(usd * CONFIDENCE_SHARE * 10 ** -EXPO)),
    expo: EXPO,
    publish_time: market.nowSec(),
  }
  return {
    status: 200,
    body: {
      binary: { encoding: 'hex', data: [] },
      parsed: [
        {
          id: SOL_USD_FEED,
          price,
          ema_price: price,
          metadata: { slot: null, proof_available_time: market.nowSec(), prev_publish_time: market.nowSec() - 1 },
        },
      ],
    },
  }
}

function bars(sources: PythSources, query: URLSearchParams): ProviderReply {
  const { market } = sources
  const stepSec = STEP_SECS[query.get('resolution') ?? '']
  const fromSec = Number(query.get('from'))
  const toSec = Number(query.get('to'))
  if (query.get('symbol') !== SOL_USD_SYMBOL || stepSec === undefined)
    return { status: 200, body: { s: 'error', errmsg: 'Unknown symbol or resolution' } }
  if (!(toSec > fromSec) || (toSec - fromSec) / stepSec > MAX_BARS)
    return { status: 400, body: { s: 'error', errmsg: 'Invalid range' } }
  const startSec = fromSec - (fromSec % stepSec)
  // A past of a month is asked for in many parts, each of which would else be told up to now. The last bar is whole.
  const path = pathOfToken(market, WSOL_MINT, startSec, toSec + stepSec)
  const rows = candlesOfPath(path, stepSec).filter((bar) => bar.startSec >= startSec && bar.startSec <= toSec)
  if (rows.length === 0) return { status: 200, body: { s: 'no_data' } }
  return {
    status: 200,
    body: {
      s: 'ok',
      t: rows.map((row) => row.startSec),
      o: rows.map(({ open }) => open),
      h: rows.map(({ high }) => high),
      l: rows.map(({ low }) => low),
      c: rows.map(({ close }) => close),
      v: rows.map(() => 0),
    },
  }
}

/** Errors are plain text. */
function text(status: number, message: string): ProviderReply {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: Buffer.from(message) }
}
