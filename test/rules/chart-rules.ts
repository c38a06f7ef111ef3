import { rulesOf } from './engine-rule.ts'

const READS = 'test/rules/parameters.test.ts'
const WINDOW = 'test/services/tokens/charts/chart-window.test.ts'
const DERIVED = 'test/services/tokens/charts/derive-candles.test.ts'
const COLUMNS = 'test/services/market/candle-columns.test.ts'
const CHART = 'test/routes/tokens/chart.test.ts'
const OHLCV = 'test/routes/tokens/ohlcv.test.ts'
const SOURCE = 'test/routes/tokens/chart-source.test.ts'
const DOWN = 'test/routes/market-degradation.test.ts'
const MARKET = 'test/rules/token-market.test.ts'
const HERE = 'test/rules/charts.test.ts'

const PERIOD = 'period of a chart is one of six, 1d by default and for anything else'
const RANGE = 'a range ends where to says, begins where from says, and never lies in the future or before the epoch'
const BUCKETS = 'buckets are 80 by default, clamped to 10 and 300'
const BUCKETED = 'without candles they are derived from prices: 80 buckets by default, clamped to 10 and 300, v null'
const EMPTY = 'a token without a pool, and an address that is no mint, have empty points'
const KEPT = 'a chart lives 30 s, and one made without its first source 5 s'
const ALL_DOWN = 'everything down: 502 with the word of each route'

export const CHART_RULES = [
  ...rulesOf('chart', 'GET /api/v2/tokens/{mint}/chart', [
    [
      'period.default',
      '4.1: `period` is `1d` by default, other values fall back silently',
      [READS, PERIOD],
      'CHART_QUERY.period',
    ],
    ['period.words', '4.1: `period` is one of six', [READS, PERIOD], 'CHART_PERIODS'],
    [
      'period.socket',
      '4.1: an unknown period is 200 with `1d`',
      [CHART, 'without a period, and with one that no one knows, it is 1d'],
      'params#oneOf',
    ],
    [
      'interval',
      '4.1: `interval` is an alias of `period`',
      [READS, 'interval is another name of a chart’s period'],
      'CHART_QUERY.period',
    ],
    [
      'interval.second',
      '4.1: and `period` goes first',
      [CHART, 'interval is another name of period, and period goes first'],
      'CHART_QUERY.period',
    ],
    [
      'times',
      '4.1: `from` and `to` are ms epoch, optional',
      [READS, 'from and to are epoch milliseconds; what is no such number counts as absent'],
      'optionalEpochMs',
    ],
    [
      'times.negative',
      '4.1: a time before the epoch counts as absent',
      [READS, 'from and to are epoch milliseconds; what is no such number counts as absent'],
      'optionalEpochMs',
    ],
    ['to.future', '4.1: a `to` in the future is now', [WINDOW, RANGE], 'chartWindow'],
    ['from.default', '4.1: without `from` the range is as long as its period', [WINDOW, RANGE], 'chartWindow'],
    ['from.after', '4.1: a `from` that is not before `to` counts as absent', [WINDOW, RANGE], 'chartWindow'],
    [
      'span',
      '4.1: each period is as long as its name',
      [CHART, 'each period has its range and its candle size; the last close is the price'],
      'chart-window#PERIODS',
    ],
    [
      'size',
      '4.1: a range never needs more than a thousand candles',
      [WINDOW, 'candles grow until the range needs no more than a thousand; days are the largest'],
      'LIMITS.chartCandles',
    ],
    [
      'resolution',
      '2.3: `resolution` is `candles` where a provider has some',
      [CHART, 'each period has its range and its candle size; the last close is the price'],
      'getChart',
    ],
    [
      'points',
      '2.3: points are the closes of the candles',
      [OHLCV, 'chart and ohlcv give the same closes, and the last one is the price'],
      'getChart',
    ],
    [
      'points.cap',
      '2.3: a chart of a price history has at most 300 points',
      [OHLCV, 'a chart of such prices is thinned to three hundred points and says resampled'],
      'LIMITS.chartPoints',
    ],
    ['empty', '4.1: `points` is empty when there is no data, with `resampled`', [CHART, EMPTY], 'getChart'],
    [
      'no-503',
      '4.1: there is no 503 gate',
      [CHART, 'with nothing configured points are empty: there is no 503'],
      'tokenChart.needs',
    ],
    [
      'node-alone',
      '2.3: with a node alone it is made of the newest trades',
      [CHART, 'a node alone gives the newest trades of the best pool and the price now, as its own candles'],
      'load-series#sourcesOf',
    ],
    ['down', '7: 502 when every source failed, with its message', [DOWN, ALL_DOWN], 'load-series#askInTurn'],
    [
      'degraded',
      '7: an answer made without its first source lives five seconds',
      [HERE, KEPT],
      'load-series#askInTurn',
    ],
    ['degraded.time', '7: and no longer', [HERE, KEPT], 'DEGRADED_TTL_MS'],
    ['kept', '8: a chart is kept for all of its 30 s', [HERE, KEPT], 'CACHES.tokenChart'],
    ['lives', '4.1, 8: an answer is kept 30 s', [CHART, 'answers live half a minute'], 'CACHES.tokenChart'],
    ['invalid-mint', '4.1: 400 `invalid mint`', [CHART, 'what is no address is 400 invalid mint'], 'MintParams'],
  ]),
  ...rulesOf('ohlcv', 'GET /api/v2/tokens/{mint}/ohlcv', [
    ['buckets.default', '4.1, 8: `buckets` is 80 by default', [READS, BUCKETS], 'LIMITS.chartBuckets'],
    ['buckets.min', '4.1, 8: clamped to at least 10', [READS, BUCKETS], 'LIMITS.chartBuckets'],
    ['buckets.max', '4.1, 8: clamped to at most 300', [READS, BUCKETS], 'LIMITS.chartBuckets'],
    [
      'buckets.resampled',
      '4.1: `buckets` is for the resampled path only; real candles pass through un-bucketed',
      [OHLCV, 'real candles pass through un-bucketed, whatever buckets says'],
      'getOhlcv',
    ],
    ['buckets.used', '4.1: derived candles come in that many buckets', [OHLCV, BUCKETED], 'getOhlcv'],
    [
      'volume',
      '2.3, 4.1: `v` of derived candles is null',
      [DERIVED, 'prices become open, high, low and close of their part, without a volume; empty parts are left out'],
      'fromColumns',
    ],
    [
      'high',
      '2.3: the high of a candle is the highest price in it',
      [DERIVED, 'prices become open, high, low and close of their part, without a volume; empty parts are left out'],
      'foldValues',
    ],
    [
      'count',
      '2.3: `count` is the number of candles',
      [OHLCV, 'real candles pass through un-bucketed, whatever buckets says'],
      'getOhlcv',
    ],
    ['resolution', '2.3: `resolution` is `resampled` where candles are derived', [OHLCV, BUCKETED], 'getOhlcv'],
    [
      'period',
      '4.1: `period`, `from` and `to` as on the chart',
      [OHLCV, 'period, interval, from and to are those of the chart'],
      'tokenOhlcv.query',
    ],
    [
      'folded',
      '2.3: candles of a size a provider has not are folded from finer ones',
      [COLUMNS, 'finer candles fold into the wanted size; one unknown volume makes the whole unknown'],
      'foldCandles',
    ],
    [
      'unconfigured',
      '7: 503 with the names when nothing is configured',
      [OHLCV, 'with nothing configured it is 503 with the names, and what is no address 400 invalid mint'],
      'tokenOhlcv.needs',
    ],
    ['down', '7: 502 when every source failed, with its message', [DOWN, ALL_DOWN], 'load-series#askInTurn'],
  ]),
  ...rulesOf('chart-source', 'GET /api/v2/tokens/{mint}/chart-source', [
    [
      'unavailable',
      '2.3, 4.1: 200 with `available: false` and nothing else when no pool exists',
      [SOURCE, 'without a pool it is 200 with available: false and nothing else'],
      'getChartSource',
    ],
    [
      'best',
      '2.3: `pairAddress` is the pool the prices are of',
      [SOURCE, 'the page and the frame of the best pool, which is the one the prices are of'],
      'getChartSource',
    ],
    [
      'src',
      '2.3: `src` is the page in a frame',
      [SOURCE, 'the page and the frame of the best pool, which is the one the prices are of'],
      'get-chart-source#SITES.dexscreener',
    ],
    [
      'provider',
      '2.3: `provider` is whose page it is',
      [SOURCE, 'with a node alone it is the pool index’s page of the pool found on chain'],
      'chart-pool#findInSources',
    ],
    [
      'quote-side',
      '2.3: a token that is only quoted is found as well',
      [SOURCE, 'a token that is only ever the quote side is found in the pool index'],
      'chart-pool#findInSources',
    ],
    [
      'sol',
      '2.3: the pool of SOL is one against a dollar',
      [MARKET, 'SOL’s chart is of a pool against a dollar, however busy the others; other tokens’ of the busiest'],
      'pickChartPair',
    ],
    ['lives', '4.1, 8: an answer is kept 10 min', [SOURCE, 'an answer lives ten minutes'], 'CACHES.chartSource'],
    [
      'unconfigured',
      '7: 503 with the names when nothing is configured',
      [SOURCE, 'with nothing configured it is 503 with the names, and what is no address 400 invalid mint'],
      'tokenChartSource.needs',
    ],
    ['down', '7: 502 when every source failed, with its message', [DOWN, ALL_DOWN], 'chart-pool#findInSources'],
  ]),
]
