import { DAY_SECS, HOUR_SECS } from '../../src/config/durations.ts'
import { WSOL_MINT } from '../../src/contract/mints.ts'
import { SOL_SUPPLY } from '../world/well-known.ts'
import { answerPoolIndex, type PoolIndexSources } from './geckoterminal.ts'
import { candlesOfPath, pathOfToken } from './price-path.ts'
import type { Provider, ProviderReply } from './provider-reply.ts'

const ONCHAIN = '/onchain'
const MAX_DAYS = 365

/** CoinGecko's SOL price and chart, and its pool index below `/onchain`. Source: its OpenAPI file. */
export function createCoingecko(sources: PoolIndexSources): Provider {
  const { market } = sources
  return {
    prefix: '/coingecko',
    handle(request) {
      const { path, query } = request
      if (path.startsWith(`${ONCHAIN}/`))
        return answerPoolIndex(sources, { ...request, path: path.slice(ONCHAIN.length) })
      if (path === '/simple/price') return simplePrice(query)
      if (path === '/coins/solana/market_chart') return marketChart(query)
      return { status: 404, body: { error: 'coin not found' } }
    },
  }

  function simplePrice(query: URLSearchParams): ProviderReply {
    const ids = (query.get('ids') ?? '').split(',')
    const usd = market.priceUsd(WSOL_MINT)
    if (!ids.includes('solana') || usd === null) return { status: 200, body: {} }
    const pool = market.mainPool(WSOL_MINT)!
    const change = market.window(pool, 'h24').priceChangePct
    return {
      status: 200,
      body: {
        solana: {
          usd,
          ...(query.get('include_24hr_change') === 'true' ? { usd_24h_change: change } : {}),
          ...(query.get('include_last_updated_at') === 'true' ? { last_updated_at: market.nowSec() } : {}),
        },
      },
    }
  }

  /** A day in points of 5 minutes, up to 90 days hourly, more daily; the price now at the end. */
  function marketChart(query: URLSearchParams): ProviderReply {
    const days = Number(query.get('days'))
    if (!Number.isFinite(days) || days <= 0 || days > MAX_DAYS)
      return { status: 401, body: { status: { error_code: 10_012, error_message: 'days out of range' } } }
    const nowSec = market.nowSec()
    const stepSec = days <= 1 ? 300 : days <= 90 ? HOUR_SECS : DAY_SECS
    const path = pathOfToken(market, WSOL_MINT, nowSec - days * DAY_SECS)
    const candles = candlesOfPath(path, stepSec)
    const points = candles.map(({ startSec, close, volumeUsd }, at) => ({
      timeMs: (at === candles.length - 1 ? nowSec : startSec + stepSec - 1) * 1_000,
      close,
      volumeUsd,
    }))
    return {
      status: 200,
      body: {
        prices: points.map(({ timeMs, close }) => [timeMs, close]),
        market_caps: points.map(({ timeMs, close }) => [timeMs, close * SOL_SUPPLY]),
        total_volumes: points.map(({ timeMs, volumeUsd }) => [timeMs, volumeUsd]),
      },
    }
  }
}
