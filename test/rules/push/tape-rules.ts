// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of the source are looked for as they stand there
import { rulesOf } from '../engine-rule.ts'

const TRADES = 'test/services/tokens/trades.test.ts'
const TRADES_ROUTE = 'test/routes/tokens/trades.test.ts'
const LAUNCHES = 'test/services/launches/recent.test.ts'
const LAUNCHES_ROUTE = 'test/routes/launches/recent.test.ts'
const LIGHTHOUSE = 'test/services/market/lighthouse.test.ts'
const LIGHTHOUSE_ROUTE = 'test/routes/market/lighthouse.test.ts'
const LIMITS = 'test/push/limits.test.ts'
const DEFAULTS = 'what nobody has tuned is as the specification says'
const LEFT_OUT = 'a follower that leaves DEXes out, or this mint, answers only where there is no provider'
const DAYS = 'the last 24 hours against the 24 before, to the second at both ends'
const GIVES_WAY =
  'a tape that is too young, lags, has a gap, leaves DEXes out or knows no dollars gives way to the provider'
const GRADUATED = 'a graduation lists its new pool once, under the DEX of the pool and with the name of the coin'

const FROM_TAPE = 'src/services/tokens/trades.ts'
const NEWEST = 'src/services/launches/recent.ts'
const MARKET = 'src/services/market/lighthouse.ts'
const STRETCH = 'src/services/chains/tape-stretch.ts'
const READER = 'src/store/tape/reader.ts'
const SETTINGS = 'src/config/limits.ts'
const CACHES = 'src/config/cache-ttls.ts'

/** Routes that read the tape without a subscription. */
export const TAPE_RULES = [
  ...rulesOf('trades', 'GET /api/v2/tokens/{mint}/trades', [
    [
      'whole',
      '4.1: fewer trades than asked for are no answer of the tape',
      [TRADES, 'fewer than asked for is no answer of the tape: the provider’s rows, and none of ours among them'],
      [FROM_TAPE, 'if (stored?.isWhole && stretch?.isCurrent)', 'if (stored && stretch?.isCurrent)'],
    ],
    [
      'current',
      '4.1: nor is a tape that fell behind',
      [TRADES, 'a tape that fell behind gives way to the provider'],
      [FROM_TAPE, 'if (stored?.isWhole && stretch?.isCurrent)', 'if (stored?.isWhole)'],
    ],
    [
      'gap',
      '4.1: nor what lies before a gap',
      [TRADES, 'what lies before a gap is not told'],
      [FROM_TAPE, 'page.trades.filter(({ slot }) => slot >= fromSlot)', 'page.trades'],
    ],
    [
      'launched',
      '4.1: a coin that was launched on the tape has all its trades there',
      [TRADES, 'a pool that was made on the tape proves nothing: the coin may be older'],
      [FROM_TAPE, "return launch?.kind === 'launch' &&", 'return launch !== undefined &&'],
    ],
    [
      'dexes',
      '4.1: a follower that leaves DEXes out does not speak for the chain',
      [TRADES, LEFT_OUT],
      [STRETCH, 'if (!followsAllDexes) return false', ''],
    ],
    [
      'watch',
      '4.1: nor does one that watches other mints',
      [TRADES, LEFT_OUT],
      [STRETCH, "return scope !== 'watch' ||", "return scope !== 'all' ||"],
    ],
    [
      'provider',
      '4.1, 7: a provider that fails is the answer, never a partial sum',
      [TRADES, 'a provider that fails is the answer, never a part of the tape'],
      [FROM_TAPE, ', null), listed.cache) : listed', ', null), listed.cache) : ok(storedReply(ctx, mint, stored!))'],
    ],
    [
      'row.date',
      '2.2: `date` in epoch milliseconds',
      [TRADES, 'the tape answers when it holds as many trades as asked for, and the provider is not asked'],
      [FROM_TAPE, '(trade.blockTimeSec ?? 0) * 1_000', '(trade.blockTimeSec ?? 0)'],
    ],
    [
      'row.amount',
      '2.2: `amount` in coins',
      [TRADES, 'the tape answers when it holds as many trades as asked for, and the provider is not asked'],
      [FROM_TAPE, 'rawToNumber(trade.amountRaw, trade.decimals)', 'rawToNumber(trade.amountRaw, 0)'],
    ],
    [
      'row.unknown',
      '2.2: unknown figures are 0',
      [TRADES, 'unknown figures are 0'],
      [FROM_TAPE, '(trade.blockTimeSec ?? 0)', '(trade.blockTimeSec ?? 1)'],
    ],
    [
      'pages',
      '4.1: `cursor` goes on behind an answer, each trade once',
      [TRADES, 'pages behind each other hold each trade once, also while new ones come, and end'],
      [FROM_TAPE, 'beforeSeq: place.seq + 1', 'beforeSeq: place.seq'],
    ],
    [
      'fork',
      '6.2: what a fork took back disappears from the rows',
      [TRADES, 'what a fork took back is gone, and its place is taken by what replaced it'],
      [
        READER,
        '          if (!survivesSeq(seq)) continue\n          if (trades.length >= limit)',
        '          if (trades.length >= limit)',
      ],
    ],
    [
      'limit',
      '4.1, 8: `limit` 1 to 100, 20 by default',
      [TRADES_ROUTE, 'limit is clamped to 1..100 and 20 by default'],
      [SETTINGS, 'tokenTrades: { max: 100, default: 20 }', 'tokenTrades: { max: 100, default: 25 }'],
    ],
    [
      '503',
      '4.1, 7: 503 only when neither a provider nor the follower is there',
      [TRADES_ROUTE, 'what is wrong with a request is told'],
      ['src/routes/tokens/trades.ts', "needs: ['trades|tape']", 'needs: []'],
    ],
    [
      '30s',
      '8: an answer lives 30 s',
      [LIMITS, DEFAULTS],
      [CACHES, 'tokenTrades: { ttlMs: 30 * SECOND_MS', 'tokenTrades: { ttlMs: 60 * SECOND_MS'],
    ],
  ]),
  ...rulesOf('launches', 'GET /api/v2/launches/recent', [
    [
      'order',
      '4.6: latest indexed first',
      [LAUNCHES, 'times that went back do not stand out of order'],
      [NEWEST, '.sort((a, b) => b.indexedAt - a.indexedAt)', ''],
    ],
    [
      'row',
      '2.5: `blockTime` in seconds or null',
      [LAUNCHES, 'coins and pools, latest indexed first, in the fields of the specification'],
      [NEWEST, 'blockTime: event.blockTimeSec,', 'blockTime: event.blockTimeSec ?? 0,'],
    ],
    [
      'row.indexed',
      '2.5: `indexedAt` is when it was read',
      [LAUNCHES, 'coins and pools, latest indexed first, in the fields of the specification'],
      [NEWEST, 'indexedAt: event.indexedAtMs,', 'indexedAt: event.slot,'],
    ],
    [
      'row.null',
      '2.5: creator, name, symbol and uri are null when unknown',
      [LAUNCHES, 'coins and pools, latest indexed first, in the fields of the specification'],
      [NEWEST, 'creator: event.creator || null', "creator: event.creator || ''"],
    ],
    [
      'row.empty',
      '2.5: empty strings are null',
      ['test/push/limits.test.ts', 'a launch row turns empty strings into null'],
      [NEWEST, 'name: named.name || null', 'name: named.name ?? null'],
    ],
    [
      'graduation',
      '4.6: a graduation lists its pool once',
      [LAUNCHES, GRADUATED],
      [NEWEST, "if (event.kind !== 'graduation')", 'if (event.slot >= 0)'],
    ],
    [
      'named',
      '2.5: a pool has the name of its coin',
      [LAUNCHES, GRADUATED],
      [NEWEST, '(launchOf(event.mint) ?? event)', 'event'],
    ],
    [
      'dex',
      '4.6: only those of the DEX that was asked for',
      [LAUNCHES, GRADUATED],
      [NEWEST, '...(dex === null ? {} : { dex }),', ''],
    ],
    [
      'dex.400',
      '4.6, 7: an unknown `dex` is 400',
      [LAUNCHES_ROUTE, 'dex in any case is one of eight, and each has its own rows'],
      [
        'src/routes/launches/recent.ts',
        "known === undefined ? fail('invalid_request', `dex must be one of ${TAPE_DEXES.join(', ')}`) : ok(known)",
        'ok(known ?? null)',
      ],
    ],
    [
      'dex.case',
      '4.6: `dex` is lowercased',
      [LAUNCHES_ROUTE, 'dex in any case is one of eight, and each has its own rows'],
      ['src/routes/launches/recent.ts', '.trim().toLowerCase()', '.trim()'],
    ],
    [
      'limit',
      '4.6, 8: `limit` 1 to 200, 50 by default',
      [LAUNCHES_ROUTE, 'limit is clamped to 1..200 and 50 by default'],
      [SETTINGS, 'launches: { max: 200, default: 50 }', 'launches: { max: 200, default: 40 }'],
    ],
    [
      'fork',
      '6.2: a launch that a fork took back is gone',
      [LAUNCHES, 'a launch that a fork took back is gone'],
      [
        READER,
        '          if (!survivesSeq(seq)) continue\n          if (launches.length >= limit)',
        '          if (launches.length >= limit)',
      ],
    ],
    [
      'pages',
      '4.6: `cursor` goes on behind an answer',
      [LAUNCHES, 'pages behind each other hold each launch once, graduations between them or not, and end'],
      [NEWEST, 'beforeSeq: place.seq + 1', 'beforeSeq: place.seq'],
    ],
    [
      '4s',
      '4.6, 8: after 4 s the answer is what there is, with 200',
      [LIMITS, 'launches that take more than 4 s to find are left out of an answer that is none the less given'],
      [NEWEST, 'rows.length < limit && clock.monotonicMs() < untilMs', 'rows.length < limit'],
    ],
    [
      '5s',
      '4.6, 8: an answer lives 5 s',
      [LIMITS, DEFAULTS],
      [CACHES, 'launches: { ttlMs: 5 * SECOND_MS', 'launches: { ttlMs: 6 * SECOND_MS'],
    ],
  ]),
  ...rulesOf('lighthouse', 'GET /api/v2/market/lighthouse', [
    [
      'day',
      '2.3, 4.3: the last 24 hours',
      [LIGHTHOUSE, DAYS],
      [
        MARKET,
        '{ fromSec: nowSec - DAY_SEC, toSec: nowSec + 1 }',
        '{ fromSec: nowSec - DAY_SEC + 1, toSec: nowSec + 1 }',
      ],
    ],
    [
      'change',
      '2.3: the change in percent',
      [LIGHTHOUSE, DAYS],
      [MARKET, '/ before.value.volumeUsd - 1) * 100', '/ before.value.volumeUsd - 1)'],
    ],
    [
      'zero',
      '2.3: every field is 0 by default',
      [LIGHTHOUSE, 'an unknown figure of the provider is 0'],
      [MARKET, 'totals.feesPaidUsd ?? 0', 'totals.feesPaidUsd ?? 1'],
    ],
    [
      'young',
      '4.3: never a partial sum: a tape that is too young gives way',
      [LIGHTHOUSE, GIVES_WAY],
      [MARKET, 'stretch.fromTimeSec > nowSec - 2 * DAY_SEC', 'stretch.fromTimeSec > nowSec - DAY_SEC'],
    ],
    [
      'late',
      '4.3: so does one that lags',
      [LIGHTHOUSE, GIVES_WAY],
      [MARKET, 'if (stretch === null || !stretch.isCurrent) return null', 'if (stretch === null) return null'],
    ],
    [
      'priced',
      '4.3: and one that knows no dollars',
      [LIGHTHOUSE, GIVES_WAY],
      [MARKET, 'return unpriced <= (buys + sells) * LIMITS.unpricedShare', 'return unpriced <= buys + sells'],
    ],
    [
      '502',
      '4.3, 7: 502 when nobody can say',
      [LIGHTHOUSE, 'nobody who knows is a failure, and so is a provider that fails'],
      [MARKET, "return fail('upstream_failed', 'the tape", "return fail('upstream_timeout', 'the tape"],
    ],
    [
      '503',
      '4.3, 7: 503 when nothing is configured',
      [LIGHTHOUSE_ROUTE, 'with neither it is 503, with a tape that has read nothing yet 502, without a key 401'],
      ['src/routes/market/lighthouse.ts', "needs: ['lighthouse|tape']", 'needs: []'],
    ],
    [
      '5m',
      '4.3, 8: an answer lives 5 min',
      [LIMITS, DEFAULTS],
      [CACHES, 'lighthouse: { ttlMs: 5 * MINUTE_MS', 'lighthouse: { ttlMs: 4 * MINUTE_MS'],
    ],
    [
      '20s',
      '4.3, 8: within 20 s',
      [LIMITS, DEFAULTS],
      ['src/config/timeouts.ts', 'lighthouseMs: 20_000', 'lighthouseMs: 25_000'],
    ],
  ]),
  ...rulesOf('tape', 'GET /api/v2/stream/events', [
    [
      '14d',
      '8: the tape keeps 14 days',
      [LIMITS, DEFAULTS],
      [
        'src/config/env.ts',
        "INGEST_TAPE_DAYS: setting('Tape', 'integer', '14'",
        "INGEST_TAPE_DAYS: setting('Tape', 'integer', '7'",
      ],
    ],
    [
      'prune',
      '8: days that are older go',
      [
        'test/store/tape/tape.test.ts',
        'days over the age go as wholes, the newest stays, and cursors of the past are gone',
      ],
      [
        'src/store/tape/writer.ts',
        'dayName(nowMs - keepDays * TAPE.dayMs)',
        'dayName(nowMs - (keepDays + 2) * TAPE.dayMs)',
      ],
    ],
    [
      'scope.watch',
      '6.2: `INGEST_SCOPE=watch` follows only what touches the watched addresses',
      [
        'test/ingest/facts-of.test.ts',
        'the scope watch tells what touches a watched mint, pool or wallet, and nothing else',
      ],
      ['src/ingest/facts-of.ts', "watched: scope === 'watch' ? new Set(watch) : null", 'watched: null'],
    ],
    [
      'scope.dexes',
      '6.2: `INGEST_DEXES` names the DEXes that are followed',
      [
        'test/ingest/facts-of.test.ts',
        'only DEXes of the list are told; the scope all tells every DEX whatever the list says',
      ],
      ['src/ingest/facts-of.ts', 'DEXES.filter(({ name }) => dexes.includes(name))', 'DEXES'],
    ],
    [
      'scope.all',
      '6.2: `INGEST_SCOPE=all` follows every DEX',
      [
        'test/ingest/facts-of.test.ts',
        'only DEXes of the list are told; the scope all tells every DEX whatever the list says',
      ],
      ['src/ingest/facts-of.ts', "scope === 'all' ? DEXES :", "scope === 'programs' ? DEXES :"],
    ],
    [
      'digest',
      '6.2: a digest of each slot proves that nothing is missing',
      ['test/ingest/verify-tape.test.ts', 'a slot that differs from the chain is named'],
      ['src/ingest/verify-tape.ts', 'else if (record.digest !== digest)', 'else if (record.digest === null)'],
    ],
  ]),
]
