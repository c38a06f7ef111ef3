import { rulesOf } from './engine-rule.ts'

const READS = 'test/rules/parameters.test.ts'
const HERE = 'test/rules/sol-history.test.ts'
const SOL = 'test/routes/market/sol-price-history.test.ts'
const POOL = 'test/routes/market/pool-ohlcv.test.ts'
const DOWN = 'test/routes/market-degradation.test.ts'

const ALL_DOWN = 'everything down: 502 with the word of each route'
const STALE_POOL = 'pool candles known before are served with stale: true for five minutes while the providers fail'
const RANGES = 'each range in its native period, ascending, at most 300 points; the last one is the SOL price'
const LIVES = 'answers live 60 s, 5 min, 15 min and 30 min'
const BOUNDED = 'from and to bound the candles; a from that is not before to and times that are no numbers are ignored'

export const MARKET_RULES = [
  ...rulesOf('sol-history', 'GET /api/v2/market/sol-price/history', [
    [
      'range.default',
      '4.3: `range` is `24h` by default, others fall back',
      [READS, 'range of the SOL price is one of four, 24h by default and for anything else'],
      'solPriceHistory.query',
    ],
    [
      'range.socket',
      '4.3: an unknown range is 200 with `24h`',
      [SOL, 'without a range, and with one that no one knows, it is 24h'],
      'params#oneOf',
    ],
    ['native.1h', '4.3: the native period of 1h is 5m', [SOL, RANGES], 'sol-price-history#RANGES'],
    ['native.7d', '4.3: the native period of 7d is 1h', [SOL, RANGES], 'sol-price-history#RANGES'],
    ['native.30d', '4.3: the native period of 30d is 1d', [SOL, RANGES], 'sol-price-history#RANGES'],
    ['native.24h', '4.3: the native period of 24h is 1h', [SOL, RANGES], 'sol-price-history#RANGES'],
    [
      'ascending',
      '2.3: points ascend, one per period',
      [SOL, 'own rows that cover the range answer without any provider'],
      'sol-price-history#lastOfEach',
    ],
    [
      'present',
      '2.3: the last point is the price now',
      [SOL, 'a node alone gives the trades of SOL’s own pool and the price now'],
      'sol-price-history#withPresent',
    ],
    [
      'own',
      '4.3: own rows that cover nine tenths of the range answer alone',
      [HERE, 'own rows answer alone where nine tenths of the native periods have one'],
      'sol-price-history#OWN_ROWS_ENOUGH_SHARE',
    ],
    [
      'own.least',
      '4.3: and no fewer',
      [HERE, 'own rows answer alone where nine tenths of the native periods have one'],
      'sol-price-history#OWN_ROWS_ENOUGH_SHARE',
    ],
    [
      'own.after',
      '2.3: own rows come after a provider’s newest point',
      [HERE, 'a provider’s points come first, own rows after its newest, one point for each native period'],
      'getSolPriceHistory',
    ],
    [
      'any',
      '4.3: any one source is enough',
      [SOL, 'any one of the sources is enough: price list, oracle bars, pool index, market data'],
      'sol-price-history#sourcesOf',
    ],
    ['lives.1h', '4.3: 1h is kept 60 s', [SOL, LIVES], 'CACHES.solHistory1h'],
    ['lives.24h', '4.3: 24h is kept 5 min', [SOL, LIVES], 'CACHES.solHistory24h'],
    ['lives.7d', '4.3: 7d is kept 15 min', [SOL, LIVES], 'CACHES.solHistory7d'],
    ['lives.30d', '4.3: 30d is kept 30 min', [SOL, LIVES], 'CACHES.solHistory30d'],
    [
      'unconfigured',
      '7: 503 with the names',
      [SOL, 'with nothing configured it is 503 with the names'],
      'solPriceHistory.needs',
    ],
    ['down', '7: 502 when no one knows and someone failed', [DOWN, ALL_DOWN], 'getSolPriceHistory'],
  ]),
  ...rulesOf('pool-ohlcv', 'GET /api/v2/market/pool-ohlcv', [
    [
      'pool',
      '4.3: `pool` is required',
      [READS, 'pool is required: what is no address is refused with the message'],
      'poolOhlcv.query',
    ],
    [
      'pool.socket',
      '4.3, 7: absent or no address is 400',
      [POOL, 'pool is required: absent or no address is 400'],
      'poolOhlcv.query',
    ],
    [
      'period.default',
      '4.3: `period` is `1h` by default',
      [READS, 'period of a pool is one of five, 1h by default and for anything else'],
      'poolOhlcv.query',
    ],
    [
      'period.words',
      '4.3: `period` is one of five',
      [READS, 'period of a pool is one of five, 1h by default and for anything else'],
      'POOL_PERIODS',
    ],
    [
      'amount.default',
      '4.3, 8: `amount` is 200 by default',
      [READS, 'amount is 200 by default, clamped to 1 and 2000'],
      'LIMITS.poolCandles',
    ],
    [
      'amount.max',
      '4.3, 8: `amount` is at most 2000',
      [READS, 'amount is 200 by default, clamped to 1 and 2000'],
      'LIMITS.poolCandles',
    ],
    [
      'amount.used',
      '4.3: so many candles come',
      [POOL, 'amount is 200 by default and clamped to 1 and 2000'],
      'pool-candles#queryOf',
    ],
    ['week.folded', '4.3: a week is its days', [POOL, 'a week is its days'], 'pool-candles#askProviders'],
    [
      'week.monday',
      '4.3: weeks begin on Mondays',
      ['test/services/market/candle-columns.test.ts', 'days fold into weeks from Monday'],
      'ohlcv#MONDAY_MS',
    ],
    [
      'grid',
      '2.3: candles lie on the grid of their period',
      [POOL, 'each period on its grid, weeks from Monday; the last close is the price'],
      'toCandleRow',
    ],
    [
      'pages',
      '4.3: more than a thousand candles join without a seam',
      [POOL, 'more than a thousand candles of the pool index are two calls that join without a seam'],
      'pool-candles#askProviders',
    ],
    ['from', '4.3: `from` begins with the candle it lies in', [POOL, BOUNDED], 'pool-candles#windowOf'],
    ['to', '4.3: `to` in the future is now', [POOL, BOUNDED], 'pool-candles#windowOf'],
    ['from.after', '4.3: a `from` that is not before `to` is ignored', [POOL, BOUNDED], 'pool-candles#windowOf'],
    [
      'unknown',
      '4.3: a pool no one knows has no candles',
      [POOL, 'a pool no one knows has no candles'],
      'pool-candles#toReply',
    ],
    [
      'node-alone',
      '4.3: with a node alone the newest trades are folded',
      [POOL, 'a node alone folds the newest trades of the pool, with their volume'],
      'pool-candles#foldOwnTrades',
    ],
    ['stale', '4.3: `stale: true` when served from the resilience cache', [DOWN, STALE_POOL], 'pool-candles#toReply'],
    ['stale.time', '4.3: for five minutes', [DOWN, STALE_POOL], 'CACHES.poolCandles'],
    [
      'unconfigured',
      '7: 503 with the names',
      [POOL, 'with nothing configured it is 503 with the names'],
      'poolOhlcv.needs',
    ],
    ['down', '7: 502 when no source answered', [DOWN, ALL_DOWN], 'getPoolCandles'],
  ]),
]
