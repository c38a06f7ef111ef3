import { rulesOf } from './engine-rule.ts'

const READS = 'test/rules/parameters.test.ts'
const HERE = 'test/rules/sol-history.test.ts'
const SOL = 'test/routes/market/sol-price-history.test.ts'
const POOL = 'test/routes/market/pool-ohlcv.test.ts'
const DOWN = 'test/routes/market-degradation.test.ts'
const MARKET = 'src/services/market'

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
      ['src/routes/market/sol-price-history.ts', "default: '24h'", "default: '1h'"],
    ],
    [
      'range.socket',
      '4.3: an unknown range is 200 with `24h`',
      [SOL, 'without a range, and with one that nobody knows, it is 24h'],
      [
        'src/contract/params.ts',
        'ok(raw !== undefined && known.has(raw) ? (raw as W[number]) : options.default)',
        "raw === undefined || known.has(raw) ? ok((raw ?? options.default) as W[number]) : fail('invalid_request', 'unknown word')",
      ],
    ],
    [
      'native.1h',
      '4.3: the native period of 1h is 5m',
      [SOL, RANGES],
      [`${MARKET}/sol-price-history.ts`, "'1h': { spanMs: HOUR_MS, step: '5m'", "'1h': { spanMs: HOUR_MS, step: '15m'"],
    ],
    [
      'native.7d',
      '4.3: the native period of 7d is 1h',
      [SOL, RANGES],
      [
        `${MARKET}/sol-price-history.ts`,
        "'7d': { spanMs: 7 * DAY_MS, step: '1h'",
        "'7d': { spanMs: 7 * DAY_MS, step: '1d'",
      ],
    ],
    [
      'native.30d',
      '4.3: the native period of 30d is 1d',
      [SOL, RANGES],
      [
        `${MARKET}/sol-price-history.ts`,
        "'30d': { spanMs: 30 * DAY_MS, step: '1d'",
        "'30d': { spanMs: 30 * DAY_MS, step: '4h'",
      ],
    ],
    [
      'native.24h',
      '4.3: the native period of 24h is 1h',
      [SOL, RANGES],
      [`${MARKET}/sol-price-history.ts`, "'24h': { spanMs: DAY_MS, step: '1h'", "'24h': { spanMs: DAY_MS, step: '5m'"],
    ],
    [
      'ascending',
      '2.3: points ascend, one per period',
      [SOL, 'own rows that cover the range answer without any provider'],
      [`${MARKET}/sol-price-history.ts`, 'if (startMs === current) kept.pop()', ''],
    ],
    [
      'present',
      '2.3: the last point is the price now',
      [SOL, 'a node alone tells the trades of SOL’s own pool and the price now'],
      [`${MARKET}/sol-price-history.ts`, 'priceUsd === null ? points : [...points, { tMs: toMs, priceUsd }]', 'points'],
    ],
    [
      'own',
      '4.3: own rows that cover nine tenths of the range answer alone',
      [HERE, 'own rows answer alone where nine tenths of the native periods have one'],
      [`${MARKET}/sol-price-history.ts`, 'const OWN_ROWS_ENOUGH_SHARE = 0.9', 'const OWN_ROWS_ENOUGH_SHARE = 0.95'],
    ],
    [
      'own.least',
      '4.3: and no fewer',
      [HERE, 'own rows answer alone where nine tenths of the native periods have one'],
      [`${MARKET}/sol-price-history.ts`, 'const OWN_ROWS_ENOUGH_SHARE = 0.9', 'const OWN_ROWS_ENOUGH_SHARE = 0.8'],
    ],
    [
      'own.after',
      '2.3: own rows come after a provider’s newest point',
      [HERE, 'a provider’s points come first, own rows after its newest, one point for each native period'],
      [`${MARKET}/sol-price-history.ts`, '[...found.value, ...own.filter(({ tMs }) => tMs > newestMs)]', 'found.value'],
    ],
    [
      'any',
      '4.3: any one source is enough',
      [SOL, 'any one of the sources is enough: price list, oracle bars, pool index, market data'],
      [`${MARKET}/sol-price-history.ts`, 'if (oracleHistory !== null)', 'if (oracleHistory === undefined)'],
    ],
    [
      'lives.1h',
      '4.3: 1h is kept 60 s',
      [SOL, LIVES],
      ['src/config/cache-ttls.ts', 'solHistory1h: { ttlMs: 60 * SECOND_MS', 'solHistory1h: { ttlMs: 90 * SECOND_MS'],
    ],
    [
      'lives.24h',
      '4.3: 24h is kept 5 min',
      [SOL, LIVES],
      ['src/config/cache-ttls.ts', 'solHistory24h: { ttlMs: 5 * MINUTE_MS', 'solHistory24h: { ttlMs: 4 * MINUTE_MS'],
    ],
    [
      'lives.7d',
      '4.3: 7d is kept 15 min',
      [SOL, LIVES],
      ['src/config/cache-ttls.ts', 'solHistory7d: { ttlMs: 15 * MINUTE_MS', 'solHistory7d: { ttlMs: 16 * MINUTE_MS'],
    ],
    [
      'lives.30d',
      '4.3: 30d is kept 30 min',
      [SOL, LIVES],
      ['src/config/cache-ttls.ts', 'solHistory30d: { ttlMs: 30 * MINUTE_MS', 'solHistory30d: { ttlMs: 20 * MINUTE_MS'],
    ],
    [
      'unconfigured',
      '7: 503 with the names',
      [SOL, 'with nothing configured it is 503 with the names'],
      ['src/routes/market/sol-price-history.ts', 'prices|pairs|oracle|rpc', 'prices|pairs|rpc'],
    ],
    [
      'down',
      '7: 502 when nobody knows and somebody failed',
      [DOWN, ALL_DOWN],
      [`${MARKET}/sol-price-history.ts`, "'SOL price history unavailable'", "'no history'"],
    ],
  ]),
  ...rulesOf('pool-ohlcv', 'GET /api/v2/market/pool-ohlcv', [
    [
      'pool',
      '4.3: `pool` is required',
      [READS, 'pool is required: what is no address is refused with the message'],
      ['src/routes/market/pool-ohlcv.ts', "addressParam('pool required')", "addressParam('invalid pool')"],
    ],
    [
      'pool.socket',
      '4.3, 7: absent or no address is 400',
      [POOL, 'pool is required: absent or no address is 400'],
      ['src/routes/market/pool-ohlcv.ts', "addressParam('pool required')", "addressParam('pool missing')"],
    ],
    [
      'period.default',
      '4.3: `period` is `1h` by default',
      [READS, 'period of a pool is one of five, 1h by default and for anything else'],
      ['src/routes/market/pool-ohlcv.ts', "default: '1h'", "default: '5m'"],
    ],
    [
      'period.words',
      '4.3: `period` is one of five',
      [READS, 'period of a pool is one of five, 1h by default and for anything else'],
      ['src/contract/chart.ts', "['1m', '5m', '1h', '1d', '1w']", "['1m', '5m', '15m', '1h', '1d', '1w']"],
    ],
    [
      'amount.default',
      '4.3, 8: `amount` is 200 by default',
      [READS, 'amount is 200 by default, clamped to 1 and 2000'],
      [
        'src/config/limits.ts',
        'poolCandles: { max: 2_000, default: 200 }',
        'poolCandles: { max: 2_000, default: 100 }',
      ],
    ],
    [
      'amount.max',
      '4.3, 8: `amount` is at most 2000',
      [READS, 'amount is 200 by default, clamped to 1 and 2000'],
      ['src/config/limits.ts', 'poolCandles: { max: 2_000,', 'poolCandles: { max: 5_000,'],
    ],
    [
      'amount.used',
      '4.3: so many candles come',
      [POOL, 'amount is 200 by default and clamped to 1 and 2000'],
      [
        `${MARKET}/pool-candles.ts`,
        "period === '1w' ? Math.min(amount * DAYS_PER_WEEK, LIMITS.poolDays) : amount",
        'Math.min(amount, 150)',
      ],
    ],
    [
      'week.folded',
      '4.3: a week is its days',
      [POOL, 'a week is its days'],
      [
        `${MARKET}/pool-candles.ts`,
        'foldToStep(ctx, list.value, periodMs(request.period))',
        'foldToStep(ctx, list.value, CANDLE_STEP_MS[STEPS[request.period]])',
      ],
    ],
    [
      'week.monday',
      '4.3: weeks begin on Mondays',
      ['test/services/market/candle-columns.test.ts', 'days fold into weeks from Monday'],
      ['src/hot-paths/ohlcv.ts', 'const MONDAY_MS = 345_600_000', 'const MONDAY_MS = 259_200_000'],
    ],
    [
      'grid',
      '2.3: candles lie on the grid of their period',
      [POOL, 'each period on its grid, weeks from Monday; the last close is the price'],
      [`${MARKET}/candle-row.ts`, 't: tMs,', 't: tMs + 1,'],
    ],
    [
      'pages',
      '4.3: more than a thousand candles join without a seam',
      [POOL, 'more than a thousand candles of the pool index are two calls that join without a seam'],
      [`${MARKET}/pool-candles.ts`, 'folded.value.slice(-request.amount)', 'folded.value.slice(-1_000)'],
    ],
    [
      'from',
      '4.3: `from` begins with the candle it lies in',
      [POOL, BOUNDED],
      [
        `${MARKET}/pool-candles.ts`,
        'from < toMs ? bucketStartMs(from, periodMs(period)) : null',
        'from < toMs ? from : null',
      ],
    ],
    [
      'to',
      '4.3: `to` in the future is now',
      [POOL, BOUNDED],
      [`${MARKET}/pool-candles.ts`, 'Math.min(to ?? nowMs, nowMs)', 'to ?? nowMs'],
    ],
    [
      'from.after',
      '4.3: a `from` that is not before `to` is ignored',
      [POOL, BOUNDED],
      [`${MARKET}/pool-candles.ts`, 'from !== null && from < toMs', 'from !== null && from < toMs + 2'],
    ],
    [
      'unknown',
      '4.3: a pool nobody knows has no candles',
      [POOL, 'a pool nobody knows has no candles'],
      [`${MARKET}/pool-candles.ts`, 'count: candles.length', 'count: amount'],
    ],
    [
      'node-alone',
      '4.3: with a node alone the newest trades are folded',
      [POOL, 'a node alone folds the newest trades of the pool, with their volume'],
      [
        `${MARKET}/pool-candles.ts`,
        'volumesUsd: Float64Array.from(trades, ({ volumeUsd }) => volumeUsd)',
        'volumesUsd: new Float64Array(trades.length)',
      ],
    ],
    [
      'stale',
      '4.3: `stale: true` when served from the resilience cache',
      [DOWN, STALE_POOL],
      [`${MARKET}/pool-candles.ts`, 'cache?.stale ? { stale: true as const } : {}', 'cache?.stale ? {} : {}'],
    ],
    [
      'stale.time',
      '4.3: for five minutes',
      [DOWN, STALE_POOL],
      ['src/config/cache-ttls.ts', 'staleForMs: 5 * MINUTE_MS', 'staleForMs: 9 * MINUTE_MS'],
    ],
    [
      'unconfigured',
      '7: 503 with the names',
      [POOL, 'with nothing configured it is 503 with the names'],
      ['src/routes/market/pool-ohlcv.ts', "needs: ['market|pools|rpc']", "needs: ['market|pools']"],
    ],
    [
      'down',
      '7: 502 when no source answered',
      [DOWN, ALL_DOWN],
      [
        `${MARKET}/pool-candles.ts`,
        "  return fail('upstream_failed', 'pool candles unavailable')\n}\n\nasync function askProviders",
        "  return fail('upstream_failed', 'no candles')\n}\n\nasync function askProviders",
      ],
    ],
  ]),
]
