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
const CHARTS = 'src/services/tokens/charts'
const QUERY = 'src/routes/tokens/chart-query.ts'

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
      [QUERY, "default: '1d'", "default: '7d'"],
    ],
    [
      'period.words',
      '4.1: `period` is one of six',
      [READS, PERIOD],
      [
        'src/contract/chart.ts',
        "['1h', '1d', '7d', '30d', '90d', '365d']",
        "['1h', '1d', '7d', '30d', '90d', '365d', '1w']",
      ],
    ],
    [
      'period.socket',
      '4.1: an unknown period is 200 with `1d`',
      [CHART, 'without a period, and with one that nobody knows, it is 1d'],
      [
        'src/contract/params.ts',
        'ok(raw !== undefined && known.has(raw) ? (raw as W[number]) : options.default)',
        "raw === undefined || known.has(raw) ? ok((raw ?? options.default) as W[number]) : fail('invalid_request', 'unknown word')",
      ],
    ],
    [
      'interval',
      '4.1: `interval` is an alias of `period`',
      [READS, 'interval is another name of a chart’s period'],
      [QUERY, "aliases: ['interval']", 'aliases: []'],
    ],
    [
      'interval.second',
      '4.1: and `period` goes first',
      [CHART, 'interval is another name of period, and period goes first'],
      [QUERY, "aliases: ['interval']", "aliases: ['range']"],
    ],
    [
      'times',
      '4.1: `from` and `to` are ms epoch, optional',
      [READS, 'from and to are epoch milliseconds; what is no such number counts as absent'],
      [
        'src/contract/params.ts',
        'Number.isSafeInteger(value) && value >= 0 ? value : null',
        'Number.isSafeInteger(value) && value > 0 ? value : null',
      ],
    ],
    [
      'times.negative',
      '4.1: a time before the epoch counts as absent',
      [READS, 'from and to are epoch milliseconds; what is no such number counts as absent'],
      ['src/contract/params.ts', 'Number.isSafeInteger(value) && value >= 0', 'Number.isSafeInteger(value)'],
    ],
    [
      'to.future',
      '4.1: a `to` in the future is now',
      [WINDOW, RANGE],
      [`${CHARTS}/chart-window.ts`, 'Math.min(to ?? nowMs, nowMs)', 'to ?? nowMs'],
    ],
    [
      'from.default',
      '4.1: without `from` the range is as long as its period',
      [WINDOW, RANGE],
      [`${CHARTS}/chart-window.ts`, 'Math.max(0, toMs - spanMs)', 'Math.max(0, nowMs - spanMs)'],
    ],
    [
      'from.after',
      '4.1: a `from` that is not before `to` counts as absent',
      [WINDOW, RANGE],
      [`${CHARTS}/chart-window.ts`, 'from < toMs', 'from <= toMs'],
    ],
    [
      'span',
      '4.1: each period is as long as its name',
      [CHART, 'each period has its range and its candle size; the last close is the price'],
      [`${CHARTS}/chart-window.ts`, 'spanMs: 90 * DAY_MS', 'spanMs: 91 * DAY_MS'],
    ],
    [
      'size',
      '4.1: a range never needs more than a thousand candles',
      [WINDOW, 'candles grow until the range needs no more than a thousand; days are the largest'],
      ['src/config/limits.ts', 'chartCandles: 1_000', 'chartCandles: 5_000'],
    ],
    [
      'resolution',
      '2.3: `resolution` is `candles` where a provider has some',
      [CHART, 'each period has its range and its candle size; the last close is the price'],
      [
        `${CHARTS}/get-chart.ts`,
        "candles.length > 0 ? ('candles' as const)",
        "candles.length > 9_999 ? ('candles' as const)",
      ],
    ],
    [
      'points',
      '2.3: points are the closes of the candles',
      [OHLCV, 'chart and ohlcv tell the same closes, and the last one is the price'],
      [
        `${CHARTS}/get-chart.ts`,
        'candles.map(({ tMs, close }) => ({ t: tMs, v: close }))',
        'candles.map(({ tMs, high }) => ({ t: tMs, v: high }))',
      ],
    ],
    [
      'points.cap',
      '2.3: a chart of a price history has at most 300 points',
      [OHLCV, 'a chart of such prices is thinned to three hundred points and says resampled'],
      ['src/config/limits.ts', 'chartPoints: 300', 'chartPoints: 400'],
    ],
    [
      'empty',
      '4.1: `points` is empty when there is no data, with `resampled`',
      [CHART, EMPTY],
      [`${CHARTS}/get-chart.ts`, "('resampled' as const)", "('candles' as const)"],
    ],
    [
      'no-503',
      '4.1: there is no 503 gate',
      [CHART, 'with nothing configured points are empty: there is no 503'],
      ['src/routes/tokens/chart.ts', 'needs: [],', "needs: ['market|pools|rpc'],"],
    ],
    [
      'node-alone',
      '2.3: with a node alone it is made of the newest trades',
      [CHART, 'a node alone tells the newest trades of the best pool and the price now, as resampled'],
      [`${CHARTS}/load-series.ts`, 'sources.push(() => readChainPrices(ctx, mint, window))', 'sources.length = 0'],
    ],
    [
      'down',
      '7: 502 when every source failed, with its message',
      [DOWN, ALL_DOWN],
      [
        `${CHARTS}/load-series.ts`,
        "fail('upstream_failed', 'chart data unavailable')",
        "fail('upstream_failed', 'no chart')",
      ],
    ],
    [
      'degraded',
      '7: an answer made without its first source lives five seconds',
      [HERE, KEPT],
      [`${CHARTS}/load-series.ts`, 'failed === 0 ? found : ok(found.value, degradedNow(ctx))', 'found'],
    ],
    [
      'degraded.time',
      '7: and no longer',
      [HERE, KEPT],
      ['src/config/cache-ttls.ts', 'DEGRADED_TTL_MS = 5 * SECOND_MS', 'DEGRADED_TTL_MS = 6 * SECOND_MS'],
    ],
    [
      'kept',
      '8: a chart is kept for all of its 30 s',
      [HERE, KEPT],
      ['src/config/cache-ttls.ts', 'tokenChart: { ttlMs: 30 * SECOND_MS', 'tokenChart: { ttlMs: 29 * SECOND_MS'],
    ],
    [
      'lives',
      '4.1, 8: an answer is kept 30 s',
      [CHART, 'answers live half a minute'],
      ['src/config/cache-ttls.ts', 'tokenChart: { ttlMs: 30 * SECOND_MS', 'tokenChart: { ttlMs: 15 * SECOND_MS'],
    ],
    [
      'invalid-mint',
      '4.1: 400 `invalid mint`',
      [CHART, 'what is no address is 400 invalid mint'],
      ['src/contract/params.ts', "addressParam('invalid mint')", "addressParam('invalid address')"],
    ],
  ]),
  ...rulesOf('ohlcv', 'GET /api/v2/tokens/{mint}/ohlcv', [
    [
      'buckets.default',
      '4.1, 8: `buckets` is 80 by default',
      [READS, BUCKETS],
      [
        'src/config/limits.ts',
        'chartBuckets: { min: 10, max: 300, default: 80 }',
        'chartBuckets: { min: 10, max: 300, default: 60 }',
      ],
    ],
    [
      'buckets.min',
      '4.1, 8: clamped to at least 10',
      [READS, BUCKETS],
      ['src/config/limits.ts', 'chartBuckets: { min: 10,', 'chartBuckets: { min: 5,'],
    ],
    [
      'buckets.max',
      '4.1, 8: clamped to at most 300',
      [READS, BUCKETS],
      ['src/config/limits.ts', 'max: 300, default: 80 }', 'max: 400, default: 80 }'],
    ],
    [
      'buckets.resampled',
      '4.1: `buckets` is for the resampled path only; real candles pass through un-bucketed',
      [OHLCV, 'real candles pass through un-bucketed, whatever buckets says'],
      [
        `${CHARTS}/get-ohlcv.ts`,
        '(isReal ? candles : deriveCandles',
        '(isReal ? candles.slice(-request.buckets) : deriveCandles',
      ],
    ],
    [
      'buckets.used',
      '4.1: derived candles come in that many buckets',
      [OHLCV, BUCKETED],
      [`${CHARTS}/get-ohlcv.ts`, 'deriveCandles(points, window, request.buckets)', 'deriveCandles(points, window, 80)'],
    ],
    [
      'volume',
      '2.3, 4.1: `v` of derived candles is null',
      [DERIVED, 'prices become open, high, low and close of their part, without a volume; empty parts are left out'],
      [
        'src/services/market/candle-columns.ts',
        'Number.isNaN(columns.v[at]!) ? null : columns.v[at]!',
        'columns.v[at]! || 0',
      ],
    ],
    [
      'high',
      '2.3: the high of a candle is the highest price in it',
      [DERIVED, 'prices become open, high, low and close of their part, without a volume; empty parts are left out'],
      ['src/hot-paths/resample-candles.ts', 'if (value > out.h[last]!) out.h[last] = value', ''],
    ],
    [
      'count',
      '2.3: `count` is the number of candles',
      [OHLCV, 'real candles pass through un-bucketed, whatever buckets says'],
      [`${CHARTS}/get-ohlcv.ts`, 'count: rows.length', 'count: rows.length + 1'],
    ],
    [
      'resolution',
      '2.3: `resolution` is `resampled` where candles are derived',
      [OHLCV, BUCKETED],
      [`${CHARTS}/get-ohlcv.ts`, "isReal ? ('candles' as const) : ('resampled' as const)", "'candles' as const"],
    ],
    [
      'period',
      '4.1: `period`, `from` and `to` as on the chart',
      [OHLCV, 'period, interval, from and to are those of the chart'],
      [
        'src/routes/tokens/ohlcv.ts',
        '    ...CHART_QUERY,',
        '    ...CHART_QUERY, to: CHART_QUERY.from, from: CHART_QUERY.to, period: { ...CHART_QUERY.period, aliases: [] },',
      ],
    ],
    [
      'folded',
      '2.3: candles of a size a provider has not are folded from finer ones',
      [COLUMNS, 'finer candles fold into the wanted size; one unknown volume makes the whole unknown'],
      ['src/hot-paths/ohlcv.ts', 'if (fine.h[at]! > high) high = fine.h[at]!', ''],
    ],
    [
      'unconfigured',
      '7: 503 with the names when nothing is configured',
      [OHLCV, 'with nothing configured it is 503 with the names, and what is no address 400 invalid mint'],
      ['src/routes/tokens/ohlcv.ts', "needs: ['market|pools|rpc']", "needs: ['market|rpc']"],
    ],
    [
      'down',
      '7: 502 when every source failed, with its message',
      [DOWN, ALL_DOWN],
      [`${CHARTS}/load-series.ts`, 'if (failed > 0 && failed === sources.length)', 'if (failed > 99)'],
    ],
  ]),
  ...rulesOf('chart-source', 'GET /api/v2/tokens/{mint}/chart-source', [
    [
      'unavailable',
      '2.3, 4.1: 200 with `available: false` and nothing else when no pool exists',
      [SOURCE, 'without a pool it is 200 with available: false and nothing else'],
      [
        `${CHARTS}/get-chart-source.ts`,
        'return ok({ available: false }, found.cache)',
        "return ok({ available: false, pairAddress: '' }, found.cache)",
      ],
    ],
    [
      'best',
      '2.3: `pairAddress` is the pool the prices are of',
      [SOURCE, 'the page and the frame of the best pool, which is the one the prices are of'],
      [`${CHARTS}/get-chart-source.ts`, 'fullUrl, pairAddress: address }', 'fullUrl, pairAddress: mint }'],
    ],
    [
      'src',
      '2.3: `src` is the page in a frame',
      [SOURCE, 'the page and the frame of the best pool, which is the one the prices are of'],
      [`${CHARTS}/get-chart-source.ts`, "frame: 'embed=1&theme=dark", "frame: 'theme=dark&embed=1"],
    ],
    [
      'provider',
      '2.3: `provider` is whose page it is',
      [SOURCE, 'with a node alone it is the pool index’s page of the pool found on chain'],
      [
        `${CHARTS}/chart-pool.ts`,
        "url === null ? 'geckoterminal' : 'dexscreener'",
        "url === null ? 'dexscreener' : 'geckoterminal'",
      ],
    ],
    [
      'quote-side',
      '2.3: a token that is only quoted is found as well',
      [SOURCE, 'a token that is only ever the quote side is found in the pool index'],
      [
        `${CHARTS}/chart-pool.ts`,
        'if (first !== undefined) return ok(',
        'if (first === undefined) return ok(null)\n  if (first.baseMint === mint) return ok(',
      ],
    ],
    [
      'sol',
      '2.3: the pool of SOL is one against a dollar',
      [MARKET, 'SOL’s chart is of a pool against a dollar, however busy the others; other tokens’ of the busiest'],
      [`${CHARTS}/chart-pool.ts`, 'inDollars.length > 0 ? inDollars : pairs', 'pairs'],
    ],
    [
      'lives',
      '4.1, 8: an answer is kept 10 min',
      [SOURCE, 'an answer lives ten minutes'],
      ['src/config/cache-ttls.ts', 'chartSource: { ttlMs: 10 * MINUTE_MS', 'chartSource: { ttlMs: 5 * MINUTE_MS'],
    ],
    [
      'unconfigured',
      '7: 503 with the names when nothing is configured',
      [SOURCE, 'with nothing configured it is 503 with the names, and what is no address 400 invalid mint'],
      ['src/routes/tokens/chart-source.ts', "needs: ['pairs|pools|rpc']", "needs: ['pairs|rpc']"],
    ],
    [
      'down',
      '7: 502 when every source failed, with its message',
      [DOWN, ALL_DOWN],
      [
        `${CHARTS}/chart-pool.ts`,
        "fail('upstream_failed', 'chart source unavailable')",
        "fail('upstream_failed', 'no source')",
      ],
    ],
  ]),
]
