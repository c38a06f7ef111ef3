import { rulesOf } from '../engine-rule.ts'

const TRADES = 'test/services/tokens/trades.test.ts'
const TRADES_ROUTE = 'test/routes/tokens/trades.test.ts'
const LAUNCHES = 'test/services/launches/recent.test.ts'
const LAUNCHES_ROUTE = 'test/routes/launches/recent.test.ts'
const LIGHTHOUSE = 'test/services/market/lighthouse.test.ts'
const LIGHTHOUSE_ROUTE = 'test/routes/market/lighthouse.test.ts'
const LIMITS = 'test/push/limits.test.ts'
const DEFAULTS = 'what no one has tuned is as the specification says'
const LEFT_OUT = 'a follower that leaves DEXes out, or this mint, answers only where there is no provider'
const DAYS = 'the last 24 hours against the 24 before, to the second at both ends'
const GIVES_WAY =
  'a tape that is too young, lags, has a gap, leaves DEXes out or knows no dollars gives way to the provider'
const GRADUATED = 'a graduation lists its new pool once, under the DEX of the pool and with the name of the token'

/** Routes that read the tape without a subscription. */
export const TAPE_RULES = [
  ...rulesOf('trades', 'GET /api/v2/tokens/{mint}/trades', [
    [
      'whole',
      '4.1: fewer trades than asked for are no answer of the tape',
      [TRADES, 'fewer than asked for is no answer of the tape: the provider’s rows, and none of ours among them'],
      'getTokenTrades',
    ],
    [
      'current',
      '4.1: nor is a tape that lags',
      [TRADES, 'a tape that lags gives way to the provider'],
      'getTokenTrades',
    ],
    ['gap', '4.1: nor what lies before a gap', [TRADES, 'what lies before a gap is not returned'], 'trades#readStored'],
    [
      'launched',
      '4.1: a token that was launched on the tape has all its trades there',
      [TRADES, 'a pool that was made on the tape proves nothing: the token may be older'],
      'trades#isLaunchedSince',
    ],
    [
      'dexes',
      '4.1: a follower that leaves DEXes out does not speak for the chain',
      [TRADES, LEFT_OUT],
      'tape-stretch#followsAllOf',
    ],
    ['watch', '4.1: nor does one that watches other mints', [TRADES, LEFT_OUT], 'tape-stretch#followsAllOf'],
    [
      'provider',
      '4.1, 7: a provider that fails is the answer, never a partial sum',
      [TRADES, 'a provider that fails is the answer, never a part of the tape'],
      'getTokenTrades',
    ],
    [
      'row.date',
      '2.2: `date` in epoch milliseconds',
      [TRADES, 'the tape answers when it holds as many trades as asked for, and the provider is not asked'],
      'trades#fromPast',
    ],
    [
      'row.amount',
      '2.2: `amount` in tokens',
      [TRADES, 'the tape answers when it holds as many trades as asked for, and the provider is not asked'],
      'trades#fromPast',
    ],
    ['row.unknown', '2.2: unknown figures are 0', [TRADES, 'unknown figures are 0'], 'trades#fromPast'],
    [
      'pages',
      '4.1: `cursor` resumes after an answer, each trade once',
      [TRADES, 'consecutive pages hold each trade once, also while new ones come, and end'],
      'trades#pageBehind',
    ],
    [
      'fork',
      '6.2: what a fork took back disappears from the rows',
      [TRADES, 'what a fork took back is gone, and its place is taken by what replaced it'],
      'createTradeReads.trades',
    ],
    [
      'limit',
      '4.1, 8: `limit` 1 to 100, 20 by default',
      [TRADES_ROUTE, 'limit is clamped to 1..100 and 20 by default'],
      'LIMITS.tokenTrades',
    ],
    [
      '503',
      '4.1, 7: 503 only when neither a provider nor the follower is there',
      [TRADES_ROUTE, 'what is wrong with a request is reported'],
      'tokenTrades.needs',
    ],
    ['30s', '8: an answer lives 30 s', [LIMITS, DEFAULTS], 'CACHES.tokenTrades'],
  ]),
  ...rulesOf('launches', 'GET /api/v2/launches/recent', [
    [
      'order',
      '4.6: latest indexed first',
      [LAUNCHES, 'times that went back do not stand out of order'],
      'recent#toReply',
    ],
    [
      'row',
      '2.5: `blockTime` in seconds or null',
      [LAUNCHES, 'tokens and pools, latest indexed first, in the fields of the specification'],
      'recent#toLaunch',
    ],
    [
      'row.indexed',
      '2.5: `indexedAt` is when it was read',
      [LAUNCHES, 'tokens and pools, latest indexed first, in the fields of the specification'],
      'recent#toLaunch',
    ],
    [
      'row.null',
      '2.5: creator, name, symbol and uri are null when unknown',
      [LAUNCHES, 'tokens and pools, latest indexed first, in the fields of the specification'],
      'recent#toLaunch',
    ],
    [
      'row.empty',
      '2.5: empty strings are null',
      ['test/push/limits.test.ts', 'a launch row turns empty strings into null'],
      'recent#toLaunch',
    ],
    ['graduation', '4.6: a graduation lists its pool once', [LAUNCHES, GRADUATED], 'recent#readPage'],
    ['named', '2.5: a pool has the name of its token', [LAUNCHES, GRADUATED], 'recent#nameOf'],
    ['dex', '4.6: only those of the DEX that was asked for', [LAUNCHES, GRADUATED], 'recent#readPage'],
    [
      'dex.400',
      '4.6, 7: an unknown `dex` is 400',
      [LAUNCHES_ROUTE, 'dex in any case is one of the known DEXs, and each has its own rows'],
      'recent#dex',
    ],
    [
      'dex.case',
      '4.6: `dex` is lowercased',
      [LAUNCHES_ROUTE, 'dex in any case is one of the known DEXs, and each has its own rows'],
      'recent#dex',
    ],
    [
      'limit',
      '4.6, 8: `limit` 1 to 200, 50 by default',
      [LAUNCHES_ROUTE, 'limit is clamped to 1..200 and 50 by default'],
      'LIMITS.launches',
    ],
    [
      'fork',
      '6.2: a launch that a fork took back is gone',
      [LAUNCHES, 'a launch that a fork took back is gone'],
      'createLaunchReads.launches',
    ],
    [
      'pages',
      '4.6: `cursor` resumes after an answer',
      [LAUNCHES, 'consecutive pages hold each launch once, with graduations between them or not, and end'],
      'getRecentLaunches',
    ],
    [
      '4s',
      '4.6, 8: after 4 s the answer is what there is, with 200',
      [LIMITS, 'launches that take more than 4 s to find are left out of an answer that is none the less given'],
      'recent#readPage',
    ],
    ['5s', '4.6, 8: an answer lives 5 s', [LIMITS, DEFAULTS], 'CACHES.launches'],
  ]),
  ...rulesOf('lighthouse', 'GET /api/v2/market/lighthouse', [
    ['day', '2.3, 4.3: the last 24 hours', [LIGHTHOUSE, DAYS], 'lighthouse#readTape'],
    ['change', '2.3: the change in percent', [LIGHTHOUSE, DAYS], 'lighthouse#readTape'],
    [
      'zero',
      '2.3: every field is 0 by default',
      [LIGHTHOUSE, 'an unknown figure of the provider is 0'],
      'lighthouse#fromTotals',
    ],
    [
      'young',
      '4.3: never a partial sum: a tape that is too young gives way',
      [LIGHTHOUSE, GIVES_WAY],
      'lighthouse#readTape',
    ],
    ['late', '4.3: so does one that lags', [LIGHTHOUSE, GIVES_WAY], 'lighthouse#readTape'],
    ['priced', '4.3: and one that knows no dollars', [LIGHTHOUSE, GIVES_WAY], 'lighthouse#isPriced'],
    [
      '502',
      '4.3, 7: 502 when no one can say',
      [LIGHTHOUSE, 'no one who knows is a failure, and so is a provider that fails'],
      'getLighthouse',
    ],
    [
      '503',
      '4.3, 7: 503 when nothing is configured',
      [LIGHTHOUSE_ROUTE, 'with neither it is 503, with a tape that has read nothing yet 502, without a key 401'],
      'lighthouse.needs',
    ],
    ['5m', '4.3, 8: an answer lives 5 min', [LIMITS, DEFAULTS], 'CACHES.lighthouse'],
    ['20s', '4.3, 8: within 20 s', [LIMITS, DEFAULTS], 'TIMEOUTS.lighthouseMs'],
  ]),
  ...rulesOf('tape', 'GET /api/v2/stream/events', [
    ['14d', '8: the tape keeps 14 days', [LIMITS, DEFAULTS], 'src/config/settings#TAPE.INGEST_TAPE_DAYS'],
    [
      'prune',
      '8: days that are older go',
      [
        'test/store/tape/tape.test.ts',
        'days over the age go as wholes, the newest stays, and cursors of the past are gone',
      ],
      'tape/writer#prune',
    ],
    [
      'scope.watch',
      '6.2: `INGEST_SCOPE=watch` follows only what touches the watched addresses',
      [
        'test/ingest/solana/facts-of.test.ts',
        'the scope watch keeps what touches a watched mint, pool or wallet, and nothing else',
      ],
      'createFactsOf',
    ],
    [
      'venues',
      '6.2: swaps of venues without a decoder are on the tape, once each',
      [
        'test/chain/solana/venues/generic-swaps.test.ts',
        'a route is the swaps in it and none of its own, at any depth',
      ],
      'decodeGenericSwaps',
    ],
    [
      'scope.dexes',
      '6.2: `INGEST_DEXES` names the DEXes that are followed',
      [
        'test/ingest/solana/facts-of.test.ts',
        'only DEXes of the list are decoded; the scope all decodes every DEX whatever the list says',
      ],
      'createFactsOf',
    ],
    [
      'scope.all',
      '6.2: `INGEST_SCOPE=all` follows every DEX',
      [
        'test/ingest/solana/facts-of.test.ts',
        'only DEXes of the list are decoded; the scope all decodes every DEX whatever the list says',
      ],
      'createFactsOf',
    ],
    [
      'digest',
      '6.2: a digest of each slot proves that nothing is missing',
      ['test/ingest/verify-tape.test.ts', 'a slot that differs from the chain is named'],
      'verifyTape.compare',
    ],
  ]),
]
